import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { afterAll } from 'vitest'
import { appointmentApi } from '../../contract/src/calendars/appointments.ts'
import { formatDateTime } from '../../web/src/ui/dates/zone.ts'
import { addContact, call, expect, expectNoAxeViolations, said, test, unique } from './fixtures.ts'

const received: { path: string; body: string }[] = []
/** Receiving program; it answers 500 below `/broken`. */
const receiver = http.createServer((request, response) => {
  const { url: path = '' } = request
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    received.push({ path, body })
    response.writeHead(path.startsWith('/broken') ? 500 : 204).end('Wartung')
  })
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
afterAll(() => void receiver.close())
const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
/** Returns the event ids received at a path whose body contains a word. */
const idsAt = (place: string, word: string) =>
  received.filter(({ path, body }) => path === place && body.includes(word)).map(({ body }) => JSON.parse(body).id)

const menu = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `Aktionen ${title}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('an admin adds a webhook, tries it out, sends a delivery of its log again, and deletes the webhook', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/more-admin-menu')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page).toHaveURL('/webhooks')
  await page.getByRole('button', { name: 'Webhook anlegen' }).click()
  const added = page.getByRole('dialog', { name: 'Webhook anlegen' })
  const title = `Laden ${unique()}`
  const path = `/${unique()}`
  await added.getByRole('textbox', { name: 'Bezeichnung' }).fill(title)
  await added.getByRole('textbox', { name: 'Adresse' }).fill('https://192.168.1.1/hook')
  await expectNoAxeViolations(page)
  await added.getByRole('button', { name: 'Speichern' }).click()
  await expect(added.getByText('Nur öffentliche Adressen mit https:// werden aufgerufen')).toBeVisible()
  await added.getByRole('textbox', { name: 'Adresse' }).fill(base + path)
  await added.getByRole('button', { name: 'Speichern' }).click()
  await expect(added.getByRole('group', { name: 'Geheimnis' })).toHaveText(/^whsec_/)
  await expectNoAxeViolations(page)
  await added.getByRole('button', { name: 'Ich habe es gesichert' }).click()
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row.getByRole('gridcell', { name: 'eingeschaltet' })).toBeVisible()
  await expectNoAxeViolations(page)

  await menu(page, title, 'Neues Geheimnis')
  const renewed = page.getByRole('dialog', { name: 'Neues Geheimnis' })
  await renewed.getByRole('button', { name: 'Neues Geheimnis' }).click()
  await expect(renewed.getByRole('group', { name: 'Geheimnis' })).toHaveText(/^whsec_/)
  await renewed.getByRole('button', { name: 'Ich habe es gesichert' }).click()

  await menu(page, title, 'Ausprobieren')
  await expect(page.getByText(new RegExp(`Der Versuch ist bei «${title}» angekommen`))).toBeVisible()
  expect(idsAt(path, 'TEST')).toHaveLength(1)

  // new deliveries appear by themselves
  await menu(page, title, 'Protokoll')
  const log = page.getByRole('dialog', { name: `Protokoll von «${title}»` })
  const line = (event: string) => log.getByRole('listitem').filter({ hasText: event })
  await expect(line('Versuch').getByText('angekommen')).toBeVisible()
  const { id: contactRef } = await addContact(page, { surname: `Kunde${unique()}` })
  // random time, because other tests book as well
  const begin = Date.UTC(2050, 0, 1) + Math.floor(Math.random() * 1e7) * 60_000
  const times = { startUtc: new Date(begin).toISOString(), endUtc: new Date(begin + 3_600_000).toISOString() }
  const booked = `Termin gebucht: ${formatDateTime(times.startUtc)}`
  const { id } = await call(page, appointmentApi.add, { body: { contactRef, ...times } })
  await expect(line(booked).getByText('angekommen')).toBeVisible()
  await line(booked)
    .getByRole('button', { name: /^Einzelheiten/ })
    .click()
  await expect(line(booked).getByText(new RegExp(id))).toBeVisible()
  await expectNoAxeViolations(page)
  await line(booked)
    .getByRole('button', { name: /erneut senden$/ })
    .click()
  await said(page, 'Die Meldung wird gleich noch einmal gesendet')
  await expect.poll(() => idsAt(path, id)).toHaveLength(2)
  const [first, again] = idsAt(path, id)
  expect(again).toBe(first)
  await log.getByRole('button', { name: 'Schliessen' }).last().click()

  // address at which deliveries fail
  await menu(page, title, 'Webhook bearbeiten')
  const edited = page.getByRole('dialog', { name: 'Webhook bearbeiten' })
  await edited.getByRole('textbox', { name: 'Adresse' }).fill(`${base}/broken${path}`)
  await edited.getByRole('button', { name: 'Speichern' }).click()
  await said(page, `«${title}» ist gespeichert`)
  await menu(page, title, 'Ausprobieren')
  await expect(page.getByText(new RegExp(`«${title}» nicht angekommen: Antwort mit Status 500`))).toBeVisible()
  await call(page, appointmentApi.cancel, { params: { id } })
  await expect(row.getByText(/kommt nichts an/)).toBeVisible()
  await menu(page, title, 'Webhook bearbeiten')
  await edited.getByRole('switch', { name: 'Eingeschaltet' }).click()
  await edited.getByRole('button', { name: 'Speichern' }).click()
  await expect(row.getByRole('gridcell', { name: 'ausgeschaltet' })).toBeVisible()

  await menu(page, title, 'Löschen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await said(page, `«${title}» ist gelöscht`)
  await expect(row).toHaveCount(0)
})
