import { urlOf } from '../../contract/src/endpoint.ts'
import { productApi } from '../../contract/src/lists/master-data.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { dossierPrintApi } from '../../contract/src/orders/prints.ts'
import type { Permission } from '../../contract/src/permissions.ts'
import { commentApi } from '../../contract/src/together/comments.ts'
import { roleApi } from '../../contract/src/users/roles.ts'
import { userApi } from '../../contract/src/users/users.ts'
import {
  addCustomer,
  addFlame,
  article,
  crate,
  flameBetweenContacts,
  flameOf,
  type NewDossier,
  open,
  rowOf,
  save,
  trade,
} from '../dossiers.ts'
import { call, choose, expect, expectNoAxeViolations, field, said, test, unique } from './fixtures.ts'
import type { Route } from './network.ts'

test('choosing a phone number while somebody else changes the contact of the dossier asks which contact to keep', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, contact, another, flame } = await flameBetweenContacts(page)
  await open(page, flame)
  await choose(page, 'AVIS-Telefonnummer', /^079/)
  await field(page, 'Notizen').fill('von mir')
  const moved = { version: 1, dossier: { contactRef: another.id } }
  await call(page, flameApi.update, { params: { id: flame.id }, body: moved })
  await save(page)
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['Kontakt'])
  await conflict
    .getByRole('radio', { name: new RegExp(`Vreni ${word}`) })
    .first()
    .check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await said(page, 'Dossier gespeichert')
  const { dossier } = await flameOf(page, flame)
  expect(dossier).toMatchObject({
    contactRef: contact.id,
    avisPhoneNumberRef: contact.phoneNumbers[0]?.id,
    notes: 'von mir',
  })
})

test('a deleted assignee or product is reported in its place in the dossier', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const account = { username: `weg${word}`, password: 'glut-demo', roles: ['USER'] }
  const gone = await call(page, userApi.add, { body: account })
  const product = await call(page, productApi.add, { body: { title: `Haube ${word}` } })
  const contact = await addCustomer(page, word)
  const flame = await addFlame(page, board, contact)
  await call(page, flameApi.update, { params: { id: flame.id }, body: { version: 1, assigneeRef: gone.id } })
  await call(page, userApi.remove, { params: { id: gone.id } })
  await open(page, flame)
  await expect(page.getByRole('combobox', { name: 'Zuständig' })).toHaveText('nicht mehr vorhanden')

  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await rowOf(page, 'Artikel', 1).getByRole('combobox', { name: 'Produkt' }).fill(`Haube ${word}`)
  await page.keyboard.press('Enter')
  await call(page, productApi.remove, { params: { id: product.id } })
  await save(page)
  await expect(rowOf(page, 'Artikel', 1).getByText('Der gewählte Eintrag besteht nicht mehr')).toBeVisible()
})

