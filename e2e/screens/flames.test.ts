import type { Page } from '@playwright/test'
import { mergeApi } from '../../contract/src/contacts/merges.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { putInPlace } from './app.ts'
import {
  addBoard,
  addContact,
  addPerson,
  call,
  expect,
  expectNoAxeViolations,
  idsOfPeople,
  type NewStep,
  settled,
  test,
  unique,
} from './fixtures.ts'

const steps: NewStep[] = [
  { title: 'Anfrage' },
  { title: 'Offerte', colour: '#80621f' },
  { title: 'Versand', colour: '#2e6b34', requires: ['PICKUP_DATE', 'SAP_NUMBER'] },
]
const people = ['Ammann', 'Brunner', 'Caduff', 'Denzler'] as const

/** Adds a board with four flames as an admin: `inSecond` in its second step, the others in its first. */
async function addFullBoard(admin: Page, inSecond: readonly string[] = []) {
  const made = await addBoard(admin, 'FLAME', steps, `Sonderanfertigung ${unique()}`)
  let firstFlame = ''
  for (const surname of people.toReversed()) {
    const contact = await addContact(admin, { surname })
    const step = made.steps[inSecond.includes(surname) ? 1 : 0]?.id
    const flame = await call(admin, flameApi.add, {
      body: { contactRef: contact.id, taskboardRef: made.id, assigneeRef: null, step },
    })
    firstFlame = flame.id
  }
  const open = async (page: Page) => {
    await page.goto(`/flames?board=${made.id}`)
    await expect(page.getByRole('heading', { level: 1, name: `Flammen: ${made.title}` })).toBeVisible()
  }
  return { ...made, firstFlame, open }
}
const column = (page: Page, title: string) => page.getByRole('region', { name: title })
const names = (page: Page, title: string) => column(page, title).locator('[data-card]')
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const menuOf = async (page: Page, name: string, item: string | RegExp) => {
  await page.getByRole('button', { name: `Aktionen ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const said = (page: Page) => page.getByRole('region', { name: 'Meldungen' })

test('the search for a missing contact fills the form of the new one, and the dialog closes before the page appears', async ({
  page,
  signIn,
  openFor,
}) => {
  const board = await addFullBoard(await openFor('admin'))
  const held = Promise.withResolvers<void>()
  putInPlace({ arrival: held.promise })
  await signIn('user')
  await board.open(page)
  await page.getByRole('button', { name: 'Neue Flamme in «Offerte»' }).click()
  const picker = page.getByRole('dialog', { name: 'Neue Flamme' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill('Furrer ')
  await picker.getByRole('textbox', { name: 'Ort' }).fill('Chur')
  await picker.getByRole('button', { name: 'Neuer Kontakt' }).click()
  await expect(picker).toBeHidden()
  held.resolve()
  await expect(page).toHaveURL(
    new RegExp(`/contacts/new\\?surname=Furrer&city=Chur&blackboardRef=${board.id}&step=${board.steps[1]?.id}$`),
  )
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue('Furrer')
  await expect(page.getByRole('textbox', { name: 'Ort' })).toHaveValue('Chur')

  // saving leads back to the step of the board
  await page.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
  await expect(page).toHaveURL(new RegExp(`/new-flame/[0-9a-f-]+/${board.id}\\?step=`))
  await page.getByRole('textbox', { name: 'Notizen' }).fill('Eilt')
  await page.getByRole('link', { name: 'Kontakte' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Speichern und verlassen' }).click()
  await expect(said(page)).toContainText('Die Flamme für «Furrer» ist angelegt.')
  await expect(page).toHaveURL('/contacts')
  await board.open(page)
  await expect(names(page, 'Offerte').filter({ hasText: 'Furrer' })).toBeVisible()
})

test('a flame is assigned, filtered, restored from the bin, erased, archived and taken back from the archive', async ({
  page,
  signIn,
  openFor,
}) => {
  const board = await addFullBoard(await openFor('admin'))
  await signIn('user')
  await board.open(page)
  await menuOf(page, 'Ammann', 'Zuweisen…')
  await page.getByRole('button', { name: 'user (Sie)' }).click()
  await expect(said(page)).toContainText('«Ammann» ist jetzt user zugewiesen.')
  await page.getByRole('searchbox', { name: 'In Flammen suchen' }).fill('amma')
  // other tests may add flames to this board, because it is the one used last
  await expect(page.getByText(/^1 von \d Flammen$/)).toBeVisible()
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann'])
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click()
  await expect(page.getByText(/^\d Flammen$/).first()).toBeVisible()

  await menuOf(page, 'Ammann', 'In den Papierkorb')
  await expect(said(page)).toContainText('«Ammann» liegt im Papierkorb.')
  await expect(card(page, 'Ammann')).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card(page, 'Ammann')).toBeVisible()
  await menuOf(page, 'Ammann', 'In den Papierkorb')
  await expect(card(page, 'Ammann')).toBeHidden()
  await page.getByRole('button', { name: 'Papierkorb', exact: true }).click()
  const bin = page.getByRole('dialog', { name: `Papierkorb von «${board.title}»` })
  await expect(bin.getByRole('listitem').filter({ hasText: 'Ammann' })).toContainText(/ von user aus «Anfrage»/)
  await expectNoAxeViolations(page)
  await bin.getByRole('button', { name: 'Endgültig löschen: Ammann' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Flamme «Ammann» mit ihrem Dossier endgültig löschen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect(bin.getByRole('listitem').filter({ hasText: 'Ammann' })).toBeHidden()
  // no notice offers any more to undo the removal
  await expect(said(page)).toContainText('«Ammann» wurde endgültig gelöscht.')
  await expect(said(page)).not.toContainText('«Ammann» liegt im Papierkorb.')
  await bin.getByRole('button', { name: 'Schliessen' }).first().click()

  await menuOf(page, 'Brunner', 'Archivieren…')
  const archiving = page.getByRole('dialog', { name: 'Flamme archivieren' })
  await archiving.getByRole('checkbox', { name: 'Kontakt zum Kunden machen' }).check()
  await archiving.getByRole('button', { name: 'Archivieren' }).click()
  await expect(said(page)).toContainText('«Brunner» wurde archiviert.')
  await expect(card(page, 'Brunner')).toBeHidden()
  await signIn('admin')
  await page.goto('/allArchivedFlames')
  await page.getByRole('searchbox', { name: 'In Flammen suchen' }).fill('Brunner')
  await page.getByRole('button', { name: 'Aktionen Brunner' }).click()
  await page.getByRole('menuitem', { name: 'Aus dem Archiv zurückholen' }).click()
  await expect(said(page)).toContainText(`«Brunner» ist wieder in «Anfrage» auf «${board.title}».`)
  await board.open(page)
  await expect(card(page, 'Brunner')).toBeVisible()
})

test('on a board, keys move the focus and the cards, undo a move and open the menu', async ({
  page,
  signIn,
  openFor,
}) => {
  const board = await addFullBoard(await openFor('admin'), ['Denzler'])
  await signIn('user')
  await board.open(page)
  await card(page, 'Ammann').focus()
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Brunner')).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(said(page)).toContainText('«Brunner» steht in «Anfrage» an Platz 1 von 3.')
  await expect(names(page, 'Anfrage')).toHaveText(['Brunner', 'Ammann', 'Caduff'])
  await expect(card(page, 'Brunner')).toBeFocused()
  // the second move needs the version that the first one answers
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

test('a move names what the dossier lacks for the step; an admin may move on with a reason', async ({
  page,
  signIn,
  openFor,
}) => {
  const board = await addFullBoard(await openFor('admin'), ['Denzler'])
  await signIn('user')
  await board.open(page)
  await menuOf(page, 'Denzler', 'Verschieben nach…')
  await page.getByRole('combobox', { name: 'Schritt' }).click()
  await page.getByRole('option', { name: 'Versand' }).click()
  await page.getByRole('button', { name: 'Verschieben', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Im Dossier fehlt noch etwas' })
  await expect(dialog).toContainText('Auf dem Weg in den Schritt «Versand» fehlt im Dossier von «Denzler»:')
  await expect(dialog.getByRole('listitem')).toHaveText(['«Versand»: Abholtermin, SAP-Auftragsnummer'])
  await expect(dialog.getByRole('button', { name: 'Trotzdem weiter' })).toBeHidden()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(names(page, 'Offerte')).toHaveText(['Denzler'])

  await card(page, 'Denzler').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await dialog.getByRole('button', { name: 'SAP-Auftragsnummer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dossier Denzler')
  await expect(page.getByRole('textbox', { name: 'SAP-Auftragsnummer' })).toBeFocused()

  await signIn('admin')
  await board.open(page)
  await card(page, 'Denzler').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('textbox', { name: 'Begründung' }).fill('Doch nicht')
  await dialog.getByRole('button', { name: 'SAP-Auftragsnummer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dossier Denzler')
  await expect(page.getByRole('textbox', { name: 'SAP-Auftragsnummer' })).toBeFocused()
  await board.open(page)
  await card(page, 'Denzler').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('textbox', { name: 'Begründung' }).fill('Der Kunde wartet am Tor')
  await page.getByRole('button', { name: 'Trotzdem weiter' }).click()
  await expect(names(page, 'Versand')).toHaveText(['Denzler'])
  await expect(column(page, 'Versand')).toContainText('Fehlt: Abholtermin, SAP-Auftragsnummer')
})

test('a card moved by an admin moves on the board of somebody else without a reload', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addFullBoard(admin)
  await signIn('user')
  await board.open(page)
  await expect(names(page, 'Anfrage')).toHaveText([...people])
  await expect(column(page, 'Versand')).toContainText('Keine Flamme in diesem Schritt')
  const to = { version: 1, taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  await call(admin, flameApi.move, { params: { id: board.firstFlame }, body: to })
  await expect(names(page, 'Offerte')).toHaveText(['Ammann'])
})

test('an open board shows a future flame as soon as its reminder is due', async ({
  page,
  signIn,
  openFor,
  database,
  clock,
}) => {
  const admin = await openFor('admin')
  const board = await addFullBoard(admin)
  const { id: contactRef } = await addContact(admin, { surname: 'Egger' })
  const reminderAtUtc = new Date(Date.now() + 3_600_000).toISOString()
  const future = await call(admin, flameApi.add, { body: { contactRef, taskboardRef: board.id, reminderAtUtc } })
  await signIn('user')
  await board.open(page)
  await expect(names(page, 'Anfrage')).toHaveText([...people])
  const read = page.waitForRequest(new RegExp(`/api/flames/blackboard/${board.id}`))
  // only time passes: no change is told
  await database.pool.query(
    `begin; set local session_replication_role = replica;
     update flame set reminder_at = now() - interval '1 minute' where id = '${future.id}'; commit`,
  )
  await clock.fastForward(3_660_000)
  await read
  await expect(card(page, 'Egger')).toBeVisible()
})

test('moves by keys that are faster than the answers all take effect, even when the first one fails', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { id } = await addBoard(page, 'FLAME', ['Eins', 'Zwei', 'Drei'])
  const { id: contactRef } = await addContact(page, { surname: 'Flink' })
  const flame = await call(page, flameApi.add, { body: { contactRef, taskboardRef: id } })
  const saved = async () => (await call(page, flameApi.get, { params: { id: flame.id } })).version
  await page.goto(`/flames?board=${id}`)
  await card(page, 'Flink').focus()

  /** Holds the answer of the next move back while keys are pressed. */
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

  // both keys come before the screen has drawn the first move, which removes the focus
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

test('two people move the same card: the later one is told who was first', async ({ page, signIn, openFor }) => {
  const admin = await openFor('admin')
  const board = await addFullBoard(admin)
  await signIn('user')
  // without the live channel she does not see the other user's change
  await page.routeWebSocket(/notifications/, () => {})
  await board.open(page)
  await expect(card(page, 'Ammann')).toBeVisible()
  const to = { version: 1, taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  await call(admin, flameApi.move, { params: { id: board.firstFlame }, body: to })
  await card(page, 'Ammann').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(said(page)).toContainText('«Ammann» wurde inzwischen von admin nach «Offerte» verschoben.')
  await expect(names(page, 'Offerte')).toHaveText(['Ammann'])
})

test('taking a flame back from the archive says where it stands, even when somebody moved it just before', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addFullBoard(admin)
  await signIn('user')
  // without the live channel she does not see the other user's change
  await page.routeWebSocket(/notifications/, () => {})
  await board.open(page)
  await expect(card(page, 'Ammann')).toBeVisible()
  const to = { version: 1, taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  await call(admin, flameApi.move, { params: { id: board.firstFlame }, body: to })
  await menuOf(page, 'Ammann', 'Archivieren…')
  await page.getByRole('dialog').getByRole('button', { name: 'Archivieren' }).click()
  await expect(said(page)).toContainText('«Ammann» wurde archiviert.')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(said(page)).toContainText(`«Ammann» ist wieder in «Offerte» auf «${board.title}».`)
})

test('without the server the cards stay, a moved one goes back, and the board recovers by itself', async ({
  page,
  signIn,
  openFor,
}) => {
  const board = await addFullBoard(await openFor('admin'))
  await signIn('user')
  await board.open(page)
  await expect(names(page, 'Anfrage')).toHaveText([...people])
  await page.route(/\/api\//, (route) => route.abort('connectionrefused'))
  await card(page, 'Ammann').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('alert').filter({ hasText: 'Die Karten stehen, wie sie zuletzt' })).toContainText(
    'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.',
  )
  await expect(names(page, 'Anfrage')).toHaveText([...people])
  await expectNoAxeViolations(page)
  await page.unroute(/\/api\//)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(names(page, 'Anfrage')).toHaveText([...people])
})

test('a flame is added from a contact, which then lists it', async ({ page, signIn, openFor }) => {
  const board = await addFullBoard(await openFor('admin'))
  await signIn('user')
  const contact = await addContact(page, { surname: 'Egloff' })
  await page.goto(`/contacts/${contact.id}`)
  await page.getByRole('button', { name: 'Flamme auf Taskboard…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Taskboard wählen' })
  await expect(dialog.getByRole('button')).toContainText(['Abbrechen', 'Weiter ohne Flamme', 'Weiter mit Flamme'])
  await expectNoAxeViolations(page)
  await dialog.getByRole('combobox', { name: 'Taskboard' }).click()
  await page.getByRole('option', { name: board.title }).click()
  await dialog.getByRole('button', { name: 'Weiter mit Flamme' }).click()
  await expect(page).toHaveURL(`/new-flame/${contact.id}/${board.id}`)
  await expect(page.getByRole('textbox', { name: 'Name auf dem Zertifikat' })).toHaveValue('Egloff')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Flamme anlegen' }).click()
  await expect(said(page)).toContainText('Die Flamme für «Egloff» ist angelegt.')
  await page.goto(`/contacts/${contact.id}?tab=flames`)
  await expect(page.getByRole('tab', { name: /Flammen/ })).toContainText('1')
  await expect(page.getByRole('grid', { name: 'Flammen' })).toContainText('noch kein Artikel')
})

test('a new flame goes to the contact that its contact was merged into meanwhile', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addFullBoard(admin)
  await signIn('user')
  const [stays, goes] = [await addContact(page, { surname: 'Bleibt' }), await addContact(page, { surname: 'Geht' })]
  await page.goto(`/new-flame/${goes.id}/${board.id}`)
  await page.getByRole('textbox', { name: 'Name auf dem Zertifikat' }).fill('Egli')
  const contacts = [stays, goes].map(({ id, version }) => ({ contactRef: id, version }))
  await call(admin, mergeApi.merge, { body: { survivorRef: stays.id, contacts } })
  await expect(page.getByRole('heading', { level: 1, name: /Bleibt/ })).toBeVisible()
  await page.getByRole('button', { name: 'Flamme anlegen' }).click()
  await expect(said(page)).toContainText('Die Flamme für «Bleibt» ist angelegt.')
  const { flames } = await call(page, flameApi.search, { body: { contactRef: stays.id } })
  expect(flames.map(({ certificateName }) => certificateName)).toEqual(['Egli'])
})

test('own settings take effect at once: future tasks, and the board that opens first', async ({
  page,
  database,
  signIn,
  openFor,
}) => {
  const board = await addFullBoard(await openFor('admin'))
  await signIn(await addPerson(database))
  const { id: contactRef } = await addContact(page, { surname: 'Zukunft' })
  const reminderAtUtc = new Date(Date.now() + 3_600_000).toISOString()
  await call(page, flameApi.add, { body: { contactRef, taskboardRef: board.id, reminderAtUtc } })
  await page.goto('/ownUserConfiguration')
  const future = page.getByRole('switch', { name: 'Künftige Aufgaben anzeigen' })
  const favourite = page.getByRole('combobox', { name: 'Bevorzugtes Taskboard für Flammen' })
  await settled(page)
  await favourite.click()
  await page.getByRole('option', { name: board.title }).click()
  await expect(said(page)).toContainText('Gespeichert')
  await expect(favourite).toHaveText(board.title)
  await future.click()
  await expect(future).toBeChecked()
  await page.getByRole('link', { name: 'Flammen', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: `Flammen: ${board.title}` })).toBeVisible()
  await expect(card(page, 'Zukunft')).toBeVisible()
  // a new tab without a last board shows the favourite board as well
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/flames')
  await expect(page.getByRole('heading', { level: 1, name: `Flammen: ${board.title}` })).toBeVisible()

  // switched twice before the first answer: the last value counts
  await page.goto('/ownUserConfiguration')
  await expect(future).toBeChecked()
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/userConfig'))
  let answers = 0
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') answers += 1
  })
  await page.route(
    /userConfig$/,
    async (route) => {
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  await future.click()
  await asked
  await future.click()
  held.resolve()
  await expect.poll(() => answers).toBe(2)
  await page.reload()
  await expect(future).toBeChecked()
  await favourite.click()
  await page.getByRole('option', { name: 'zuletzt angesehenes' }).click()
  await expect(favourite).toHaveText('zuletzt angesehenes')
})

test('the focus follows a card that is moved by its menu, and goes to its neighbour when it is deleted', async ({
  page,
  signIn,
  openFor,
}) => {
  const board = await addFullBoard(await openFor('admin'))
  await signIn('user')
  await board.open(page)
  await menuOf(page, 'Ammann', /^In den Schritt rechts/)
  await expect(names(page, 'Offerte')).toHaveText(['Ammann'])
  await expect(card(page, 'Ammann')).toBeFocused()
  await menuOf(page, 'Ammann', /^In den Schritt links/)
  await expect(card(page, 'Ammann')).toBeFocused()
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann', 'Brunner', 'Caduff', 'Denzler'])
  await menuOf(page, 'Ammann', 'In den Papierkorb')
  await expect(card(page, 'Ammann')).toBeHidden()
  await expect(card(page, 'Brunner')).toBeFocused()
})

test('the focus stays on the next card when somebody else moves the card whose menu was open before', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addFullBoard(admin)
  await signIn('user')
  await board.open(page)
  await card(page, 'Ammann').focus()
  await page.keyboard.press('m')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page, 'Ammann')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Brunner')).toBeFocused()
  const to = { version: 1, taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  await call(admin, flameApi.move, { params: { id: board.firstFlame }, body: to })
  await expect(names(page, 'Offerte')).toHaveText(['Ammann'])
  await expect(card(page, 'Brunner')).toBeFocused()
})

test('the focus follows a card that moves back, by the button of its notice or after a refusal', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addFullBoard(admin, ['Denzler'])
  await signIn('user')
  // without the live channel she does not see the other user's change
  await page.routeWebSocket(/notifications/, () => {})
  await board.open(page)
  await card(page, 'Ammann').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toContainText('«Ammann» steht in «Offerte» an Platz 1 von 2.')
  const undo = page.getByRole('button', { name: 'Rückgängig' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann', 'Brunner', 'Caduff'])
  await expect(card(page, 'Ammann')).toBeFocused()
  const params = { id: board.firstFlame }
  // the screen shows the card before the server has moved it
  const read = () => call(admin, flameApi.get, { params })
  await expect.poll(async () => (await read()).step).toBe(board.steps[0]?.id)
  const { version } = await read()
  const to = { version, taskboardRef: board.id, step: board.steps[0]?.id ?? '' }
  const assigneeRef = (await idsOfPeople(admin))('user')
  await call(admin, flameApi.move, { params, body: { ...to, assigneeRef } })
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toContainText('«Ammann» wurde inzwischen von admin geändert.')
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann', 'Brunner', 'Caduff'])
  await expect(card(page, 'Ammann')).toBeFocused()
})
