import { sql } from 'kysely'
import { appointmentApi } from '../../contract/src/calendars/appointments.ts'
import { masterData } from '../../contract/src/lists/master-data.ts'
import { absenceApi } from '../../contract/src/work/absences.ts'
import {
  addContact,
  addPerson,
  call,
  expect,
  expectNoAxeViolations,
  idsOfPeople,
  said,
  settled,
  test,
  unique,
} from './fixtures.ts'

test('an appointment takes a free slot when its own is full, is cancelled with a reason, and stands on the timeline', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const admin = await openFor('admin')
  const surname = `Termin${unique()}`
  const address = `${unique()}@example.test`
  const { id } = await addContact(admin, { surname, emailAddresses: [{ address }] })
  const me = await addPerson(database, 'termin')
  const { id: slotRef } = await call(admin, masterData.predefinedTimeSlots.add, {
    body: { weekday: 'MONDAY', startTime: '10:00', endTime: '11:00', capacity: 1, validFrom: '2036-07-01' },
  })

  await signIn(me)
  await page.goto('/appointmentcalendar?day=2036-07-07')
  await expect(page.getByRole('heading', { name: /^KW 28/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Neuer Termin' }).click()
  const picker = page.getByRole('dialog', { name: 'Kontakt suchen' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  // users without CONTACT_CREATE get no button to add a contact
  await expect(picker.getByRole('button', { name: 'Neuer Kontakt' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: surname, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
  await expect(dialog.getByText(surname)).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Zeitfenster' }).click()
  await page.getByRole('option', { name: /10:00–11:00.*1 von 1 frei/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'Beginn' })).toHaveValue('07.07.2036 10:00')
  await dialog.getByRole('textbox', { name: 'Titel' }).fill('Beratung')
  await dialog.getByRole('combobox', { name: 'Teilnehmende' }).click()
  await page.getByRole('option', { name: me, exact: true }).click()
  await page.keyboard.press('Escape')
  await expectNoAxeViolations(page)

  // another booking takes the slot first
  const person = { surname: `Andere${unique()}`, emailAddress: `${unique()}@example.org` }
  await call(admin, appointmentApi.add, { body: { slotRef, startUtc: '2036-07-07T08:00:00Z', person } })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByRole('button', { name: '08.07.2036 14:00–15:30' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Beginn' })).toHaveValue('08.07.2036 14:00')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Termin am 08.07.2036 um 14:00 gespeichert')

  // users who enter appointments may not write e-mails, but may send the prepared one
  const mail = page.getByRole('dialog', { name: 'Termin bestätigen' })
  await expect(mail.getByText('08.07.2036 14:00 – 15:30')).toBeVisible()
  await expectNoAxeViolations(page)
  await mail.getByRole('button', { name: 'Senden', exact: true }).click()
  await said(page, `E-Mail an ${address} ist unterwegs`)
  await expect(page.getByRole('button', { name: new RegExp(`14:00–15:30 Beratung, .*${surname}`) })).toBeVisible()

  // every user has a column
  await page.goto('/appointmentcalendar?day=2036-07-08&view=people')
  const column = page.getByRole('region', { name: me })
  await expect(column.getByRole('button', { name: /Beratung/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await column.getByRole('button', { name: `Neuer Termin für ${me}` }).click()
  await picker.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.getByRole('textbox', { name: 'Beginn' }).fill('08.07.2036 14:30')
  await dialog.getByRole('textbox', { name: 'Ende' }).fill('08.07.2036 15:00')
  await expect(dialog.getByText(new RegExp(`${me} hat dann schon einen Termin`))).toBeVisible()
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Verwerfen|Verlassen/ })
    .click()

  // live: another user changes the appointment, which is then cancelled
  const [mine] = await call(admin, appointmentApi.list, { query: { start: '2036-07-08', end: '2036-07-08' } })
  await call(admin, appointmentApi.update, {
    params: { id: mine?.id ?? '' },
    body: { version: mine?.version ?? 0, place: 'Ausstellung' },
  })
  await column.getByRole('button', { name: /Beratung.*Ausstellung/ }).click()
  const opened = page.getByRole('dialog', { name: 'Termin', exact: true })
  await expect(opened.getByRole('textbox', { name: 'Ort' })).toHaveValue('Ausstellung')
  await opened.getByRole('button', { name: 'Absagen…' }).click()
  const question = page.getByRole('dialog', { name: 'Termin absagen' })
  await question.getByRole('textbox', { name: 'Grund' }).fill('krank')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Absagen', exact: true }).click()
  await said(page, `«Beratung, ${surname}» ist abgesagt`)
  const cancellation = page.getByRole('dialog', { name: 'Absage senden' })
  await expect(cancellation.getByText(/krank/)).toBeVisible()
  await cancellation.getByRole('button', { name: 'Nicht senden' }).click()
  // neither the question nor the appointment dialog stays open
  await expect(page.locator('[role=dialog]')).toHaveCount(0)

  await page.goto(`/contacts/${id}/encounters/${mine?.id}`)
  await expect(page.getByText(/08\.07\.2036 14:00 – 08\.07\.2036 15:30 · Ausstellung · abgesagt · krank/)).toBeVisible()
  await page.getByRole('link', { name: /Im Kalender zeigen/ }).click()
  await expect(opened).toContainText('Abgesagt: krank')
  // nothing can be changed any more
  await opened.getByRole('combobox', { name: 'Zeitfenster' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(opened.locator('[data-testid=CancelIcon]')).toHaveCount(0)
  await expect(opened.getByRole('textbox', { name: 'Titel' })).toHaveAttribute('readonly', '')
})

test('a missing contact is added from the appointment dialog, which keeps all input and takes the new contact', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const [surname, title] = [`Neu${unique()}`, `Probe${unique()}`]
  await page.goto('/appointmentcalendar?day=2036-08-05')
  await page.getByRole('button', { name: 'Neuer Termin' }).click()
  const picker = page.getByRole('dialog', { name: 'Kontakt suchen' })
  await picker.getByRole('button', { name: 'Abbrechen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
  await dialog.getByRole('textbox', { name: 'Titel' }).fill(title)
  await dialog.getByRole('textbox', { name: 'Ort' }).fill('Halle 2')
  await dialog.getByRole('textbox', { name: 'Beginn' }).fill('05.08.2036 15:00')
  await dialog.getByRole('textbox', { name: 'Ende' }).fill('05.08.2036 16:30')
  await dialog.getByRole('button', { name: 'Kontakt wählen' }).click()
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  await picker.getByRole('button', { name: 'Neuer Kontakt' }).click()

  // the dialog is still there after going back
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)
  await page.goBack()
  await expect(dialog.getByRole('textbox', { name: 'Titel' })).toHaveValue(title)
  await dialog.getByRole('button', { name: 'Kontakt wählen' }).click()
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  await picker.getByRole('button', { name: 'Neuer Kontakt' }).click()
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)
  await page.getByRole('button', { name: 'Speichern' }).click()

  await expect(dialog.getByText(surname)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Titel' })).toHaveValue(title)
  await expect(dialog.getByRole('textbox', { name: 'Ort' })).toHaveValue('Halle 2')
  await expect(dialog.getByRole('textbox', { name: 'Ende' })).toHaveValue('05.08.2036 16:30')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Termin am 05.08.2036 um 15:00 gespeichert')
  await expect(page.getByRole('button', { name: new RegExp(`15:00–16:30 ${title}, .*${surname}`) })).toBeVisible()
})

test('an appointment is added from its contact, and shows which e-mail about it could not be sent', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const admin = await openFor('admin')
  const surname = `Bei${unique()}`
  const { id } = await addContact(admin, { surname })
  await signIn(await addPerson(database, 'termin'))
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Termin', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
  await expect(dialog.getByText(surname)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Titel' }).fill('Beratung')
  await dialog.getByRole('textbox', { name: 'Beginn' }).fill('06.08.2036 15:00')
  await dialog.getByRole('textbox', { name: 'Ende' }).fill('06.08.2036 16:00')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Termin am 06.08.2036 um 15:00 gespeichert')
  const list = await call(admin, appointmentApi.list, { query: { start: '2036-08-06', end: '2036-08-06' } })
  const made = list.find(({ contactRef }) => contactRef === id)
  await sql`insert into appointment_mail_fault (appointment_id, kind, code)
            values (${made?.id}, 'REMINDER', 'OPEN_PLACEHOLDERS')`.execute(database.kysely)
  await page.goto(`/appointmentcalendar?id=${made?.id}`)
  const opened = page.getByRole('dialog', { name: 'Termin', exact: true })
  await expect(
    opened.getByText(/^Die Erinnerung wurde nicht gesendet: Die Vorlage verlangt etwas, das hier fehlt\./),
  ).toBeVisible()
  await expectNoAxeViolations(page)
})

test('the end follows a changed start, a slot sets its own times, and the notice says when the appointment is', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const { id } = await addContact(admin, { surname: `Lang${unique()}` })
  await call(admin, masterData.predefinedTimeSlots.add, {
    body: { weekday: 'FRIDAY', startTime: '16:00', endTime: '16:45', capacity: 1, validFrom: '2036-09-01' },
  })
  await signIn('user')
  await page.goto(`/appointmentcalendar?day=2036-09-01&contact=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
  const [start, end] = [dialog.getByRole('textbox', { name: 'Beginn' }), dialog.getByRole('textbox', { name: 'Ende' })]
  await expect(end).toHaveValue('01.09.2036 10:00')
  await start.fill('02.09.2036 14:00')
  await expect(end).toHaveValue('02.09.2036 15:00')
  await end.fill('02.09.2036 15:30')
  await expect(start).toHaveValue('02.09.2036 14:00')

  // unreadable input does not move the end; the next valid input does
  await start.fill('irgendwann')
  await expect(dialog.getByText('Eingabe ist kein valides Datum', { exact: false })).toBeVisible()
  await expect(end).toHaveValue('02.09.2036 15:30')
  await start.fill('04.09.2036 08:00')
  await expect(end).toHaveValue('04.09.2036 09:30')

  // an end before the start is not moved
  await end.fill('04.09.2036 07:00')
  await start.fill('04.09.2036 06:30')
  await start.press('Tab')
  await expect(end).toHaveValue('04.09.2036 07:00')

  await start.fill('05.09.2036 06:30')
  await dialog.getByRole('combobox', { name: 'Zeitfenster' }).click()
  await page.getByRole('option', { name: /16:00–16:45/ }).click()
  await expect(start).toHaveValue('05.09.2036 16:00')
  await expect(end).toHaveValue('05.09.2036 16:45')
  await dialog.getByRole('combobox', { name: 'Zeitfenster' }).click()
  await page.getByRole('option', { name: 'freie Zeit' }).click()
  await start.fill('30.11.2036 10:00')
  await expect(end).toHaveValue('30.11.2036 10:45')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Termin am 30.11.2036 um 10:00 gespeichert')

  const [saved] = await call(admin, appointmentApi.list, { query: { start: '2036-11-30', end: '2036-11-30' } })
  await page.goto(`/appointmentcalendar?id=${saved?.id}`)
  const opened = page.getByRole('dialog', { name: 'Termin', exact: true })
  await opened.getByRole('textbox', { name: 'Beginn' }).fill('01.12.2036 11:00')
  await expect(opened.getByRole('textbox', { name: 'Ende' })).toHaveValue('01.12.2036 11:45')
})

test('absent people are marked in week, day and month, without a button', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const [anna, beat] = [await addPerson(database), await addPerson(database)]
  const admin = await openFor('admin')
  const idOf = await idsOfPeople(admin)
  const away = (name: string, from: string, until: string) =>
    call(admin, absenceApi.add, { body: { personRef: idOf(name), from, until } })
  // away from Wednesday 8:00 to Friday 0:00, and on Thursday from 13:00 to 15:00
  await away(anna, '2036-10-08T06:00:00Z', '2036-10-09T22:00:00Z')
  await away(beat, '2036-10-09T11:00:00Z', '2036-10-09T13:00:00Z')
  const [ofAnna, ofBeat] = [page.getByText(`${anna} (abwesend)`), page.getByText(`${beat} (abwesend) 13:00–15:00`)]

  await signIn('user')
  for (const view of ['week', 'month']) {
    await page.goto(`/appointmentcalendar?day=2036-10-06&view=${view}`)
    await expect(ofAnna).toBeVisible()
    await expect(ofBeat).toBeVisible()
    await expect(page.getByRole('button', { name: /abwesend/ })).toHaveCount(0)
    await expectNoAxeViolations(page)
  }
  await page.goto(`/appointmentcalendar?day=2036-10-09&view=week&person=${idOf(beat)}`)
  await expect(ofBeat).toBeVisible()
  await expect(ofAnna).toHaveCount(0)

  await page.goto('/appointmentcalendar?day=2036-10-09&view=day')
  await expect(ofAnna).toBeVisible()
  await expect(ofBeat).toBeVisible()
  await page.goto('/appointmentcalendar?day=2036-10-10&view=day')
  await expect(page.getByText('10. Oktober 2036').first()).toBeVisible()
  await settled(page)
  await expect(ofAnna).toHaveCount(0)
  await expect(ofBeat).toHaveCount(0)
})

test('by person, absent people have a column after those with appointments on that day', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const [anna, beat] = [await addPerson(database), await addPerson(database)]
  const admin = await openFor('admin')
  const idOf = await idsOfPeople(admin)
  const day = { from: '2036-10-16T06:00:00Z', until: '2036-10-16T15:00:00Z' }
  await call(admin, absenceApi.add, { body: { personRef: idOf(anna), ...day } })
  const { id } = await addContact(admin, { surname: `Weg${unique()}` })
  const booked = { contactRef: id, startUtc: '2036-10-16T07:00:00Z', endUtc: '2036-10-16T08:00:00Z' }
  await call(admin, appointmentApi.add, { body: { ...booked, participantRefs: [idOf(beat)] } })

  await signIn('user')
  await page.goto('/appointmentcalendar?day=2036-10-16&view=people')
  const columns = page.getByRole('region', { name: new RegExp(`^(${anna}|${beat})$`) })
  await expect(columns).toHaveCount(2)
  await expect(columns.nth(0)).toContainText(beat)
  await expect(columns.nth(1)).toContainText(`${anna} (abwesend)`)
})

test('going back closes an appointment and asks about its input; closing by a button leaves no history entry behind', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { id: contactRef } = await addContact(page, { surname: `Zurueck${unique()}` })
  const title = `Rundgang ${unique()}`
  const [startUtc, endUtc] = ['2036-10-06T08:00:00Z', '2036-10-06T09:00:00Z']
  await call(page, appointmentApi.add, { body: { contactRef, startUtc, endUtc, title, participantRefs: [] } })
  await page.goto('/appointmentcalendar?day=2036-10-06')
  const entry = page.getByRole('button', { name: new RegExp(title) })
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true })
  await entry.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(entry).toBeVisible()

  await entry.click()
  await dialog.getByRole('textbox', { name: 'Ort' }).fill('Hof')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Ort' })).toHaveValue('Hof')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(entry).toBeVisible()

  const step = () => page.evaluate(() => (history.state as { __TSR_index: number }).__TSR_index)
  const before = await step()
  await entry.click()
  await dialog.getByRole('textbox', { name: 'Ort' }).fill('Garten')
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  // asked only once
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await page.evaluate(() => new URLSearchParams(location.search).get('id'))).toBeNull()
  // going back leads to the page before the calendar
  await expect.poll(step).toBe(before)
})
