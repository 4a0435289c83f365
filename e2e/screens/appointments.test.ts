import { addContact, addPerson, api, expect, expectNoAxeViolations, type Made, said, test, unique } from './fixtures.ts'

interface Booked extends Made {
  startUtc: string
  state: string
}

test('an appointment is entered by keyboard in a slot, seen by person, moved, cancelled with why, and stands on the timeline', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const admin = await openFor('admin')
  const surname = `Termin${unique()}`
  const address = `${unique()}@example.test`
  const { id } = await addContact(admin, { surname, emailAddresses: [{ address }] })
  const [mailbox] = await api<Made[]>(admin, 'GET', '/api/mailboxes')
  const settings = await api<object>(admin, 'GET', '/api/appointment-settings')
  await api(admin, 'PUT', '/api/appointment-settings', { ...settings, mailboxRef: mailbox?.id })
  const me = await addPerson(database, 'termin')
  const slot = { weekday: 'MONDAY', startTime: '10:00', endTime: '11:00', capacity: 1, validFrom: '2036-07-01' }
  const { id: slotRef } = await api(admin, 'POST', '/api/predefined-time-slots', slot)

  await signIn(me)
  await page.goto('/appointmentcalendar?day=2036-07-07')
  await expect(page.getByRole('heading', { name: /^KW 28/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Neuer Termin' }).click()
  const picker = page.getByRole('dialog', { name: 'Kontakt suchen' })
  // whoever may not add contacts is offered none
  await expect(picker.getByRole('button', { name: 'Neuer Kontakt' })).toHaveCount(0)
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
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

  // somebody else is faster
  const person = { surname: `Andere${unique()}`, emailAddress: `${unique()}@example.org` }
  await api(admin, 'POST', '/api/appointments', { slotRef, startUtc: '2036-07-07T08:00:00Z', person })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByRole('button', { name: '08.07.2036 14:00–15:30' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Beginn' })).toHaveValue('08.07.2036 14:00')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Termin gespeichert')

  // whoever enters appointments writes no e-mails, but sends what the product writes
  const mail = page.getByRole('dialog', { name: 'Termin bestätigen' })
  await expect(mail.getByText('08.07.2036 14:00 – 08.07.2036 15:30')).toBeVisible()
  await expectNoAxeViolations(page)
  await mail.getByRole('button', { name: 'Senden', exact: true }).click()
  await said(page, `E-Mail an ${address} ist unterwegs`)
  await expect(page.getByRole('button', { name: new RegExp(`14:00–15:30 Beratung, .*${surname}`) })).toBeVisible()

  // each person has a column of their own
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

  // live: somebody else moves it, and it is cancelled
  const [mine] = await api<Booked[]>(admin, 'GET', `/api/appointments?start=2036-07-08&end=2036-07-08`)
  await api(admin, 'PUT', `/api/appointments/${mine?.id}`, { version: mine?.version, place: 'Ausstellung' })
  await column.getByRole('button', { name: /Beratung.*Ausstellung/ }).click()
  const opened = page.getByRole('dialog', { name: 'Termin', exact: true })
  await expect(opened.getByRole('textbox', { name: 'Ort' })).toHaveValue('Ausstellung')
  await opened.getByRole('button', { name: 'Absagen …' }).click()
  const question = page.getByRole('dialog', { name: 'Termin absagen' })
  await question.getByRole('textbox', { name: 'Grund' }).fill('krank')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Absagen', exact: true }).click()
  await said(page, `«Beratung, ${surname}» ist abgesagt`)
  const cancellation = page.getByRole('dialog', { name: 'Absage senden' })
  await expect(cancellation.getByText(/krank/)).toBeVisible()
  await cancellation.getByRole('button', { name: 'Nicht senden' }).click()

  await page.goto(`/contacts/${id}/encounters/${mine?.id}`)
  await expect(page.getByText(/08\.07\.2036 14:00 – 08\.07\.2036 15:30 · Ausstellung · abgesagt · krank/)).toBeVisible()
  await page.getByRole('link', { name: /Im Kalender zeigen/ }).click()
  await expect(page.getByRole('dialog', { name: 'Termin', exact: true })).toContainText('Abgesagt: krank')
})
