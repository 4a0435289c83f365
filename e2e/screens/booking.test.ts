import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { appointmentMailApi } from '../../contract/src/calendars/appointment-mail.ts'
import type { FreeSlot } from '../../contract/src/calendars/appointments.ts'
import { appointmentApi } from '../../contract/src/calendars/appointments.ts'
import { masterData } from '../../contract/src/lists/master-data.ts'
import { templateApi } from '../../contract/src/lists/templates.ts'
import { mailboxApi } from '../../contract/src/mail/mailboxes.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { call, expect, expectNoAxeViolations, said, settled, test, unique } from './fixtures.ts'

/** Sets the preferred languages of the browser. */
const speaks = (...value: string[]) => Object.defineProperty(navigator, 'languages', { value, configurable: true })

/** The customers of the tests share one network address, so bookings and holds are removed before each test. */
test.beforeEach(async ({ openFor, database }) => {
  speaks('de-CH')
  await sql`delete from booking_request`.execute(database.kysely)
  await sql`delete from slot_hold`.execute(database.kysely)
  const admin = await openFor('admin')
  const settings = await call(admin, appointmentMailApi.settings, {})
  await call(admin, appointmentMailApi.changeSettings, { body: { ...settings, bookingOpen: false } })
})

async function openPage(admin: Page, isOpen = true) {
  const [mailbox] = await call(admin, mailboxApi.list, {})
  const users = await call(admin, userApi.list, {})
  const settings = await call(admin, appointmentMailApi.settings, {})
  const page = {
    mailboxRef: mailbox?.id ?? '',
    bookingUserRef: users.find(({ username }) => username === 'termin')?.id ?? '',
    bookingAddress: 'https://crm.example.ch',
    bookingOpen: isOpen,
  }
  await call(admin, appointmentMailApi.changeSettings, { body: { ...settings, ...page } })
}

test('the booking page is closed until an admin opens it', async ({ page, signIn }) => {
  await page.goto('/termin')
  await said(page, 'Online können zurzeit keine Termine gebucht werden.')
  await expectNoAxeViolations(page)
  await signIn('admin')
  await page.goto('/predefinedTimeSlots')
  await page.getByRole('button', { name: 'E-Mails zu Terminen' }).click()
  const dialog = page.getByRole('dialog', { name: 'E-Mails zu Terminen' })
  await dialog.getByRole('checkbox', { name: /Kunden können unter/ }).click()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog.getByText('Das Feld wird benötigt').first()).toBeVisible()
  const refusal = page.getByText(/^Die Eingabe ist nicht gültig/)
  await expect(refusal).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Im Namen von' }).click()
  await page.getByRole('option', { name: 'termin', exact: true }).click()
  const sender = dialog.getByRole('combobox', { name: 'Postfach' })
  await sender.click()
  await page.getByRole('option').nth(1).click()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Gespeichert')
  await expect(refusal).toHaveCount(0)
  await page.goto('/termin')
  await expect(page.getByRole('group', { name: 'Tag' })).toBeVisible()
})

