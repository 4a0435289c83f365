import type { Route } from '@playwright/test'
import { contactApi } from '../../contract/src/contacts/contacts.ts'
import { masterData } from '../../contract/src/lists/master-data.ts'
import { emailApi } from '../../contract/src/mail/inbox.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { commentApi } from '../../contract/src/together/comments.ts'
import { type PresenceChange, presenceApi } from '../../contract/src/together/presence.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { addFlame, open, save, trade } from '../dossiers.ts'
import { addEmails } from '../emails.ts'
import {
  addBoard,
  addContact,
  call,
  expect,
  expectNoAxeViolations,
  field,
  said,
  settled,
  test,
  unique,
} from './fixtures.ts'

test('a dossier and a contact show who edits which field, and tell others where the user is', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('user')
  const other = await openFor('admin')
  const { board } = await trade(other)
  const contact = await addContact(other, { surname: `Zusammen${unique()}` })
  const flame = await addFlame(other, board, contact)
  type Where = readonly ['contact' | 'flame', string]
  const be = ([kind, id]: Where, activity: PresenceChange['activity'], field = '') =>
    call(other, presenceApi[kind].be, { params: { id }, body: { activity, field } })
  const seenByOther = ([kind, id]: Where) => call(other, presenceApi[kind].others, { params: { id } })

  await open(page, flame)
  const dossier: Where = ['flame', flame.id]
  await expect(field(page, 'Notizen')).toBeVisible()
  await be(dossier, 'VIEWING')
  await said(page, 'admin ist auch hier.')
  await be(dossier, 'EDITING', 'dossier.deliveryDate')
  await said(page, 'admin bearbeitet das Feld «Lieferdatum».')
  await expectNoAxeViolations(page)
  await field(page, 'Notizen').fill('Ich auch')
  await expect
    .poll(() => seenByOther(dossier))
    .toMatchObject([{ username: 'user', activity: 'EDITING', field: 'dossier.notes' }])
  await save(page)
  await said(page, 'Dossier gespeichert')
  await be(dossier, null)
  await expect(page.getByText('admin bearbeitet')).toHaveCount(0)

  const person: Where = ['contact', contact.id]
  await page.goto(`/contacts/${contact.id}`)
  await expect.poll(() => seenByOther(dossier)).toEqual([])
  await expect.poll(() => seenByOther(person)).toMatchObject([{ activity: 'VIEWING' }])
  await be(person, 'EDITING', 'surname')
  await said(page, 'admin bearbeitet das Feld «Nachname».')
})

test('the top bar lists who is signed in until an admin switches it off', async ({ page, signIn, openFor }) => {
  const other = await openFor('termin')
  await signIn('admin')
  await page.goto('/ownDueFlames')
  const button = page.getByRole('button', { name: /angemeldet$/ })
  await button.click()
  const list = page.getByRole('dialog', { name: 'Angemeldet' })
  await expect(list.getByRole('listitem').filter({ has: page.getByText('termin', { exact: true }) })).toHaveCount(1)
  await expectNoAxeViolations(page)
  await list.getByRole('switch', { name: 'Allen zeigen' }).click()
  await expect(list).toContainText('Wer angemeldet ist, wird niemandem gezeigt.')
  expect(await call(other, userApi.signedIn, {})).toEqual({ shown: false, users: [] })
  await list.getByRole('switch', { name: 'Allen zeigen' }).click()
  await expect(list.getByRole('listitem').filter({ has: page.getByText('termin', { exact: true }) })).toHaveCount(1)
})

