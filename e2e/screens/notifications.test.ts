import type { Page } from '@playwright/test'
import { commentApi } from '../../contract/src/together/comments.ts'
import { notificationApi } from '../../contract/src/together/notifications.ts'
import type { Database } from '../../server/src/db/db.ts'
import { addContact, addPerson, call, expect, expectNoAxeViolations, said, test, unique } from './fixtures.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Benachrichtigungen, / })
const popup = (page: Page) => page.getByRole('dialog', { name: 'Benachrichtigungen' })
const entries = (page: Page) => popup(page).getByRole('listitem')

/** Sets whether comments show a popup; sound and browser notifications are off. */
async function choose(page: Page, chosen: { popup: boolean }) {
  const settings = await call(page, notificationApi.settings, {})
  const ways = { ...settings.ways, COMMENT: { sound: false, browser: false, ...chosen } }
  await call(page, notificationApi.saveSettings, { body: { ...settings, ways } })
}

const ring = ({ pool }: Database, username: string, content: string, contact: string | null) =>
  pool.query(
    `insert into notification (user_id, notification_type, content, contact_id)
     select id, 'INCOMING_CALL', $1, $2 from app_user where username = $3`,
    [content, contact, username],
  )

test('a mention is announced at once, stands in the list, and leads to its comment', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const me = await addPerson(database)
  await signIn(me)
  const surname = `Melder${unique()}`
  const { id } = await addContact(page, { surname })
  const other = await openFor('admin')
  await choose(page, { popup: true })
  await page.goto('/ownDueFlames')
  await expect(bell(page)).toBeVisible()
  await call(other, commentApi.add, { params: { id }, body: { text: `@${me} ${surname} anrufen` } })
  await said(page, `admin hat Sie erwähnt: ${surname}`)
  await bell(page).click()
  await expectNoAxeViolations(page)
  const entry = entries(page).filter({ hasText: `@${me} ${surname} anrufen` })
  await entry.getByRole('button').click()
  await expect(page).toHaveURL(/comments/)
  await expect(page.getByRole('article').filter({ hasText: `${surname} anrufen` })).toBeVisible()
  await bell(page).click()
  await expect(popup(page)).toContainText('Nichts Neues.')
  await expect(entries(page)).toHaveCount(0)
})

test('the list says which comments are gone, and deletes the marked or all notifications', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const me = await addPerson(database)
  await signIn(me)
  const surname = `Stapel${unique()}`
  const { id } = await addContact(page, { surname })
  const other = await openFor('admin')
  const made = []
  for (const text of ['eins', 'zwei', 'drei']) {
    made.push(await call(other, commentApi.add, { params: { id }, body: { text: `@${me} ${text}` } }))
  }
  await page.goto('/ownDueFlames')
  await bell(page).click()
  await expect(entries(page).filter({ hasText: surname })).toHaveCount(3)
  await call(other, commentApi.remove, { params: { id: made[0]?.id ?? '' } })
  await expect(entries(page).filter({ hasText: `@${me} eins` })).toContainText('gelöscht')
  for (const text of ['eins', 'zwei']) {
    await entries(page)
      .filter({ hasText: `@${me} ${text}` })
      .getByRole('checkbox')
      .click()
  }
  await popup(page).getByRole('button', { name: 'Markierte Löschen' }).click()
  await expect(entries(page).filter({ hasText: surname })).toHaveCount(1)
  await popup(page).getByRole('button', { name: 'Alle Löschen' }).click()
  await expect(popup(page)).toContainText('Nichts Neues.')
})

