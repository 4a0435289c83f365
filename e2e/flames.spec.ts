import type { Page, Route } from '@playwright/test'
import { addContact, api, expect, expectNoAxeViolations, test } from './fixtures.ts'

test.describe.configure({ mode: 'serial' })

const board = 'Sonderanfertigung'
const steps = [
  { title: 'Anfrage' },
  { title: 'Offerte', colour: '#80621f' },
  { title: 'Versand', colour: '#2e6b34', requires: ['PICKUP_DATE', 'SAP_NUMBER'] },
]
const people = ['Ammann', 'Brunner', 'Caduff', 'Denzler'] as const

let boardId = ''

const open = async (page: Page) => {
  await page.goto(`/flames?board=${boardId}`)
  await expect(page.getByRole('heading', { level: 1, name: `Flammen: ${board}` })).toBeVisible()
}
const column = (page: Page, title: string) => page.getByRole('region', { name: title })
const names = (page: Page, title: string) => column(page, title).locator('[data-card]')
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const said = (page: Page) => page.getByRole('region', { name: 'Meldungen' })

test('a board of flames, of which the cards are prepared', async ({ page, signIn }) => {
  await signIn('admin')
  const made = await api(page, 'POST', '/api/blackboards', { title: board, kind: 'FLAME', steps })
  boardId = made.id
  for (const surname of people.toReversed()) {
    const contact = await addContact(page, { surname })
    await api(page, 'POST', '/api/flames', { contactRef: contact.id, taskboardRef: boardId, assigneeRef: null })
  }
  await signIn('user')
  await open(page)
  await expect(names(page, 'Anfrage')).toHaveText([...people])
  await expect(column(page, 'Versand')).toContainText('Keine Flamme in diesem Schritt')
})

