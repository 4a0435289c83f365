import type { Page, Route } from '@playwright/test'
import { addContact, api, expect, expectNoAxeViolations, test } from './fixtures.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

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
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Aktionen ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
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
  await expectNoAxeViolations(page)
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

test('everything by the keyboard: walk, move, menu', async ({ page, signIn }) => {
  await signIn('user')
  await open(page)
  await card(page, 'Ammann').focus()
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Brunner')).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(said(page)).toContainText('«Brunner» steht in «Anfrage» an Platz 1 von 3.')
  await expect(names(page, 'Anfrage')).toHaveText(['Brunner', 'Ammann', 'Caduff'])
  await expect(card(page, 'Brunner')).toBeFocused()
  // two in a row, the second with the version that the first is answered with
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(said(page)).toContainText('«Brunner» steht in «Anfrage» an Platz 3 von 3.')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toContainText('«Brunner» steht in «Offerte» an Platz 1 von 2.')
  await expect(card(page, 'Brunner')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann', 'Caduff', 'Brunner'])
  await card(page, 'Brunner').focus()
  await page.keyboard.press('m')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Denzler')).toBeFocused()
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

test('what the step asks for is said; an admin may give a reason', async ({ page, openFor, expectError }) => {
  expectError(/409/)
  const user = await openFor('user')
  await open(user)
  await menuOf(user, 'Denzler', 'Verschieben nach…')
  await user.getByRole('combobox', { name: 'Schritt' }).click()
  await user.getByRole('option', { name: 'Versand' }).click()
  await user.getByRole('button', { name: 'Verschieben', exact: true }).click()
  const dialog = user.getByRole('dialog', { name: 'Im Dossier fehlt noch etwas' })
  await expect(dialog).toContainText('Auf dem Weg in den Schritt «Versand» fehlt im Dossier von «Denzler»:')
  await expect(dialog.getByRole('listitem')).toHaveText(['«Versand»: Abholtermin, SAP-Auftragsnummer'])
  await expect(dialog.getByRole('button', { name: 'Trotzdem weiter' })).toBeHidden()
  await expectNoAxeViolations(user)
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(names(user, 'Offerte')).toHaveText(['Denzler'])

  const admin = await openFor('admin')
  await open(admin)
  await card(admin, 'Denzler').focus()
  await admin.keyboard.press('Shift+ArrowRight')
  await admin.getByRole('textbox', { name: 'Begründung' }).fill('Der Kunde wartet am Tor')
  await admin.getByRole('button', { name: 'Trotzdem weiter' }).click()
  await expect(names(admin, 'Versand')).toHaveText(['Denzler'])
  await expect(column(admin, 'Versand')).toContainText('Fehlt: Abholtermin, SAP-Auftragsnummer')
  // the other one sees it without a reload
  await expect(names(user, 'Versand')).toHaveText(['Denzler'])
  await page.close()
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
  await expect(names(admin, 'Offerte')).toHaveText(['Caduff'])
  await card(anna, 'Caduff').focus()
  await anna.keyboard.press('Shift+ArrowUp')
  await expect(said(anna)).toContainText('«Caduff» wurde inzwischen von admin nach «Offerte» verschoben.')
  await expect(names(anna, 'Offerte')).toHaveText(['Caduff'])
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

test('assigned, found by filters, into the bin and back, archived and back', async ({ page, signIn }) => {
  await signIn('user')
  await open(page)
  await menuOf(page, 'Ammann', 'Zuweisen…')
  await page.getByRole('button', { name: 'user (Sie)' }).click()
  await expect(said(page)).toContainText('«Ammann» ist jetzt user zugewiesen.')
  await page.getByRole('searchbox', { name: 'In Flammen suchen' }).fill('amma')
  await expect(page.getByText('1 von 4 Flammen')).toBeVisible()
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann'])
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click()
  await expect(page.getByText('4 Flammen', { exact: true }).first()).toBeVisible()

  await menuOf(page, 'Ammann', 'In den Papierkorb')
  await expect(said(page)).toContainText('«Ammann» liegt im Papierkorb.')
  await expect(card(page, 'Ammann')).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card(page, 'Ammann')).toBeVisible()
  await menuOf(page, 'Ammann', 'In den Papierkorb')
  await expect(card(page, 'Ammann')).toBeHidden()
  await page.getByRole('button', { name: 'Papierkorb', exact: true }).click()
  const bin = page.getByRole('dialog', { name: `Papierkorb von «${board}»` })
  await expect(bin.getByRole('listitem').filter({ hasText: 'Ammann' })).toBeVisible()
  await expectNoAxeViolations(page)
  await bin.getByRole('button', { name: 'Endgültig löschen: Ammann' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Flamme «Ammann» mit ihrem Dossier endgültig löschen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect(bin.getByRole('listitem').filter({ hasText: 'Ammann' })).toBeHidden()
  await bin.getByRole('button', { name: 'Schliessen' }).first().click()

  await menuOf(page, 'Brunner', 'Archivieren…')
  const archiving = page.getByRole('dialog', { name: 'Flamme archivieren' })
  await archiving.getByRole('checkbox', { name: 'Kontakt zum Kunden machen' }).check()
  await archiving.getByRole('button', { name: 'Archivieren' }).click()
  await expect(card(page, 'Brunner')).toBeHidden()
  await signIn('admin')
  await page.goto('/allArchivedFlames')
  await page.getByRole('searchbox', { name: 'In Flammen suchen' }).fill('Brunner')
  await page.getByRole('button', { name: 'Aktionen Brunner' }).click()
  await page.getByRole('menuitem', { name: 'Aus dem Archiv zurückholen' }).click()
  await expect(said(page)).toContainText('«Brunner» ist wieder in «Anfrage» auf «Sonderanfertigung».')
  await open(page)
  await expect(card(page, 'Brunner')).toBeVisible()
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
  const favourite = page.getByRole('combobox', { name: 'Bevorzugtes Taskboard' })
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
