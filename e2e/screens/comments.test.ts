import type { Page } from '@playwright/test'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { commentApi } from '../../contract/src/together/comments.ts'
import { projectApi } from '../../contract/src/work/projects.ts'
import { addCustomer, addFlame, open, trade } from '../dossiers.ts'
import { addContact, call, expect, expectNoAxeViolations, field, test, unique } from './fixtures.ts'

const addCommented = async (page: Page) => (await addContact(page, { surname: `Kommentiert ${unique()}` })).id
const comment = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('a comment with a mention is written, answered, changed, deleted and restored by keyboard', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('user')
  const id = await addCommented(page)
  await page.goto(`/contacts/${id}?tab=comments`)
  await expect(page.getByText('Noch kein Kommentar.')).toBeVisible()
  await field(page, 'Kommentar schreiben').focus()
  await page.keyboard.type('Bitte @adm')
  await expect(page.getByRole('option', { name: 'admin' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('prüfen')
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('Bitte @admin prüfen')
  await page.keyboard.press('Control+Enter')
  const first = comment(page, 'Bitte @admin prüfen')
  await expect(first.locator('mark')).toHaveText('@admin')
  await expect(page.getByRole('tab', { name: 'Kommentare (1)' })).toBeVisible()
  await first.getByRole('button', { name: 'Antworten' }).press('Enter')
  await expect(field(page, 'user antworten')).toBeFocused()
  await page.keyboard.type('Mache ich selbst')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Mache ich selbst')).toBeVisible()

  // a colleague's comment appears by itself
  const admin = await openFor('admin')
  const [asked] = await call(admin, commentApi.list, { params: { id } })
  await call(admin, commentApi.answer, { params: { id: asked?.id ?? '' }, body: { text: 'Ist geprüft' } })
  await expect(comment(page, 'Ist geprüft')).toBeVisible()
  await expect(comment(page, 'Ist geprüft').getByRole('button', { name: 'Löschen' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Kommentare (3)' })).toBeVisible()

  await first.getByRole('button', { name: 'Bearbeiten' }).first().press('Enter')
  await expect(field(page, 'Kommentar')).toBeFocused()
  await field(page, 'Kommentar').fill('Ist es geprüft, @admin?')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Ist es geprüft')).toContainText('bearbeitet')
  await comment(page, 'Ist es geprüft').getByRole('button', { name: 'Löschen' }).first().press('Enter')
  await expect(page.getByText('gelöscht', { exact: true })).toBeVisible()
  await expect(comment(page, 'Ist geprüft')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).press('Enter')
  await expect(comment(page, 'Ist es geprüft')).toBeVisible()

  await signIn('termin')
  await page.goto(`/contacts/${id}/comments/${asked?.id}`)
  await expect(comment(page, 'Ist es geprüft')).toHaveAttribute('aria-current', 'true')
  await expect(field(page, 'Kommentar schreiben')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Antworten' })).toHaveCount(0)
  await page.goto(`/contacts/${id}/comments/01999999-0000-7000-8000-000000000000`)
  await expect(page.getByText('Diesen Kommentar gibt es nicht mehr.')).toBeVisible()
})

test('mentions offer only people who can read the comment', async ({ page, signIn, openFor }) => {
  const admin = await openFor('admin')
  const board = await call(admin, boardApi.add, {
    body: { title: `Vorhaben ${unique()}`, kind: 'PROJECT', steps: [{ title: 'Idee' }] },
  })
  const project = await call(admin, projectApi.add, { body: { taskboardRef: board.id, title: 'Messe' } })
  await signIn('user')
  const offered = async (typed: string) => {
    await field(page, 'Kommentar schreiben').fill(`@${typed}`)
    return page.getByRole('option').allTextContents()
  }
  await page.goto(`/contacts/${await addCommented(page)}?tab=comments`)
  // users of other tests may begin with the same letters
  await expect.poll(() => offered('termin')).toContain('termin')
  await expect.poll(() => offered('pm')).toEqual([])
  await page.goto(`/projects/${project.id}/${board.id}`)
  await expect.poll(() => offered('pm')).toContain('pm')
  await expect.poll(() => offered('termin')).toEqual([])
})

test('two people change the same comment: both versions are shown', async ({ page, signIn }) => {
  await signIn('admin')
  const id = await addCommented(page)
  const made = await call(page, commentApi.add, { params: { id }, body: { text: 'Ursprung' } })
  await page.goto(`/contacts/${id}?tab=comments`)
  await comment(page, 'Ursprung').getByRole('button', { name: 'Bearbeiten' }).click()
  await call(page, commentApi.update, { params: { id: made.id }, body: { text: 'Von nebenan', version: 1 } })
  await field(page, 'Kommentar').fill('Von hier')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Von nebenan' })
  await expect(dialog).toContainText('Von hier')
  await expectNoAxeViolations(page)
})

test('a half-written comment that is left or cancelled does not come back', async ({ page, signIn }) => {
  await signIn('user')
  const id = await addCommented(page)
  await call(page, commentApi.add, { params: { id }, body: { text: 'Schon da' } })
  await page.goto(`/contacts/${id}?tab=comments`)
  await field(page, 'Kommentar schreiben').fill('Erst halb')
  await page.getByRole('tab', { name: /^Dokumente/ }).click()
  await page.getByRole('button', { name: 'Verlassen', exact: true }).click()
  await page.getByRole('tab', { name: /^Kommentare/ }).click()
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('')

  await comment(page, 'Schon da').getByRole('button', { name: 'Antworten' }).click()
  await field(page, 'user antworten').fill('Doch nicht')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verlassen', exact: true }).click()
  await comment(page, 'Schon da').getByRole('button', { name: 'Antworten' }).click()
  await expect(field(page, 'user antworten')).toHaveValue('')
})

test('a comment whose panel is closed while it is being sent is sent once, and its text is not offered again', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const flame = await addFlame(page, board, await addCustomer(page, word))
  await open(page, flame)
  const beside = page.getByRole('complementary', { name: 'Neben dem Dossier' })
  const openPanel = async () => {
    await page.getByRole('button', { name: 'Mehr' }).click()
    await page.getByRole('menuitem', { name: 'Kommentare' }).click()
    await expect(field(page, 'Kommentar schreiben')).toBeVisible()
  }
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/comments\/upstream\/[0-9a-f-]+$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await openPanel()
  await field(page, 'Kommentar schreiben').fill('Unterwegs')
  await page.getByRole('button', { name: 'Senden' }).click()
  await beside.getByRole('button', { name: 'Schliessen' }).click()
  await openPanel()
  await expect(page.getByRole('button', { name: 'Senden' })).toBeDisabled()
  held.resolve()
  await expect(comment(page, 'Unterwegs')).toBeVisible()
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('')
})

test('leaving a comment that was typed on while it was being sent asks first', async ({ page, signIn }) => {
  await signIn('user')
  const id = await addCommented(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/comments\/upstream\/[0-9a-f-]+$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/contacts/${id}?tab=comments`)
  await field(page, 'Kommentar schreiben').fill('Unterwegs')
  await page.getByRole('button', { name: 'Senden' }).click()
  await field(page, 'Kommentar schreiben').fill('Unterwegs und mehr')
  held.resolve()
  await expect(page.getByRole('tab', { name: 'Kommentare (1)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Senden' })).toBeEnabled()
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('Unterwegs und mehr')
  await page.getByRole('tab', { name: /^Dokumente/ }).click()
  await expect(page.getByRole('button', { name: 'Verlassen', exact: true })).toBeVisible()
})

test('going back during the conflict of a comment leaves the comment editable afterwards', async ({ page, signIn }) => {
  await signIn('admin')
  const id = await addCommented(page)
  const made = await call(page, commentApi.add, { params: { id }, body: { text: 'Ursprung' } })
  await page.goto('/contactSearch')
  await page.evaluate((to) => history.pushState(null, '', to), `/contacts/${id}?tab=comments`)
  await comment(page, 'Ursprung').getByRole('button', { name: 'Bearbeiten' }).click()
  await page.routeWebSocket(/notifications/, () => {})
  await call(page, commentApi.update, { params: { id: made.id }, body: { text: 'Von nebenan', version: 1 } })
  await field(page, 'Kommentar').fill('Von hier')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('dialog').filter({ hasText: 'Von nebenan' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(page).toHaveURL(/contactSearch/)
  await page.evaluate((to) => history.pushState(null, '', to), `/contacts/${id}?tab=comments`)
  await comment(page, 'Von nebenan').getByRole('button', { name: 'Bearbeiten' }).click()
  await field(page, 'Kommentar').fill('Doch von hier')
  await expect(page.getByRole('button', { name: 'Speichern' })).toBeEnabled()
})