test('a user whom an admin signs out is told that the session has ended', async ({ page, signIn, openFor }) => {
  const admin = await openFor('admin')
  const username = unique()
  const { id } = await call(admin, userApi.add, {
    body: { username, password: 'ein langes Passwort', roles: ['USER'] },
  })
  await signIn(username)
  await page.goto('/ownDueFlames')
  const unread = (count: number) =>
    expect(page.getByRole('button', { name: `Benachrichtigungen, ${count} ungelesen` })).toBeVisible()
  await unread(0)
  // the notification shows that the live channel is open
  const contact = await addContact(admin, { surname: unique() })
  await call(admin, commentApi.add, { params: { id: contact.id }, body: { text: `@${username} hallo` } })
  await unread(1)
  await call(admin, userApi.signOut, { params: { id } })
  await said(page, 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.')
})

test('open screens follow what another person changes', async ({ page, signIn, openFor, database }) => {
  await signIn('admin')
  const other = await openFor('admin')
  const name = unique()
  const sees = (text: string) => expect(page.getByRole('main')).toContainText(text)
  const contact = await addContact(other, { surname: name })
  const contactRef = contact.id
  const board = await addBoard(other, 'FLAME', ['Anfrage', 'Versand'])

  // a contact, and the result list of a search
  await page.goto(`/contacts/${contactRef}`)
  await expect(field(page, 'Nachname')).toHaveValue(name)
  const renamed = await call(other, contactApi.update, {
    params: { id: contactRef },
    body: { ...contact, givenName: 'Lena' },
  })
  await expect(field(page, 'Vorname')).toHaveValue('Lena')
  await page.goto(`/contactSearch?surname=${name}`)
  await sees('Lena')
  await call(other, contactApi.update, {
    params: { id: contactRef },
    body: { ...contact, ...renamed, givenName: 'Magdalena' },
  })
  await sees('Magdalena')

  // the board
  await page.goto(`/flames?board=${board.id}`)
  await sees('Keine Flamme in diesem Schritt')
  const flame = await call(other, flameApi.add, { body: { contactRef, taskboardRef: board.id } })
  const inStep = (title: string) => page.getByRole('region', { name: title }).locator('[data-card]')
  await expect(inStep('Anfrage')).toHaveText([`Magdalena ${name}`])
  const to = { version: flame.version, taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  const moved = await call(other, flameApi.move, { params: { id: flame.id }, body: to })
  await expect(inStep('Versand')).toHaveText([`Magdalena ${name}`])

  // a dossier, even while the user is typing in it
  await page.goto(`/flames/${flame.id}/${board.id}`)
  const notes = field(page, 'Notizen')
  await expect(notes).toBeVisible()
  await notes.fill('Meine Notiz')
  const dossier = { certificateName: 'Anders' }
  await call(other, flameApi.update, { params: { id: flame.id }, body: { version: moved.version, dossier } })
  await expect(page.getByText(/Jemand hat das inzwischen geändert/)).toBeVisible()
  await expect(notes).toHaveValue('Meine Notiz')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page.getByText(/Jemand hat das inzwischen geändert/)).toBeHidden()

  // comments of a contact
  await page.goto(`/contacts/${contactRef}?tab=comments`)
  await sees('Noch kein Kommentar.')
  await call(other, commentApi.add, { params: { id: contactRef }, body: { text: `Geprüft ${name}` } })
  await sees(`Geprüft ${name}`)

  // the inbox
  const [email] = await addEmails(database, [{ subject: `Frage ${name}`, from: 'kundin@example.test' }])
  await page.goto(`/emails/${email}`)
  await sees(`Frage ${name}`)
  await call(other, emailApi.setInProgress, { params: { id: email } })
  await expect(page.getByRole('article')).toContainText('In Arbeit')

  // a list of master data, and users
  await page.goto('/sectors')
  await call(other, masterData.sectors.add, { body: { title: `Branche ${name}` } })
  await sees(`Branche ${name}`)
  await page.goto('/users')
  const user = await call(other, userApi.add, { body: { username: name, password: 'ein langes Passwort' } })
  await expect(page.getByRole('gridcell', { name, exact: true })).toBeVisible()
  await call(other, userApi.remove, { params: { id: user.id } })
  await expect(page.getByRole('gridcell', { name, exact: true })).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText(`Branche ${name}`)
})

test('the browser that made a change shows it without the live channel', async ({ page, signIn }) => {
  await page.routeWebSocket(/notifications/, () => {})
  await signIn('user')
  const { id } = await addContact(page, { surname: `Allein ${unique()}` })
  await page.goto(`/contacts/${id}?tab=comments`)
  await field(page, 'Kommentar schreiben').fill('Allein geschrieben')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article').filter({ hasText: 'Allein geschrieben' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Kommentare (1)' })).toBeVisible()
})

test('a change whose answer got lost is shown, whether the server makes it before or after', async ({
  page,
  signIn,
  database,
}) => {
  await signIn('user')
  const subject = `Verloren ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'kundin@example.test' }])
  await page.goto(`/emails/${id}`)
  const message = page.getByRole('article', { name: subject })
  await expect(message).toContainText('Offen')
  await page.route(/set-in-progress/, (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await page.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(message).toContainText('Zuständig: user')
  await settled(page)
  const unanswered = 'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.'
  await said(page, unanswered)

  let late: Route | undefined
  await page.route(/set-to-open/, (route) => {
    late = route
    return route.abort()
  })
  await page.getByRole('button', { name: 'Zurückgeben' }).click()
  await expect.poll(() => late !== undefined).toBe(true)
  await settled(page)
  await expect(message).toContainText('Zuständig: user')
  await late?.fetch()
  await expect(message).toContainText('Offen')
})