test('changing an address in place asks first, and another contact clears the four references to the former one', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, another, flame } = await flameBetweenContacts(page, ({ addresses, emailAddresses, phoneNumbers }) => ({
    deliveryAddressRef: addresses[0]?.id,
    billingAddressRef: addresses[0]?.id,
    avisPhoneNumberRef: phoneNumbers[0]?.id,
    avisEmailRef: emailAddresses[0]?.id,
  }))
  await open(page, flame)
  await page.getByRole('button', { name: 'Seeweg 4, 6300 Zug bearbeiten' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Strasse' }).fill('Bergweg 1')
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Der Kontakt wird ebenfalls aktualisiert.')
  await question.getByRole('button', { name: 'Ändern' }).click()
  await expect(page.getByRole('combobox', { name: 'Lieferadresse' })).toHaveText('Bergweg 1, 6300 Zug')

  await page.getByRole('button', { name: 'Kontakt wechseln' }).click()
  const picker = page.getByRole('dialog', { name: 'Neuer Kontakt des Dossiers' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(`${word}neu`)
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: `${word}neu` }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Geleert werden: AVIS-Telefonnummer, AVIS-E-Mail, Lieferadresse, Rechnungsadresse.',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kontakt wechseln' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dossier Vreni ${word}neu - Unbekannt`)
  await expect(page.getByRole('combobox', { name: 'AVIS-Telefonnummer' })).toHaveText('keine Rufnummer gesetzt')
  await expect(field(page, 'Name auf dem Zertifikat')).toHaveValue(`Vreni ${word}neu`)
  await save(page)
  await said(page, 'Dossier gespeichert')
  expect((await flameOf(page, flame)).dossier).toMatchObject({
    contactRef: another.id,
    deliveryAddressRef: null,
    billingAddressRef: null,
    avisPhoneNumberRef: null,
    avisEmailRef: null,
  })

  await page.getByRole('button', { name: 'Zum Kontakt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Vreni ${word}neu`)
  await page.getByRole('button', { name: 'Zurück zur Aufgabe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dossier Vreni ${word}neu - Unbekannt`)
})

test('in the bin and in the archive a dossier is read only and can be taken back', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const dossier = { articles: [article('Ring')], packageInfos: [crate] }
  const flame = await addFlame(page, board, await addCustomer(page, word), dossier)
  await open(page, flame)
  await page.getByRole('button', { name: 'Dossier löschen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(flame.dossier.certificateName)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dossier löschen' }).click()
  await expect(page.getByText(/^Diese Flamme liegt seit .* im Papierkorb\.$/)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByText(/im Papierkorb\.$/)).toBeHidden()

  await call(page, flameApi.archive, { params: { id: flame.id } })
  await page.reload()
  await expect(page.getByText(/^Diese Flamme ist seit .* archiviert\.$/)).toBeVisible()
  await expect(field(page, 'Notizen')).not.toBeEditable()
  await expect(rowOf(page, 'Artikel', 1).getByRole('textbox', { name: 'Anzahl' })).not.toBeEditable()
  for (const name of [
    'Artikel hinzufügen',
    'Kontakt wechseln',
    'Zurücksetzen und neu berechnen',
    'Artikel 1 löschen',
  ]) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Aus dem Archiv holen' }).click()
  await expect(field(page, 'Notizen')).toBeEditable()
})

test('the screen of the to-dos of a flame leads to its dossier', async ({ page, signIn }) => {
  await signIn('user')
  const boards = await call(page, boardApi.listFlameBoards, {})
  const contact = await addCustomer(page, `Todo${unique()}`)
  const [board] = boards
  if (!board) throw new Error('the demo has boards')
  const flame = await addFlame(page, board, contact)
  await page.goto(`/flames/${flame.id}/${flame.taskboardRef}/todos`)
  await expect(page.getByText('Zu dieser Flamme gibt es keine To-dos')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Zum Dossier' }).click()
  await expect(page).toHaveURL(new RegExp(`/flames/${flame.id}/${flame.taskboardRef}$`))
  await expect(field(page, 'Name auf dem Zertifikat')).toBeVisible()
})

test('a user who may only read flames sees everything and can change nothing', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const dossier = { articles: [article('Ring')], packageInfos: [crate] }
  const flame = await addFlame(page, board, await addCustomer(page, word), dossier)
  const permissions: Permission[] = ['FLAME_READ', 'TASKBOARD_READ', 'CONTACT_READ', 'USER_READ']
  await call(page, roleApi.add, { body: { name: `LESER_${word}`, permissions } })
  await call(page, userApi.add, { body: { username: word, password: 'glut-demo', roles: [`LESER_${word}`] } })
  await signIn(word)
  await open(page, flame)
  await expect(page.getByText('Nur lesen')).toBeVisible()
  await expect(field(page, 'Notizen')).not.toBeEditable()
  await expect(rowOf(page, 'Packliste', 1).getByRole('textbox', { name: 'Breite in cm' })).toHaveValue('100')
  for (const name of ['Speichern', 'Dossier löschen', 'Kontakt wechseln', 'Artikel hinzufügen']) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expect(page.getByRole('button', { name: 'Packstück 1 kopieren' })).toBeVisible()
})

test('two people save the same dossier: rows merge, what both changed is chosen field by field', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('user')
  const other = await openFor('admin')
  const { word, board } = await trade(other)
  const articles = ['Ring', 'Schale', 'Zange'].map((name) => article(name))
  const flame = await addFlame(other, board, await addCustomer(other, word), { articles, packageInfos: [crate] })
  await open(page, flame)
  const quantity = (row: number) => rowOf(page, 'Artikel', row).getByRole('textbox', { name: 'Anzahl' })
  async function otherSaves(row: number, count: number, change: NewDossier = {}) {
    const { dossier, version } = await flameOf(other, flame)
    const rows = dossier.articles.map((one, at) => (at === row - 1 ? { ...one, quantity: count } : one))
    await call(other, flameApi.update, {
      params: { id: flame.id },
      body: { version, dossier: { ...change, articles: rows } },
    })
  }

  // without changes of one's own, another user's changes appear at once
  await expect(quantity(1)).toHaveValue('1')
  await otherSaves(1, 5)
  await expect(quantity(1)).toHaveValue('5')

  // both users change different rows: both changes are kept
  await quantity(2).fill('6')
  await otherSaves(1, 4)
  await save(page)
  await said(page, 'Dossier gespeichert')
  await expect(quantity(1)).toHaveValue('4')
  await expect(quantity(2)).toHaveValue('6')

  // both change the same field of the same row
  await field(page, 'Notizen').fill('von mir')
  await quantity(2).fill('8')
  await otherSaves(2, 7, { notes: 'vom anderen' })
  await otherSaves(3, 9)
  await save(page)
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  await expect(conflict).toContainText('admin hat inzwischen gespeichert.')
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['Notizen', 'Artikel «Schale»: Anzahl'])
  await expectNoAxeViolations(page)
  await conflict
    .getByRole('radiogroup', { name: 'Notizen' })
    .getByRole('radio', { name: /von mir/ })
    .check()
  await conflict
    .getByRole('radiogroup', { name: /Schale/ })
    .getByRole('radio', { name: /7/ })
    .check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(conflict).toBeHidden()
  await expect(quantity(2)).toHaveValue('7')
  await expect(quantity(3)).toHaveValue('9')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeDisabled()
  const { dossier } = await flameOf(page, flame)
  expect(dossier.notes).toBe('von mir')
  expect(dossier.articles.map((one) => one.quantity)).toEqual([4, 7, 9])
})