test('a customer books a time by keyboard, is asked for missing fields, and confirms, moves and cancels with the link', async ({
  page,
  openFor,
  database,
}) => {
  const admin = await openFor('admin')
  await openPage(admin)
  const inWeeks = (weeks: number) => new Date(Date.now() + weeks * 7 * 86_400_000).toISOString().slice(0, 10)
  const slot = { weekday: 'MONDAY', startTime: '06:10', endTime: '06:40', capacity: 1, validFrom: inWeeks(1) } as const
  const { id: slotRef } = await call(admin, masterData.predefinedTimeSlots.add, {
    body: { ...slot, validUntil: inWeeks(4) },
  })
  const slots = await call(admin, appointmentApi.slots, { query: { from: inWeeks(0), to: inWeeks(5) } })
  const ofSlot = slots.filter((one) => one.slotRef === slotRef)
  const [first, second] = ofSlot
  const day = (one: FreeSlot | undefined) =>
    new Intl.DateTimeFormat('de-CH', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'Europe/Zurich',
    }).format(new Date(one?.startUtc ?? ''))

  await page.goto('/termin')
  await expect(page.getByRole('group', { name: 'Tag' })).toBeVisible()
  await page.getByRole('button', { name: 'Weiter' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Bitte wählen Sie einen Tag.')
  await page.getByRole('radio', { name: day(first) }).press(' ')
  await page.getByRole('radio', { name: '06:10–06:40' }).press(' ')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Weiter' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Ihre Angaben' })).toBeFocused()
  await expect(page.getByText(/^Der Platz ist bis \d\d:\d\d Uhr für Sie reserviert\.$/)).toBeVisible()
  await expectNoAxeViolations(page)
  const surname = `Kunde${unique()}`
  const address = `${unique()}@example.test`
  await page.getByRole('button', { name: 'E-Mail senden' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('nirgends')
  await sql`update slot_hold set created_at = now() - interval '1 minute'`.execute(database.kysely)
  await page.getByRole('button', { name: 'E-Mail senden' }).press('Enter')
  await said(page, 'Das Feld muss eine valide E-Mail-Adresse sein')
  await page.getByRole('button', { name: 'FR Français' }).press('Enter')
  await expect(page.getByText('Das Feld muss eine valide E-Mail-Adresse sein')).toHaveCount(0)
  await page.getByRole('button', { name: 'DE Deutsch' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)

  // entered text is kept while another time is chosen, and when the hold has expired
  await page.getByRole('button', { name: 'Andere Zeit' }).press('Enter')
  await page.getByRole('radio', { name: day(first) }).press(' ')
  await page.getByRole('radio', { name: '06:10–06:40' }).press(' ')
  await page.getByRole('button', { name: 'Weiter' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(address)
  await page.getByRole('textbox', { name: /^Bemerkung/ }).fill('Feuerschale')
  await sql`update slot_hold set expires_at = now()`.execute(database.kysely)
  await page.getByRole('button', { name: 'E-Mail senden' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^Die Reservation war abgelaufen/)
  await sql`update slot_hold set created_at = now() - interval '1 minute'`.execute(database.kysely)
  await page.getByRole('button', { name: 'E-Mail senden' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Bitte bestätigen Sie den Termin' })).toBeFocused()
  await expect(page.getByText(new RegExp(address))).toBeVisible()
  await expectNoAxeViolations(page)

  // only the e-mail contains the link
  const { rows } = await sql<{ text: string }>`
    select b.text from email e join email_body b on b.id = e.id where e.to_list::text like ${`%${address}%`}`.execute(
    database.kysely,
  )
  const secret = /\/termin\/([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? ''
  expect(createHash('sha256').update(secret).digest('hex')).toHaveLength(64)
  await openPage(admin, false)
  await page.goto(`/termin/${secret}`)
  await expect(page.getByRole('heading', { name: 'Online können zurzeit keine Termine gebucht werden.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Termin bestätigen' })).toHaveCount(0)
  await openPage(admin)
  await page.goto(`/termin/${secret}`)
  await expect(page.getByRole('heading', { name: 'Diesen Termin bestätigen?' })).toBeVisible()
  await page.getByRole('button', { name: 'Termin bestätigen' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Ihr Termin ist gebucht' })).toBeFocused()
  await expectNoAxeViolations(page)
  const query = { start: inWeeks(0), end: inWeeks(5) }
  const mine = async () =>
    (await call(admin, appointmentApi.list, { query })).filter(({ contactName }) => contactName === surname)
  expect(await mine()).toMatchObject([{ startUtc: first?.startUtc, state: 'BOOKED', note: 'Feuerschale' }])

  await page.getByRole('button', { name: 'Verschieben', exact: true }).press('Enter')
  await page.getByRole('radio', { name: day(second) }).press(' ')
  await page.getByRole('radio', { name: '06:10–06:40' }).press(' ')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Auf diese Zeit verschieben' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Auf diese Zeit verschieben' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Ihr Termin ist verschoben' })).toBeFocused()
  expect(await mine()).toMatchObject([{ startUtc: second?.startUtc }])
  await page.getByRole('button', { name: 'Absagen' }).press('Enter')
  await expect(page.getByRole('group', { name: 'Diesen Termin wirklich absagen?' })).toBeVisible()
  await page.getByRole('button', { name: 'Absagen' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Dieser Termin ist abgesagt' })).toBeFocused()
  expect(await mine()).toMatchObject([{ state: 'CANCELLED' }])
  await page.goto('/termin/nothing')
  await said(page, 'Diesen Link gibt es nicht, oder er ist abgelaufen.')
  await expectNoAxeViolations(page)
})

test('the booking page uses the language of the browser, or another that is chosen', async ({ page, openFor }) => {
  await openPage(await openFor('admin'))
  speaks('it-CH', 'fr-CH', 'de')
  await page.goto('/termin')
  await expect(page.getByRole('heading', { name: 'Prendre rendez-vous' })).toBeVisible()
  await page.getByRole('button', { name: 'EN English' }).click()
  await expect(page.getByRole('heading', { name: 'Book an appointment' })).toBeVisible()
  await settled(page)
})

test('the error of an unknown link follows the language that is chosen afterwards', async ({ page }) => {
  await page.goto('/termin/nirgends')
  await said(page, 'Diesen Link gibt es nicht, oder er ist abgelaufen.')
  await page.getByRole('button', { name: 'EN English' }).click()
  await expect(page.getByRole('alert')).toHaveText('There is no such link, or it has expired.')
})

test('a reload keeps the reserved place and the input; nothing is kept once the request is sent', async ({
  page,
  openFor,
  database,
}) => {
  await openPage(await openFor('admin'))
  const surname = `Treu${unique()}`
  const details = page.getByRole('form', { name: 'Ihre Angaben' })
  await page.goto('/termin')
  await page.getByRole('group', { name: 'Tag' }).getByRole('radio').first().click()
  await page.getByRole('group', { name: 'Zeit' }).getByRole('radio').first().click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await details.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  const until = await details.getByText(/^Der Platz ist bis/).textContent()
  await page.goto('/termin')
  await expect(details.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)
  await expect(details).toContainText(until ?? '')
  await details.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(`${unique()}@example.test`)
  await sql`update slot_hold set created_at = now() - interval '1 minute'`.execute(database.kysely)
  await page.getByRole('button', { name: 'E-Mail senden' }).click()
  await expect(page.getByRole('heading', { name: 'Bitte bestätigen Sie den Termin' })).toBeVisible()
  await page.goto('/termin')
  await expect(page.getByRole('group', { name: 'Tag' })).toBeVisible()
})

// The following tests also change the settings of appointments, which exist only once.
test('a template cannot be deleted while e-mails about appointments use it', async ({ page, signIn }) => {
  await signIn('admin')
  const title = `Zum Termin ${unique()}`
  const template = await call(page, templateApi.add, { body: { title, subject: '', content: '<p>Bis bald</p>' } })
  const settings = await call(page, appointmentMailApi.settings, {})
  const change = (more: Partial<typeof settings>) =>
    call(page, appointmentMailApi.changeSettings, { body: { ...settings, ...more } })
  const { version } = await change({ reminderTemplateRef: template.id })
  await page.goto('/templates')
  await page.getByRole('navigation', { name: 'Vorlagen' }).getByText(title).click()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText(`Mit der Vorlage «${title}» werden E-Mails zu Terminen geschrieben.`)).toBeVisible()
  await change({ version })
})

test('an admin is told why an opened booking page stays closed, with a link to the cause', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const admin = await openFor('admin')
  await openPage(admin)
  const set = async (active: boolean) => {
    await sql`update mailbox set active = ${active}
               where id = (select mailbox_id from appointment_setting)`.execute(database.kysely)
    await sql`update app_user set disabled = ${!active} where username = 'termin'`.execute(database.kysely)
  }
  await set(false)
  try {
    await signIn('admin')
    await page.goto('/predefinedTimeSlots')
    await page.getByRole('button', { name: 'E-Mails zu Terminen…' }).click()
    const dialog = page.getByRole('dialog', { name: 'E-Mails zu Terminen' })
    await expect(dialog.getByRole('alert')).toHaveText([
      /^Die Seite ist zu, solange das Postfach oben ausgeschaltet ist\./,
      /^Die Seite ist zu, denn wer unten gewählt ist, kann sich nicht mehr anmelden\./,
    ])
    await dialog.getByRole('checkbox', { name: /Kunden können unter/ }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('checkbox', { name: /Kunden können unter/ }).click()
    await expectNoAxeViolations(page)
    await dialog.getByRole('link', { name: 'Postfach öffnen' }).click()
    await expect(page.getByRole('heading', { name: 'Postfächer' })).toBeVisible()
  } finally {
    await set(true)
  }
})

test('comparing two versions of the settings for e-mails about appointments shows words, not raw values', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  const admin = await openFor('admin')
  const before = await call(admin, appointmentMailApi.settings, {})
  await page.goto('/predefinedTimeSlots')
  await page.getByRole('button', { name: 'E-Mails zu Terminen…' }).click()
  const dialog = page.getByRole('dialog', { name: 'E-Mails zu Terminen' })
  await dialog.getByRole('textbox', { name: 'Erinnern, Stunden vorher' }).fill('30')
  const [user] = await call(admin, userApi.list, {})
  const [mailbox] = await call(admin, mailboxApi.list, {})
  const at = { bookingUserRef: user?.id ?? '', bookingAddress: 'https://termin.example', mailboxRef: mailbox?.id ?? '' }
  const open = { ...at, bookingOpen: !before.bookingOpen }
  const { version } = await call(admin, appointmentMailApi.changeSettings, { body: { ...before, ...open } })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  const comparing = page.getByRole('dialog', { name: /wurde inzwischen geändert$/ })
  await expect(comparing).toContainText(/Ja.*Nein|Nein.*Ja/)
  await expect(comparing).not.toContainText(/true|false/)
  await call(admin, appointmentMailApi.changeSettings, { body: { ...before, version } })
})
