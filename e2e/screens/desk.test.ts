import type { Page } from '@playwright/test'
import { contactApi } from '../../contract/src/contacts/contacts.ts'
import { encounterApi } from '../../contract/src/contacts/encounters.ts'
import { emailApi } from '../../contract/src/mail/inbox.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { addEmails } from '../emails.ts'
import {
  addContact,
  call,
  expect,
  expectNoAxeViolations,
  said,
  settled,
  test,
  unique,
  uniqueNumber,
} from './fixtures.ts'

const beside = (page: Page, name = 'Kontakt') => page.getByRole('region', { name, exact: true })
const field = (page: Page, name: string) => beside(page, 'Absender').getByRole('textbox', { name, exact: true })

test('an unknown sender is proposed as a filled form beside the message, and becomes its contact', async ({
  page,
  database,
  signIn,
}) => {
  const surname = `Neu${unique()}`
  const [id] = await addEmails(database, [
    {
      subject: `Anfrage ${surname}`,
      from: `${surname.toLowerCase()}@example.org`,
      name: `Nora ${surname}`,
      text: `Guten Tag\nWas kosten zwei Schalen Luna 80?\n\nFreundliche Grüsse\nNora ${surname}\nSeeweg 4\n6300 Zug\n`,
    },
  ])
  await signIn('user')
  await page.goto(`/emails/${id}`)
  await expect(page.getByRole('article', { name: `Anfrage ${surname}` })).toBeVisible()
  await expect(field(page, 'Nachname')).toHaveValue(surname)
  await expect(field(page, 'Strasse')).toHaveValue('Seeweg 4')
  await expect(field(page, 'Ort')).toHaveValue('Zug')
  const row = page.getByRole('list', { name: 'E-Mails' }).getByRole('listitem').filter({ hasText: surname })
  await expect(row.getByRole('img', { name: 'ohne Kontakt' })).toBeVisible()
  await expectNoAxeViolations(page)

  await beside(page, 'Absender').getByRole('button', { name: 'Kontakt suchen…' }).click()
  const picker = page.getByRole('dialog', { name: 'Mit Kontakt verknüpfen' })
  await expect(picker.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)
  await expect(picker).toContainText('Kein Kontakt entspricht der Suche')
  await picker.getByRole('button', { name: 'Abbrechen' }).click()

  // the latest flame of a customer type decides the board of the next one, whatever other tests do
  const other = await addContact(page, { surname: `Vor ${surname}`, customerType: 'FIRE_HELPER' })
  const boards = await call(page, boardApi.listFlameBoards, {})
  const taskboardRef = boards.find(({ title }) => title === 'Verkauf')?.id ?? ''
  await call(page, flameApi.add, { body: { contactRef: other.id, taskboardRef } })
  await beside(page, 'Absender').getByRole('combobox', { name: 'Kundentyp' }).click()
  await page.getByRole('option', { name: 'Feuerhelfer' }).click()
  // taking the message is no change that somebody else made
  const taken = page.waitForRequest(/set-in-progress/)
  await page.getByRole('article').getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await taken
  await expect(page.getByRole('article')).toContainText('Zuständig: user')
  await settled(page)
  let additions = 0
  page.on('request', (one) => {
    if (one.method() === 'POST' && new URL(one.url()).pathname === contactApi.add.path) additions += 1
  })
  await beside(page, 'Absender').getByRole('button', { name: 'Kontakt anlegen' }).click()
  await expect(beside(page).getByRole('link', { name: `Nora ${surname}` })).toBeVisible()
  expect(additions).toBe(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Kontakt')
  await expect(row.getByRole('img', { name: 'ohne Kontakt' })).toHaveCount(0)
  await expectNoAxeViolations(page)

  await beside(page).getByRole('button', { name: 'Flamme' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Dossier Nora ${surname}`)
  await expect(page.getByRole('combobox', { name: 'AVIS-E-Mail' })).toHaveText(`${surname.toLowerCase()}@example.org`)
  const mail = page.getByRole('region', { name: 'E-Mail des Kunden' })
  await expect(mail).toContainText('Was kosten zwei Schalen Luna 80?')
  await expectNoAxeViolations(page)
  await mail.getByRole('button', { name: '2 × Feuerschale Luna 80' }).click()
  const article = page.getByRole('table', { name: 'Artikel' }).getByRole('row').last()
  await expect(article.getByRole('combobox', { name: 'Produkt' })).toHaveValue('Feuerschale Luna 80')
  await expect(article.getByRole('textbox', { name: 'Anzahl' })).toHaveValue('2')
  await expect(page.getByText('«2 × Feuerschale Luna 80» steht jetzt in den Artikeln.')).toBeVisible()
  await expect(mail.getByRole('group', { name: 'In der E-Mail erkannt' })).toHaveCount(0)
  // the pressed button is removed, and the focus stays in the message
  await expect
    .poll(() =>
      mail.evaluate((part) => part.contains(document.activeElement) && document.activeElement?.matches('button, a')),
    )
    .toBe(true)
  await page.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Dossier gespeichert')

  await page.goto(`/emails/${id}`)
  await expect(
    beside(page)
      .getByRole('link', { name: `Nora ${surname}` })
      .nth(1),
  ).toBeVisible()
  await expect(beside(page)).toContainText(/Für «.+» fehlt: /)
})

test('a known person who writes from another address is recognised and linked with one click', async ({
  page,
  database,
  signIn,
}) => {
  await signIn('user')
  const surname = `Bekannt${unique()}`
  const number = uniqueNumber()
  const contact = await addContact(page, {
    givenName: 'Berta',
    surname,
    customerType: 'RESELLER_25',
    remarks: 'Ruft lieber an.',
    phoneNumbers: [{ type: 'MOBILE', number }],
  })
  await call(page, encounterApi.add, {
    params: { id: contact.id },
    body: { encounterType: 'TELEPHONE', description: 'Hat nach dem Preis gefragt.' },
  })
  const [id] = await addEmails(database, [
    { subject: `Von anderswo ${surname}`, from: 'anderswo@example.org', name: `Berta ${surname}` },
  ])
  await page.goto(`/emails/${id}`)
  await beside(page, 'Absender')
    .getByRole('button', { name: `Diesen nehmen und verknüpfen: Berta ${surname}` })
    .click()
  await said(page, `Verknüpft mit Berta ${surname}`)
  const panel = beside(page)
  await expect(panel).toContainText('Wiederverkäufer 25 %')
  await expect(panel).toContainText('Hat nach dem Preis gefragt.')
  await expect(panel).toContainText('Ruft lieber an.')
  await expect(panel).toContainText('Keine offene Flamme')
  await expect(panel.getByRole('link', { name: 'Anrufen', exact: true })).toHaveAttribute(
    'href',
    `tel:${number.replace('0', '+41')}`,
  )
  await panel.getByRole('button', { name: 'Begegnung' }).click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung hinzufügen' })
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Zurückgerufen')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(panel).toContainText('Zurückgerufen')
})

test('an answer is written below its e-mail, stays with it, and closes without a question when nothing was typed', async ({
  page,
  database,
  signIn,
}) => {
  const [one, other] = [`Erste ${unique()}`, `Zweite ${unique()}`]
  const from = { from: 'martina@example.org', name: 'Martina Muster' }
  const [first] = await addEmails(database, [
    { subject: one, ...from, text: 'Wann?' },
    { subject: other, ...from },
  ])
  await signIn('user')
  await page.goto(`/emails/${first}`)
  const message = page.getByRole('article', { name: one })
  await message.getByRole('button', { name: 'Antworten', exact: true }).click()
  const answer = message.getByRole('region', { name: 'Antwort an Martina Muster' })
  await expect(answer.getByRole('textbox', { name: 'Betreff' })).toHaveValue(`AW: ${one}`)
  await expect(answer).toContainText('martina@example.org')
  await expectNoAxeViolations(page)
  await answer.getByRole('button', { name: 'E-Mail schliessen' }).click()
  await expect(page.getByRole('region', { name: 'Antwort an Martina Muster' })).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(message.getByRole('button', { name: 'Antworten', exact: true })).toBeFocused()

  await message.getByRole('button', { name: 'Antworten', exact: true }).click()
  await answer.getByRole('textbox', { name: 'Betreff' }).fill('Am {{currentDate}} bis {{dossierDelivery}}')
  await expect(answer.getByRole('textbox', { name: 'Betreff' })).toHaveValue(/^Am \d\d\.\d\d\.\d{4} bis \[.+\]$/)
  await expect(answer).toContainText('Nicht ausgefüllt: ')
  const row = page.getByRole('list', { name: 'E-Mails' }).getByRole('listitem').filter({ hasText: other })
  await row.getByRole('link').click()
  await expect(page.getByRole('article', { name: other })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Antwort an Martina Muster' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Antwort an Martina Muster weiterschreiben' }).click()
  await expect(answer.getByRole('textbox', { name: 'Betreff' })).toHaveValue(/^Am /)
  await answer.getByRole('button', { name: 'In eigenem Fenster schreiben' }).click()
  const panel = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  await expect(panel).toContainText('Nicht ausgefüllt: ')
  await expect(panel.getByRole('textbox', { name: 'Inhalt' })).toBeFocused()
})

test('several e-mails are selected and closed at once, and brought back by undo', async ({
  page,
  database,
  signIn,
}) => {
  const mark = unique()
  await addEmails(
    database,
    [1, 2, 3].map((number) => ({ subject: `Viele ${mark} ${number}`, from: 'viele@example.org' })),
  )
  await signIn('user')
  await page.goto('/emails')
  const list = page.getByRole('list', { name: 'E-Mails' })
  const rows = list.getByRole('listitem').filter({ hasText: `Viele ${mark}` })
  await expect(rows).toHaveCount(3)
  for (const number of [1, 2]) await page.getByRole('checkbox', { name: `«Viele ${mark} ${number}» auswählen` }).click()
  const bar = page.getByRole('toolbar', { name: 'Ausgewählte E-Mails' })
  await expect(bar).toContainText('2 ausgewählt')
  await expectNoAxeViolations(page)
  await bar.getByRole('button', { name: 'Schliessen' }).click()
  await said(page, '2 E-Mails sind geschlossen.')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rows).toHaveCount(3)
  await expect(bar).toHaveCount(0)
})

test('parts beside a message, of the composer and of settings that cannot be read offer to try again', async ({
  page,
  database,
  signIn,
}) => {
  const surname = `Gestört${unique()}`
  await signIn('admin')
  const contact = await addContact(page, { surname })
  const [id] = await addEmails(database, [{ subject: `Frage ${surname}`, from: 'frage@example.org', text: 'Wann?' }])
  await call(page, emailApi.linkToContact, { params: { id }, query: { contactRef: contact.id } })
  let isMended = false
  const disturb = (what: RegExp) =>
    page.route(what, (route) => (isMended ? route.continue() : route.fulfill({ status: 500, json: {} })))
  await disturb(/\/tasks|\/encounters\?|\/attachments$|\/shared-documents$|\/image-gallery$/)
  await disturb(/notifications\/settings$|_contactHistory$/)
  const mend = async (part: ReturnType<Page['getByRole']>, times = 1) => {
    const again = part.getByRole('button', { name: 'Erneut versuchen' })
    await expect(again).toHaveCount(times)
    isMended = true
    // the live channel may repeat failed reads by itself, so there may be fewer buttons to press
    await expect
      .poll(async () => {
        if ((await again.count()) > 0) await again.first().evaluate((button: HTMLElement) => button.click())
        return again.count()
      })
      .toBe(0)
    isMended = false
  }

  await page.goto(`/emails/${id}`)
  await mend(beside(page), 2)
  await expect(beside(page)).toContainText('Keine offene Flamme')

  const message = page.getByRole('article', { name: `Frage ${surname}` })
  await message.getByRole('button', { name: 'Antworten', exact: true }).click()
  await message.getByRole('tab', { name: /^Anhänge/ }).click()
  await expect(message.getByRole('button', { name: 'Erneut versuchen' })).toHaveCount(3)
  await expect(message).not.toContainText('Der Kontakt hat keine Dokumente.')
  await mend(message, 3)
  await expect(message).toContainText('Der Kontakt hat keine Dokumente.')

  await page.goto('/mailboxes')
  await mend(page.getByRole('region', { name: 'Frühere E-Mails ablegen' }))

  await page.getByRole('button', { name: /^Benachrichtigungen/ }).click()
  await page.getByRole('button', { name: 'Wie Sie benachrichtigt werden' }).click()
  await mend(page.getByRole('dialog', { name: 'Wie Sie benachrichtigt werden' }))
})