test('a new row is saved once, even when the answer gets lost or saving the choice of a conflict fails', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const flame = await addFlame(page, board, await addCustomer(page, word), { notes: 'alt' })
  await open(page, flame)
  const add = async (row: number) => {
    await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
    const cells = rowOf(page, 'Packliste', row).getByRole('textbox')
    await cells.nth(4).fill('30')
    for (const at of [1, 2, 3]) await cells.nth(at).fill('100')
  }
  const quantity = (row: number) => rowOf(page, 'Packliste', row).getByRole('textbox', { name: 'Anzahl' })
  const packages = async () => (await flameOf(page, flame)).dossier.packageInfos.map((one) => one.quantity)
  const change = new RegExp(`${flame.id}$`)

  /** Handles the next saves of the dossier in turn, and lets everything else pass. */
  const onSave = (...handlers: ((route: Route) => Promise<unknown>)[]) =>
    page.route(change, (route) => {
      const handle = route.request().method() === 'PUT' ? handlers.shift() : undefined
      return handle ? handle(route) : route.continue()
    })
  /** A choice is saved in two steps: what can be merged, then what was chosen. */
  const onSecondSave = (handle: (route: Route) => Promise<unknown>) => onSave((route) => route.continue(), handle)

  await add(1)
  await onSave((route) => route.fetch().then(() => route.abort()))
  await save(page)
  await said(page, 'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.')
  expect(await packages()).toEqual([1])
  await quantity(1).fill('2')
  await save(page)
  await said(page, 'Dossier gespeichert')
  expect(await packages()).toEqual([2])

  await add(2)
  await field(page, 'Notizen').fill('von mir')
  const { version } = await flameOf(page, flame)
  const theirs = { version, dossier: { notes: 'vom anderen' } }
  await call(page, flameApi.update, { params: { id: flame.id }, body: theirs })
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  const chooseMine = async (mine: RegExp) => {
    await conflict.getByRole('radio', { name: mine }).check()
    await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
    await expect(conflict).toBeHidden()
  }
  await save(page)
  await expect(conflict).toBeVisible()
  await onSecondSave((route) => route.abort())
  await chooseMine(/von mir/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeEnabled()
  await save(page)
  await chooseMine(/von mir/)
  await said(page, 'Dossier gespeichert')
  const { dossier } = await flameOf(page, flame)
  expect(dossier).toMatchObject({ notes: 'von mir', packageInfos: [{ quantity: 2 }, { quantity: 1 }] })
  expect(dossier.packageInfos).toHaveLength(2)

  // a row that somebody else removed meanwhile, and that is kept
  await quantity(2).fill('5')
  const now = await flameOf(page, flame)
  const fewer = { version: now.version, dossier: { packageInfos: now.dossier.packageInfos.slice(0, 1) } }
  await call(page, flameApi.update, { params: { id: flame.id }, body: fewer })
  await save(page)
  await expect(conflict).toBeVisible()
  await onSecondSave((route) => route.fetch().then(() => route.abort()))
  await chooseMine(/5 ×/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeEnabled()
  expect(await packages()).toEqual([2, 5])
  await save(page)
  await said(page, 'Dossier gespeichert')
  expect(await packages()).toEqual([2, 5])
})

test('dossier, delivery note and crate labels are printed, and printing unsaved changes asks to save them', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, `Druck${word}`)
  const flame = await addFlame(page, board, contact, { articles: [{ productName: 'Feuerring' }] })
  await open(page, flame)

  const opened: unknown[][] = []
  await page.evaluate((to) => {
    window.open = (...how) => {
      to.push(how)
      return null
    }
  }, opened)
  const menu = () => page.getByRole('button', { name: 'Drucken' }).click()
  const item = (name: string) => page.getByRole('menuitem', { name })
  const addressOf = (print: keyof typeof dossierPrintApi) =>
    urlOf(dossierPrintApi[print], { id: flame.id }, { isPreview: true })
  const isPdf = async (print: keyof typeof dossierPrintApi) =>
    expect((await page.request.get(addressOf(print))).headers()['content-type']).toBe('application/pdf')

  await menu()
  await expect(item('Kistenetiketten')).toHaveAttribute('aria-disabled', 'true')
  await expect(item('Kistenetiketten')).toContainText('Noch keine Packstücke gespeichert')
  await expect(item('Lieferschein')).toHaveAttribute('href', addressOf('deliveryNote'))
  await expect(item('Lieferschein')).toHaveAttribute('target', '_blank')
  await isPdf('deliveryNote')
  const packed = { version: flame.version, dossier: { packageInfos: [crate] } }
  await call(page, flameApi.update, { params: { id: flame.id }, body: packed })
  await expect(item('Kistenetiketten')).toHaveAttribute('href', addressOf('crateLabels'))
  await isPdf('crateLabels')
  await page.keyboard.press('Escape')

  await field(page, 'SAP-Auftragsnummer').fill('4711')
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(field(page, 'SAP-Auftragsnummer')).toHaveValue('4711')
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Speichern und drucken' }).click()
  await expect.poll(() => opened).toEqual([[addressOf('dossier'), '_blank', 'noopener']])
  await isPdf('dossier')
  expect(await flameOf(page, flame)).toMatchObject({ dossier: { sapOrdernumber: '4711' } })

  // a dossier that cannot be saved is not printed
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Speichern und drucken' }).click()
  await expect(page.getByText('Der Wert muss mindestens 1 sein').first()).toBeVisible()
  expect(opened).toHaveLength(1)
})

