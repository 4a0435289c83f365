import { addFlame, open, save, trade } from '../dossiers.ts'
import { addContact, api, expect, expectNoAxeViolations, field, said, test, unique } from './fixtures.ts'

interface Present {
  username: string
  activity: string
  field: string
}

test('who is in which field of a dossier or a contact stands on its screen, and is told of oneself', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('user')
  const other = await openFor('admin')
  const { board } = await trade(other)
  const contact = await addContact(other, { surname: `Zusammen${unique()}` })
  const flame = await addFlame(other, board, contact)
  const be = (path: string, activity: string | null, field = '') =>
    api(other, 'PUT', `${path}/presence`, { activity, field })
  const seenByOther = (path: string) => api<Present[]>(other, 'GET', `${path}/presence`)

  await open(page, flame)
  const dossier = `/api/flames/${flame.id}`
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

  const person = `/api/contacts/${contact.id}`
  await page.goto(`/contacts/${contact.id}`)
  await expect.poll(() => seenByOther(dossier)).toEqual([])
  await expect.poll(() => seenByOther(person)).toMatchObject([{ activity: 'VIEWING' }])
  await be(person, 'EDITING', 'surname')
  await said(page, 'admin bearbeitet das Feld «Nachname».')
})

test('who is signed in stands in the bar until an admin switches it off', async ({ page, signIn, openFor }) => {
  const other = await openFor('termin')
  await signIn('admin')
  await page.goto('/ownDueFlames')
  const button = page.getByRole('button', { name: /angemeldet$/ })
  await button.click()
  const list = page.getByRole('dialog', { name: 'Angemeldet' })
  await expect(list.getByRole('listitem').filter({ hasText: 'termin' })).toHaveCount(1)
  await expectNoAxeViolations(page)
  await list.getByRole('switch', { name: 'Allen zeigen' }).click()
  await expect(list).toContainText('Wer angemeldet ist, wird niemandem gezeigt.')
  expect(await api(other, 'GET', '/api/users/_signedIn')).toEqual({ shown: false, users: [] })
  await list.getByRole('switch', { name: 'Allen zeigen' }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'termin' })).toHaveCount(1)
})

test('why the server ends the live channel is said', async ({ page, signIn, openFor }) => {
  const admin = await openFor('admin')
  const username = unique()
  const { id } = await api(admin, 'POST', '/api/users', { username, password: 'ein langes Passwort', roles: ['USER'] })
  await signIn(username)
  await page.goto('/ownDueFlames')
  const unread = (count: number) =>
    expect(page.getByRole('button', { name: `Benachrichtigungen, ${count} ungelesen` })).toBeVisible()
  await unread(0)
  // what comes over the channel says that it is open
  const contact = await addContact(admin, { surname: unique() })
  await api(admin, 'POST', `/api/comments/upstream/${contact.id}`, { text: `@${username} hallo` })
  await unread(1)
  await api(admin, 'POST', `/api/users/${id}/signout-everywhere`)
  await said(page, 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.')
})
