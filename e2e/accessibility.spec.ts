import { type ScreenName, screens } from '../contract/src/routes.ts'
import { addEmails } from './emails.ts'
import { addEncounter } from './encounters.ts'
import { addContact, api, expect, expectNoAxeViolations, type Made, settled, test, unique } from './fixtures.ts'

/** The searches and tabs of screens that show something else there. */
const more: Partial<Record<ScreenName, readonly string[]>> = {
  contacts: ['?view=bin'],
  contact: ['?tab=documents', '?tab=comments', '?tab=relations', '?tab=flames'],
  duplicateContacts: ['?view=merges'],
  search: ['?term=a'],
  users: ['?tab=roles'],
  products: ['?tab=accessories'],
}

test('axe finds nothing on /login', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Das Feld wird benötigt').first()).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds nothing on any screen', async ({ page, database, signIn }) => {
  test.setTimeout(600_000)
  await signIn('admin')
  const { id, attachmentId, comment, encounter, flame } = await addContactWithAll()
  const [emailId = ''] = await addEmails(database, [{ subject: 'Zum Ansehen', from: 'anna@example.org', text: 'Wort' }])
  const emailComment = await api(page, 'POST', `/api/comments/upstream/${emailId}`, { text: 'Gesehen' })
  const ids: Partial<Record<ScreenName, Record<string, string>>> = {
    contact: { id },
    contactAttachment: { id, attachmentId },
    contactComment: { id, commentId: comment.id },
    contactEncounter: { id, encounterId: encounter.id },
    email: { emailId },
    emailOfOwner: { owner: '-2', emailId },
    emailComment: { emailId, commentId: emailComment.id },
    flame: { id: flame.id, taskboardId: flame.taskboardRef },
    flameTodos: { id: flame.id, taskboardId: flame.taskboardRef },
    newFlame: { contactRef: id, taskboardId: flame.taskboardRef },
  }

  async function addContactWithAll() {
    const contact = await addContact(page, {
      givenName: 'Anna',
      surname: unique(),
      uidCheck: { value: 'CHE-116.281.272' },
      emailAddresses: [{ address: `${unique()}@example.ch` }],
      addresses: [{ addressType: 'HOME', street: 'Seeweg 4' }],
    })
    const [board] = await api<Made[]>(page, 'GET', '/api/blackboards')
    const made = { contactRef: contact.id, taskboardRef: board?.id, overrideReason: 'Test' }
    const file = { name: 'Brief.txt', mimeType: 'text/plain', buffer: Buffer.from(contact.id) }
    const { origin } = new URL((await page.request.get('/healthz')).url())
    const list = `/api/contacts/${contact.id}/attachments`
    await page.request.post(list, { multipart: { file }, headers: { origin } })
    const [document] = await api<Made[]>(page, 'GET', list)
    return {
      id: contact.id,
      attachmentId: document?.id ?? '',
      comment: await api(page, 'POST', `/api/comments/upstream/${contact.id}`, { text: 'Ein Wort' }),
      encounter: await addEncounter(page, contact.id, { description: 'Ein Gespräch' }),
      flame: await api<Made & { taskboardRef: string }>(page, 'POST', '/api/flames', made),
    }
  }

  /** As a link within the product leads there, which reads nothing anew. */
  const enter = async (address: string) => {
    await page.evaluate((next) => history.pushState(null, '', next), address)
    await expect(page).toHaveURL(address)
  }
  await page.goto('/')
  await settled(page)
  for (const name of Object.keys(screens) as ScreenName[]) {
    if (name === 'login') continue
    const path = screens[name].path.replace(/\$(\w+)/g, (_, key: string) => ids[name]?.[key] ?? '')
    for (const search of ['', ...(more[name] ?? [])]) {
      await test.step(path + search, async () => {
        await enter(path + search)
        await settled(page)
        await expectNoAxeViolations(page)
      })
    }
  }
})
