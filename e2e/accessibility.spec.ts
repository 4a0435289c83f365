import type { Page } from '@playwright/test'
import { contactDocumentApi } from '../contract/src/contacts/documents.ts'
import { pathOf } from '../contract/src/endpoint.ts'
import { boardApi } from '../contract/src/orders/boards.ts'
import { flameApi } from '../contract/src/orders/flames.ts'
import { type ScreenName, screens } from '../contract/src/routes.ts'
import { commentApi } from '../contract/src/together/comments.ts'
import { addEmails } from './emails.ts'
import { addEncounter } from './encounters.ts'
import { addContact, call, enter, expect, expectNoAxeViolations, settled, test, unique } from './fixtures.ts'

/** Query strings of screens that show different content with them. */
const more: Partial<Record<ScreenName, readonly string[]>> = {
  contacts: ['?view=bin'],
  contact: ['?tab=documents', '?tab=comments', '?tab=relations', '?tab=flames'],
  duplicateContacts: ['?view=merges'],
  search: ['?term=a'],
  users: ['?tab=roles'],
  products: ['?tab=accessories'],
}

/** Opens the dialogs and menus of a screen one after the other, and yields while each is open for axe. */
type Open = (page: Page) => AsyncGenerator<void>

/** Opens dialogs by the names of their buttons; `name` is the name of the dialog where it differs. */
function dialogs(...opened: [button: string, name?: string][]): Open {
  return async function* (page) {
    for (const [button, name = button] of opened) {
      await page.getByRole('button', { name: button, exact: true }).first().click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      yield
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name })).toBeHidden()
    }
  }
}

/**
 * Dialogs to open, by screen. Dialogs whose content depends on a record are checked in the tests of their own screens.
 */
const open: Partial<Record<ScreenName, Open>> = {
  async *contactSearch(page) {
    await page.getByRole('button', { name: 'Benutzerkonto admin' }).click()
    await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible()
    yield
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
    await expect(page.getByRole('dialog', { name: 'Passwort ändern' })).toBeVisible()
    yield
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
  async *contact(page) {
    await page.getByRole('button', { name: 'Verlauf' }).click()
    await page.getByRole('button', { name: 'Seeweg 4 bearbeiten' }).click()
    await expect(page.getByRole('list', { name: 'Verlauf' })).toBeVisible()
    yield
    await page.getByRole('button', { name: 'Kontaktperson hinzufügen', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    yield
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
  async *duplicateContacts(page) {
    await page.getByRole('button', { name: 'Jetzt suchen' }).click()
    await page.getByRole('button', { name: /^Anna Doppelt.* vergleichen/ }).click()
    await expect(page.getByRole('button', { name: 'Zusammenführen' })).toBeInViewport({ ratio: 1 })
    yield
  },
  async *dashboards(page) {
    // the charts appear after the rest
    await expect(page.getByRole('main').locator('svg text').first()).toBeVisible()
    yield
  },
  users: dialogs(['Benutzer hinzufügen'], ['Verlauf', 'Verlauf «Benutzer»']),
  sectors: dialogs(['Verlauf', 'Verlauf «Branchen»'], ['Branche hinzufügen']),
  products: dialogs(['Produkt hinzufügen']),
  pallets: dialogs(['Palette hinzufügen']),
  blackboards: dialogs(['Taskboard hinzufügen']),
}

test('axe finds no violations on /login', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Das Feld wird benötigt').first()).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds no violations on any screen, in its dialogs and in its menus', async ({ page, database, signIn }) => {
  test.setTimeout(600_000)
  await signIn('admin')
  const { id, attachmentId, comment, encounter, flame } = await addContactWithAll()
  const [emailId = ''] = await addEmails(database, [{ subject: 'Zum Ansehen', from: 'anna@example.org', text: 'Wort' }])
  const { rows } = await database.pool.query<{ id: string; taskboardId: string }>(
    `select p.id, s.blackboard_id as "taskboardId" from project p join blackboard_step s on s.id = p.step_id
      where p.deleted_at is null limit 1`,
  )
  const [project] = rows
  if (!project) throw new Error('the demo has no project')
  const emailComment = await call(page, commentApi.add, { params: { id: emailId }, body: { text: 'Gesehen' } })
  const projectComment = await call(page, commentApi.add, { params: { id: project.id }, body: { text: 'Geplant' } })
  for (const remarks of ['eins', 'zwei'])
    await addContact(page, { givenName: 'Anna', surname: 'Doppelt', birthdate: '1971-03-04', remarks })
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
    programDocs: { page: 'booking' },
    project: { ...project },
    projectComment: { id: project.id, commentId: projectComment.id },
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
    const [board] = await call(page, boardApi.listFlameBoards, {})
    const made = { contactRef: contact.id, taskboardRef: board?.id ?? '', overrideReason: 'Test' }
    const file = { name: 'Brief.txt', mimeType: 'text/plain', buffer: Buffer.from(contact.id) }
    const { origin } = new URL((await page.request.get('/healthz')).url())
    const list = pathOf(contactDocumentApi.upload, { id: contact.id })
    await page.request.post(list, { multipart: { file }, headers: { origin } })
    const [document] = await call(page, contactDocumentApi.list, { params: { id: contact.id } })
    return {
      id: contact.id,
      attachmentId: document?.id ?? '',
      comment: await call(page, commentApi.add, { params: { id: contact.id }, body: { text: 'Ein Wort' } }),
      encounter: await addEncounter(page, contact.id, { description: 'Ein Gespräch' }),
      flame: await call(page, flameApi.add, { body: made }),
    }
  }

  await page.goto('/')
  await settled(page)
  for (const name of Object.keys(screens) as ScreenName[]) {
    // public screens have tests of their own
    if (screens[name].roles === 'public') continue
    const path = screens[name].path.replace(/\$(\w+)/g, (key) => ids[name]?.[key.slice(1)] ?? key)
    expect(path, 'an address without gaps').not.toContain('$')
    for (const search of ['', ...(more[name] ?? [])]) {
      await test.step(path + search, async () => {
        await enter(page, path + search)
        await settled(page)
        await expectNoAxeViolations(page)
        if (search) return
        for await (const _ of open[name]?.(page) ?? []) await expectNoAxeViolations(page)
      })
    }
  }
})