test('of many notifications only those in view are rendered; all are deleted at once, except a ringing call', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const me = await addPerson(database)
  await signIn(me)
  const { id } = await addContact(page, { surname: `Menge${unique()}` })
  const other = await openFor('admin')
  await choose(page, { popup: true })
  const texts = Array.from({ length: 25 }, (_, at) => `@${me} Nummer ${at}`)
  for (const text of texts) await call(other, commentApi.add, { params: { id }, body: { text } })
  await page.goto('/ownDueFlames')
  await bell(page).click()
  await expect(entries(page).first()).toContainText('Nummer 24')
  await expect(entries(page).first()).toHaveAttribute('aria-setsize', /^\d{2,}$/)
  expect(await entries(page).count()).toBeLessThan(25)
  await expect(page.getByText(/^und \d+ weitere$/)).toBeVisible()
  // an incoming call is shown above all others
  await ring(database, me, '+41 44 333 22 11 (unbekannt)', null)
  await expect(page.getByText(/Anruf von \+41 44 333 22 11/).first()).toBeVisible()
  await popup(page).getByRole('button', { name: 'Alle Löschen' }).click()
  await expect(popup(page)).toContainText('Nichts Neues.')
  await expect(page.getByText(/^und \d+ weitere$/)).toHaveCount(0)
  const left = await call(page, notificationApi.list, {})
  const types = left.map(({ notificationType }) => notificationType)
  // users of other tests sign in meanwhile
  expect(types.filter((type) => type !== 'CURRENT_LOGINS')).toEqual(['INCOMING_CALL'])
})

test('a person chooses how to be notified of comments', async ({ page, signIn, openFor, database }) => {
  const me = await addPerson(database)
  await signIn(me)
  const surname = `Still${unique()}`
  const { id } = await addContact(page, { surname })
  const other = await openFor('admin')
  await choose(page, { popup: true })
  await page.goto('/ownDueFlames')
  await bell(page).click()
  await popup(page).getByRole('button', { name: 'Wie Sie benachrichtigt werden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Wie Sie benachrichtigt werden' })
  await dialog.getByRole('checkbox', { name: 'Kommentare: Meldung' }).uncheck()
  await expectNoAxeViolations(page)
  await expect
    .poll(async () => (await call(page, notificationApi.settings, {})).ways)
    .toMatchObject({ COMMENT: { popup: false } })
  // a native field would show the times in the format of the browser
  await dialog.getByRole('switch', { name: /^Ruhezeit/ }).check()
  const from = dialog.getByRole('textbox', { name: 'Von' })
  await expect(from).toHaveValue('18:00')
  await from.fill('27')
  await from.blur()
  await expect(dialog.getByText(/muss eine Uhrzeit sein/)).toBeVisible()
  await from.fill('1930')
  await from.blur()
  await expect(from).toHaveValue('19:30')
  await expect
    .poll(async () => (await call(page, notificationApi.settings, {})).quiet)
    .toEqual({ from: '19:30', until: '07:00' })
  await dialog.getByRole('switch', { name: /^Ruhezeit/ }).uncheck()
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await call(other, commentApi.add, { params: { id }, body: { text: `@${me} ${surname}` } })
  await bell(page).click()
  await expect(entries(page).filter({ hasText: surname })).toHaveCount(1)
  await expect(page.getByText(`admin hat Sie erwähnt: ${surname}`, { exact: true })).toHaveCount(1)
})

test('a call leads to the contact with its number, or to a new contact with the number', async ({
  page,
  signIn,
  database,
}) => {
  const me = await addPerson(database)
  await signIn(me)
  const surname = `Rufer${unique()}`
  const { id } = await addContact(page, { surname })
  await page.goto('/ownDueFlames')
  const calls = page.getByRole('button', { name: /^Anrufe, / })
  await expect(calls).toBeVisible()
  await ring(database, me, `+41 44 111 22 33 (${surname})`, id)
  await ring(database, me, '+41 44 999 88 77 (unbekannt)', null)
  await calls.click()
  const list = page.getByRole('dialog', { name: 'Anrufe' })
  await list.getByRole('button', { name: new RegExp(`Anruf von ${surname}`) }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}`))
  await calls.click()
  await list.getByRole('button', { name: /Anruf von \+41 44 999 88 77/ }).click()
  await expect(page).toHaveURL(/contacts\/new\?phoneNumber=/)
  await expect(page.getByRole('textbox', { name: 'Nummer' }).first()).toHaveValue(/999 88 77/)
})
