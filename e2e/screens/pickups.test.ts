import { vi } from 'vitest'
import { today } from '../../contract/src/endpoint.ts'
import { lockedPickupDateApi, masterData } from '../../contract/src/lists/master-data.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import type { NewDossier } from '../dossiers.ts'
import { addBoard, addContact, call, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

const crate = { widthInCm: '80', depthInCm: '80', heightInCm: '60', weightInKg: '100' }

test('a pickup is shown, moved by keyboard to a free day, and taken back; a locked day is refused', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addBoard(admin, 'FLAME', [{ title: 'Bestellt', requires: ['SAP_NUMBER'] }])
  const agency = await call(admin, masterData.forwardingAgencies.add, { body: { title: `Camion ${unique()}` } })
  const contact = await addContact(admin, { surname: 'Hofer' })
  const dossier = {
    pickupDate: '2036-07-08T22:00:00.000Z',
    forwardingAgencyRef: agency.id,
    packageInfos: [{ ...crate, quantity: 3 }],
  }
  const flame = await call(admin, flameApi.add, {
    body: { contactRef: contact.id, taskboardRef: board.id, dossier, overrideReason: 'Probe' },
  })
  await call(admin, lockedPickupDateApi.add, { body: { lockedAt: '2036-07-10' } })
  await call(admin, masterData.pickupLimits.add, { body: { forwardingAgencyId: agency.id, maxCrates: 2 } })

  await signIn('user')
  await page.goto(`/pickupcalendar?day=2036-07-01&board=${board.id}`)
  const entry = page.getByRole('button', { name: /^Abholung, .*Hofer, 3 Kisten · 300 kg, Camion .*Fehlt: SAP/ })
  await expect(page.getByRole('heading', { name: 'Juli 2036' })).toBeVisible()
  await expect(entry).toBeVisible()
  await expect(page.getByText('gesperrt')).toBeVisible()
  await expect(page.getByText('1 von')).toBeVisible()
  await expectNoAxeViolations(page)

  await entry.press('Enter')
  const facts = page.getByRole('dialog', { name: /^Abholung: .*Hofer/ })
  await expect(facts).toContainText('09.07.2036')
  await expectNoAxeViolations(page)
  await facts.getByRole('button', { name: 'Verschieben auf…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Abholung verschieben: / })
  await dialog.getByRole('textbox', { name: 'Neuer Tag' }).fill('10.07.2036')
  await expect(dialog.getByText('Datum ist als Abholtermin blockiert')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Verschieben' })).toBeDisabled()
  // a past day causes a warning, like an exceeded limit
  await dialog.getByRole('textbox', { name: 'Neuer Tag' }).fill('01.07.2024')
  await expect(dialog.getByRole('alert').filter({ hasText: /^Vergangener Tag$/ })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Neuer Tag' }).fill('11.07.2036')
  // the day is empty, and the moved load alone exceeds its limit
  await expect(dialog.getByRole('button', { name: 'Verschieben' })).toBeEnabled()
  await expect(dialog.getByRole('alert')).toContainText(/^Camion .*: über der Limite: 3 von 2 Kisten, 300 kg/)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Verschieben' }).click()
  const question = page.getByRole('alertdialog', { name: 'Termin verschieben' })
  await expect(question).toContainText('vom 09.07.2036 auf den 11.07.2036 verschieben?')
  await question.getByRole('button', { name: 'Verschieben' }).click()
  await expect(page.getByText(/auf den 11\.07\.2036 verschoben$/)).toBeVisible()
  await expect(dialog).toBeHidden()
  const saved = () => call(admin, flameApi.get, { params: { id: flame.id } })
  expect((await saved()).dossier.pickupDate).toBe('2036-07-10T22:00:00.000Z')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByText('Die Verschiebung ist zurückgenommen')).toBeVisible()
  expect((await saved()).dossier.pickupDate).toBe(dossier.pickupDate)

  // a single day, and the list for the yard
  await page.getByRole('button', { name: 'Mittwoch, 9. Juli 2036 öffnen' }).click()
  const day = page.getByRole('dialog', { name: 'Mittwoch, 9. Juli 2036' })
  await expect(day.getByText('über der Limite: 3 von 2 Kisten, 300 kg')).toBeVisible()
  await expect(day.getByRole('link', { name: 'Tagesliste (PDF)' })).toHaveAttribute('href', /day=2036-07-09/)
  await expectNoAxeViolations(page)
  await day.getByRole('button', { name: 'Schliessen' }).click()

  // live: another user moves it to another month
  await page.goto(`/pickupcalendar?day=2036-07-01&board=${board.id}&view=list`)
  const row = page.getByRole('row', { name: /Hofer/ })
  await expect(row).toContainText('09.07.2036')
  const { version } = await call(admin, flameApi.get, { params: { id: flame.id } })
  await call(admin, flameApi.update, {
    params: { id: flame.id },
    body: { version, dossier: { pickupDate: '2036-08-03T22:00:00.000Z' } },
  })
  await expect(page.getByText('In diesem Monat geht nichts weg und kommt nichts an.')).toBeVisible()
  await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await expect(page).toHaveURL(/day=2036-08-01/)
  await expect(row).toContainText('04.08.2036')
})

test('a flame that leaves on the target day anyhow is counted there once, and moves there without a warning', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addBoard(admin, 'FLAME', ['Bestellt'])
  const agency = await call(admin, masterData.forwardingAgencies.add, { body: { title: `Camion ${unique()}` } })
  await call(admin, masterData.pickupLimits.add, { body: { forwardingAgencyId: agency.id, maxCrates: 4 } })
  const contact = await addContact(admin, { surname: 'Hofer' })
  await call(admin, flameApi.add, {
    body: {
      contactRef: contact.id,
      taskboardRef: board.id,
      dossier: {
        pickupDate: '2037-03-08T23:00:00.000Z',
        selfPickupAt: '2037-03-11T09:00:00.000Z',
        forwardingAgencyRef: agency.id,
        packageInfos: [{ ...crate, quantity: 3 }],
      },
    },
  })
  await signIn('user')
  await page.goto(`/pickupcalendar?day=2037-03-01&board=${board.id}`)
  await page.getByRole('button', { name: /^Abholung, .*Hofer/ }).press('Enter')
  await page.getByRole('button', { name: 'Verschieben auf…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Abholung verschieben: / })
  await dialog.getByRole('textbox', { name: 'Neuer Tag' }).fill('11.03.2037')
  await expect(dialog.getByText('3 von 4 Kisten')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Verschieben' })).toBeEnabled()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('of two people who move an entry the later one is told its new day; other changes do not hinder a move', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addBoard(admin, 'FLAME', ['Bestellt'])
  const contact = await addContact(admin, { surname: 'Hofer' })
  const { id } = await call(admin, flameApi.add, {
    body: { contactRef: contact.id, taskboardRef: board.id, dossier: { pickupDate: '2038-07-08T22:00:00.000Z' } },
  })
  const change = async (dossier: NewDossier) => {
    const { version } = await call(admin, flameApi.get, { params: { id } })
    await call(admin, flameApi.update, { params: { id }, body: { version, dossier } })
  }
  const question = page.getByRole('alertdialog', { name: 'Termin verschieben' })
  const moveTo = async (day: string) => {
    await page.getByRole('button', { name: /^Abholung, .*Hofer/ }).press('Enter')
    await page.getByRole('button', { name: 'Verschieben auf…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Abholung verschieben: / })
    await dialog.getByRole('textbox', { name: 'Neuer Tag' }).fill(day)
    await dialog.getByRole('button', { name: 'Verschieben' }).click()
    await expect(question).toBeVisible()
  }
  await signIn('user')
  await page.goto(`/pickupcalendar?day=2038-07-01&board=${board.id}`)
  await moveTo('12.07.2038')
  await change({ noteForArticles: 'Vorsicht' })
  await question.getByRole('button', { name: 'Verschieben' }).click()
  await expect(page.getByText(/auf den 12\.07\.2038 verschoben$/)).toBeVisible()

  await moveTo('15.07.2038')
  await change({ pickupDate: '2038-08-09T22:00:00.000Z' })
  await question.getByRole('button', { name: 'Verschieben' }).click()
  const sentence =
    /^Abholung von «.*Hofer» wurde inzwischen von admin auf den 10\.08\.2038 verschoben\. Ihre Verschiebung/
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Zeigen' }).click()
  await expect(page).toHaveURL(/day=2038-08-10/)
  await expect(page.getByRole('button', { name: /^Abholung, .*Hofer/ })).toBeVisible()
})

test.skipIf(today().endsWith('-01'))(
  'on a phone the list begins with today, and a button shows what was before',
  async ({ page, signIn, openFor }) => {
    const admin = await openFor('admin')
    const board = await addBoard(admin, 'FLAME', ['Bestellt'])
    for (const [surname, day] of [
      ['Vorher', `${today().slice(0, 8)}01`],
      ['Heute', today()],
    ]) {
      const contact = await addContact(admin, { surname })
      const dossier = { pickupDate: `${day}T11:00:00.000Z` }
      await call(admin, flameApi.add, { body: { contactRef: contact.id, taskboardRef: board.id, dossier } })
    }
    const usual = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(usual(query), { matches: /max-width/.test(query) }),
    )
    await signIn('user')
    await page.goto(`/pickupcalendar?board=${board.id}`)
    const list = page.getByRole('list', { name: 'Abholkalender' })
    await expect(list.getByRole('listitem')).toHaveText([/Heute/])
    await page.getByRole('button', { name: '1 früheren Termin zeigen' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/Vorher/, /Heute/])
    await page.getByRole('button', { name: 'Nächster Monat' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(0)
    await page.getByRole('button', { name: 'Voriger Monat' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/Vorher/, /Heute/])
    vi.mocked(window.matchMedia).mockRestore()
  },
)