test('axe finds nothing on the board, in its menu and its dialogs', async ({ page, signIn }) => {
  await signIn('user')
  await open(page)
  await expect(card(page, 'Ammann')).toBeVisible()
  await page.getByRole('button', { name: 'Aktionen Ammann' }).click()
  await expect(page.getByRole('menuitem', { name: 'Verschieben nach…' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('menuitem', { name: 'Zuweisen…' }).click()
  await expect(page.getByRole('dialog', { name: '«Ammann» zuweisen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'user (Sie)' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a board that stands open is read anew when the reminder of a resting card comes', async ({
  page,
  signIn,
  clock,
}) => {
  await signIn('user')
  const { id: contactRef } = await addContact(page, { surname: 'Egger' })
  const reminderAtUtc = new Date(Date.now() + 3_600_000).toISOString()
  const flame = await api(page, 'POST', '/api/flames', { contactRef, taskboardRef: boardId, reminderAtUtc })
  await open(page)
  await expect(names(page, 'Anfrage')).toHaveText([...people])
  const read = page.waitForRequest((request) => new URL(request.url()).pathname === `/api/flames/blackboard/${boardId}`)
  await clock.fastForward('01:01:00')
  await read
  await api(page, 'DELETE', `/api/flames/${flame.id}`)
})

test('a card is dragged beside another, into another column, and back by undo', async ({ page, signIn }) => {
  await signIn('user')
  await open(page)
  await card(page, 'Denzler').dragTo(card(page, 'Ammann'), { targetPosition: { x: 20, y: 2 } })
  await expect(said(page)).toContainText('«Denzler» steht in «Anfrage» an Platz 1 von 4.')
  await expect(names(page, 'Anfrage')).toHaveText(['Denzler', 'Ammann', 'Brunner', 'Caduff'])
  await card(page, 'Denzler').dragTo(column(page, 'Offerte').getByText('Keine Flamme in diesem Schritt'))
  await expect(said(page)).toContainText('«Denzler» steht in «Offerte» an Platz 1 von 1.')
  await expect(names(page, 'Offerte')).toHaveText(['Denzler'])
  await page.reload()
  await expect(names(page, 'Offerte')).toHaveText(['Denzler'])
  await card(page, 'Denzler').dragTo(card(page, 'Caduff'), { targetPosition: { x: 20, y: 2 } })
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann', 'Brunner', 'Denzler', 'Caduff'])
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(names(page, 'Offerte')).toHaveText(['Denzler'])
  await page.reload()
  await expect(names(page, 'Offerte')).toHaveText(['Denzler'])
})

test('keys that are faster than the answers move a card as far, also where the first is refused', async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/ERR_FAILED/)
  await signIn('admin')
  const steps = ['Eins', 'Zwei', 'Drei'].map((title) => ({ title }))
  const { id } = await api(page, 'POST', '/api/blackboards', { title: 'Eilig', kind: 'FLAME', steps })
  const { id: contactRef } = await addContact(page, { surname: 'Flink' })
  const flame = await api(page, 'POST', '/api/flames', { contactRef, taskboardRef: id })
  const saved = async () => (await api<{ version: number }>(page, 'GET', `/api/flames/${flame.id}`)).version
  await page.goto(`/flames?board=${id}`)
  await card(page, 'Flink').focus()

  /** Holds the answer of the next move back until the keys are pressed. */
  async function whileHeld(press: () => Promise<void>, answer: 'continue' | 'abort' = 'continue') {
    const held = Promise.withResolvers<void>()
    const asked = page.waitForRequest(/_move$/)
    await page.route(
      /_move$/,
      async (route) => {
        await held.promise
        await route[answer]()
      },
      { times: 1 },
    )
    await page.keyboard.press('Shift+ArrowRight')
    await asked
    await press()
    held.resolve()
  }

  await whileHeld(() => page.keyboard.press('Shift+ArrowRight'))
  await expect(said(page)).toContainText('«Flink» steht in «Drei» an Platz 1 von 1.')
  await expect(names(page, 'Drei')).toHaveText(['Flink'])
  expect(await saved()).toBe(3)

  // both before the screen has drawn the first, which took the focus along
  await expect(card(page, 'Flink')).toBeFocused()
  await page.evaluate(() => {
    const press = (at: Element | null) =>
      at?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true, bubbles: true }))
    press(document.activeElement)
    press(document.body)
  })
  await expect(said(page)).toContainText('«Flink» steht in «Eins» an Platz 1 von 1.')
  await expect(names(page, 'Eins')).toHaveText(['Flink'])
  expect(await saved()).toBe(5)

  await expect(card(page, 'Flink')).toBeFocused()
  await whileHeld(() => page.keyboard.press('Control+z'))
  await expect(said(page)).toContainText('«Flink» steht in «Eins» an Platz 1 von 1.')
  await expect.poll(saved).toBe(7)
  await expect(names(page, 'Eins')).toHaveText(['Flink'])

  await card(page, 'Flink').focus()
  await whileHeld(() => page.keyboard.press('Shift+ArrowRight'), 'abort')
  await expect(said(page)).toContainText('«Flink» steht in «Drei» an Platz 1 von 1.')
  await expect(names(page, 'Drei')).toHaveText(['Flink'])
  expect(await saved()).toBe(8)
  await page.reload()
  await expect(names(page, 'Drei')).toHaveText(['Flink'])
})

test('two people move the same card: the later one is told who was first', async ({ openFor, expectError }) => {
  expectError(/409/)
  const [anna, admin] = [await openFor('user'), await openFor('admin')]
  // what the other one does does not reach her
  await anna.routeWebSocket(/notifications/, () => {})
  await open(anna)
  await open(admin)
  await expect(card(anna, 'Caduff')).toBeVisible()
  await card(admin, 'Caduff').focus()
  await admin.keyboard.press('Shift+ArrowRight')
  await expect(names(admin, 'Offerte')).toHaveText(['Caduff', 'Denzler'])
  await card(anna, 'Caduff').focus()
  await anna.keyboard.press('Shift+ArrowUp')
  await expect(said(anna)).toContainText('«Caduff» wurde inzwischen von admin nach «Offerte» verschoben.')
  await expect(names(anna, 'Offerte')).toHaveText(['Caduff', 'Denzler'])
})

test('while the server is away the cards stay, one that was moved goes back, and the board recovers by itself', async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/ERR_CONNECTION_REFUSED/)
  await signIn('user')
  await open(page)
  await expect(names(page, 'Anfrage').first()).toHaveText('Ammann')
  const before = await names(page, 'Anfrage').allTextContents()
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await card(page, 'Ammann').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('alert').filter({ hasText: 'Die Karten stehen, wie sie zuletzt' })).toContainText(
    'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.',
  )
  await expect(names(page, 'Anfrage')).toHaveText(before)
  await expectNoAxeViolations(page)
  await page.unroute('**/api/**')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(names(page, 'Anfrage')).toHaveText(before)
})