test('discarded changes come back by one click, and half-typed input beside the dossier by its tab', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles: [article('Ring')] })
  await open(page, flame)
  await field(page, 'Notizen').fill('Lange Notiz')
  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(field(page, 'Notizen')).toHaveValue('')
  await expect(rowOf(page, 'Artikel', 2)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(field(page, 'Notizen')).toHaveValue('Lange Notiz')
  await expect(rowOf(page, 'Artikel', 2)).toBeVisible()
  await page.getByRole('button', { name: 'Verwerfen' }).click()

  await page.getByRole('button', { name: 'Mehr' }).click()
  await page.getByRole('menuitem', { name: 'To-dos' }).click()
  await field(page, 'Neues To-do').fill('Halb getippt')
  await page.getByRole('tab', { name: 'Kommentare' }).click()
  await field(page, 'Kommentar schreiben').fill('Auch halb')
  await page.getByRole('tab', { name: 'To-dos' }).click()
  await expect(field(page, 'Neues To-do')).toHaveValue('Halb getippt')
  await page.getByRole('tab', { name: 'Kommentare' }).click()
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('Auch halb')
})

test('a comment half changed when its tab is closed does not overwrite what somebody else saved meanwhile', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const flame = await addFlame(page, board, contact, { articles: [article('Ring')] })
  const made = await call(page, commentApi.add, { params: { id: contact.id }, body: { text: 'Anfang' } })
  const comment = (text: string) => page.getByRole('article').filter({ hasText: text })
  const change = async (text: string) => {
    await comment(text).getByRole('button', { name: 'Bearbeiten' }).click()
    return page.getByRole('textbox', { name: 'Kommentar', exact: true })
  }
  await open(page, flame)
  await page.getByRole('button', { name: 'Mehr' }).click()
  await page.getByRole('menuitem', { name: 'Kommentare' }).click()
  await (await change('Anfang')).fill('Von hier')
  await page.getByRole('tab', { name: 'To-dos' }).click()
  await call(page, commentApi.update, { params: { id: made.id }, body: { text: 'Von nebenan', version: 1 } })
  await page.getByRole('tab', { name: 'Kommentare' }).click()
  await expect(await change('Von nebenan')).toHaveValue('Von hier')
  await page.getByRole('form', { name: 'Kommentar', exact: true }).getByRole('button', { name: 'Speichern' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Inzwischen gespeichert' })
  await expect(dialog).toContainText('Von nebenan')
  await dialog.getByRole('button', { name: 'Auswahl übernehmen' }).click()
  await expect(comment('Von hier')).toContainText('bearbeitet')
  await expect(await change('Von hier')).toHaveValue('Von hier')
})
