import { appointmentApi } from '../../contract/src/calendars/appointments.ts'
import { calendarFeedApi } from '../../contract/src/calendars/feeds.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { addContact, addPerson, call, expect, expectNoAxeViolations, said, test, unique } from './fixtures.ts'

test('a person makes the address of a calendar feed, chooses its contents, replaces it and revokes it', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const me = await addPerson(database)
  const admin = await openFor('admin')
  const users = await call(admin, userApi.list, {})
  const own = users.find(({ username }) => username === me)?.id ?? ''
  const surname = `Abo${unique()}`
  const { id: contactRef } = await addContact(admin, { surname })
  const startUtc = new Date(Date.now() + 86_400_000).toISOString()
  const endUtc = new Date(Date.now() + 90_000_000).toISOString()
  await call(admin, appointmentApi.add, { body: { contactRef, startUtc, endUtc, participantRefs: [own] } })
  const read = async (address: string) => {
    const answer = await admin.request.fetch(new URL(address).pathname)
    return { status: answer.status(), text: await answer.text() }
  }

  await signIn(me)
  await page.goto('/ownUserConfiguration')
  await expect(page.getByRole('heading', { name: 'Kalender abonnieren' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Eigene To-dos' }).uncheck()
  await page.getByRole('button', { name: 'Adresse erzeugen' }).click()
  const address = page.getByRole('group', { name: 'Adresse' })
  await expect(address).toHaveText(/^http.*\/api\/calendar-feeds\/[\w-]{43}\.ics$/)
  await expect(page.getByText(/noch nie abgerufen/)).toBeVisible()
  await expectNoAxeViolations(page)
  const first = (await address.textContent()) ?? ''
  expect((await read(first)).text).toContain(surname)

  await page.getByRole('checkbox', { name: 'Eigene Termine' }).uncheck()
  await said(page, 'Gespeichert')
  expect((await read(first)).text).not.toContain(surname)

  // the address is shown once; to see one again, a new one is created
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Eigene Projekte' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Eigene Termine' })).not.toBeChecked()
  await expect(page.getByText(/zuletzt abgerufen/)).toBeVisible()
  await expect(address).toHaveCount(0)
  await page.getByRole('button', { name: 'Neue Adresse' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Neue Adresse' }).click()
  await expect(address).toBeVisible()
  const second = (await address.textContent()) ?? ''
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])

  // replaced in another window, the address leads nowhere any more, and this window shows it no longer
  const elsewhere = await openFor(me)
  const { feed } = await call(elsewhere, calendarFeedApi.get, {})
  const body = { sources: feed?.sources ?? [], replaces: feed?.createdUtc ?? null }
  await call(elsewhere, calendarFeedApi.make, { body })
  await expect(address).toHaveCount(0)

  await page.getByRole('button', { name: 'Widerrufen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click()
  await said(page, 'Die Adresse ist widerrufen')
  await expect(page.getByRole('button', { name: 'Adresse erzeugen' })).toBeVisible()
  expect((await read(second)).status).toBe(404)
})

test('a person with access to appointments only subscribes beside the calendar, and an admin revokes the address', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const me = await addPerson(database, 'termin')
  await signIn(me)
  await page.goto('/appointmentcalendar')
  await page.getByRole('button', { name: 'Abonnieren' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kalender abonnieren' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Adresse erzeugen' }).click()
  const address = (await dialog.getByRole('group', { name: 'Adresse' }).textContent()) ?? ''
  await expectNoAxeViolations(page)
  const other = await openFor('admin')
  const status = async () => (await other.request.fetch(new URL(address).pathname)).status()
  expect(await status()).toBe(200)

  await signIn('admin')
  await page.goto('/users')
  // the list draws only visible rows, and other tests add users
  await page.getByRole('button', { name: 'Filter anzeigen' }).click()
  await page.getByRole('textbox', { name: 'Filter Benutzername' }).fill(me)
  await page.getByRole('button', { name: `Aktionen ${me}` }).click()
  await page.getByRole('menuitem', { name: 'Kalender-Adresse widerrufen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click()
  await said(page, `Die Kalender-Adresse von «${me}» ist widerrufen`)
  expect(await status()).toBe(404)
})