test('from a contact to a new flame, and the contact knows it', async ({ page, signIn }) => {
  await signIn('user')
  const contact = await addContact(page, { surname: 'Egloff' })
  await page.goto(`/contacts/${contact.id}`)
  await page.getByRole('button', { name: 'Neue Flamme' }).click()
  const dialog = page.getByRole('dialog', { name: 'Taskboard wählen' })
  await expect(dialog.getByRole('button')).toContainText(['Abbrechen', 'Weiter ohne Flamme', 'Weiter mit Flamme'])
  await expectNoAxeViolations(page)
  await dialog.getByRole('combobox', { name: 'Taskboard' }).click()
  await page.getByRole('option', { name: board }).click()
  await dialog.getByRole('button', { name: 'Weiter mit Flamme' }).click()
  await expect(page).toHaveURL(`/new-flame/${contact.id}/${boardId}`)
  await expect(page.getByRole('textbox', { name: 'Name auf dem Zertifikat' })).toHaveValue('Egloff')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Flamme anlegen' }).click()
  await expect(said(page)).toContainText('Die Flamme für «Egloff» ist angelegt.')
  await page.goto(`/contacts/${contact.id}?tab=flames`)
  await expect(page.getByRole('tab', { name: /Flammen/ })).toContainText('1')
  await expect(page.getByRole('grid', { name: 'Flammen' })).toContainText('Egloff')
})

test('a flame of somebody new: from the step of a board over a new contact back to that step', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  await open(page)
  await page.getByRole('button', { name: 'Neue Flamme in «Offerte»' }).click()
  await page.getByRole('dialog', { name: 'Neue Flamme' }).getByRole('button', { name: 'Neuer Kontakt' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/new\\?blackboardRef=${boardId}&step=`))
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Furrer')
  await page.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
  await expect(page).toHaveURL(new RegExp(`/new-flame/[0-9a-f-]+/${boardId}\\?step=`))
  await page.getByRole('button', { name: 'Flamme anlegen' }).click()
  await expect(said(page)).toContainText('Die Flamme für «Furrer» ist angelegt.')
  await open(page)
  await expect(names(page, 'Offerte').filter({ hasText: 'Furrer' })).toBeVisible()
})

test('what somebody chose for themselves counts at once: future tasks, and the board that opens first', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const { id: contactRef } = await addContact(page, { surname: 'Zukunft' })
  const reminderAtUtc = new Date(Date.now() + 3_600_000).toISOString()
  const flame = await api(page, 'POST', '/api/flames', { contactRef, taskboardRef: boardId, reminderAtUtc })
  await page.goto('/ownUserConfiguration')
  const future = page.getByRole('switch', { name: 'Künftige Aufgaben anzeigen' })
  const favourite = page.getByRole('combobox', { name: 'Bevorzugtes Taskboard für Flammen' })
  await favourite.click()
  await page.getByRole('option', { name: board }).click()
  await expect(said(page)).toContainText('Gespeichert')
  await expect(favourite).toHaveText(board)
  await future.click()
  await expect(future).toBeChecked()
  await page.getByRole('link', { name: 'Flammen', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: `Flammen: ${board}` })).toBeVisible()
  await expect(card(page, 'Zukunft')).toBeVisible()
  // in a new tab as well, which has looked at no board yet
  const other = await page.context().newPage()
  await other.goto('/flames')
  await expect(other.getByRole('heading', { level: 1, name: `Flammen: ${board}` })).toBeVisible()
  await other.close()

  // switched twice before the first answer: the last word counts
  await page.goto('/ownUserConfiguration')
  await expect(future).toBeChecked()
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/userConfig'))
  const hold = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  let answers = 0
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') answers += 1
  })
  await page.route(/userConfig$/, hold, { times: 1 })
  await future.click()
  await asked
  await future.click()
  held.resolve()
  await expect.poll(() => answers).toBe(2)
  await page.reload()
  await expect(future).toBeChecked()
  await future.click()
  await favourite.click()
  await page.getByRole('option', { name: 'zuletzt angesehenes' }).click()
  await expect(favourite).toHaveText('zuletzt angesehenes')
  await api(page, 'DELETE', `/api/flames/${flame.id}`)
})
