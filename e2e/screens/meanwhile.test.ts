import type { Page } from '@playwright/test'
import { contactApi } from '../../contract/src/contacts/contacts.ts'
import { contactDocumentApi } from '../../contract/src/contacts/documents.ts'
import { encounterApi } from '../../contract/src/contacts/encounters.ts'
import { mergeApi } from '../../contract/src/contacts/merges.ts'
import { contactRecordApi } from '../../contract/src/contacts/records.ts'
import { pathOf } from '../../contract/src/endpoint.ts'
import { emailApi } from '../../contract/src/mail/inbox.ts'
import type { Permission } from '../../contract/src/permissions.ts'
import { commentApi } from '../../contract/src/together/comments.ts'
import { roleApi } from '../../contract/src/users/roles.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { addEmails } from '../emails.ts'
import { addEncounter, addVera, openEncounters, panel, rows } from '../encounters.ts'
import { addContact, call, expect, type Made, said, settled, test, unique } from './fixtures.ts'

const merge = (page: Page, survivor: Made, other: Made) =>
  call(page, mergeApi.merge, {
    body: {
      survivorRef: survivor.id,
      contacts: [survivor, other].map(({ id, version }) => ({ contactRef: id, version })),
    },
  })

const movedTo = (name: string) => `Der Eintrag wurde inzwischen zum Kontakt «${name}» verschoben.`

test('saving an encounter that somebody moved meanwhile says where it is, and keeps the input', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const [from, to] = [await addVera(page), await addVera(page)]
  const made = await addEncounter(page, from.id, { description: 'Anfang' })
  await openEncounters(page, from.id)
  await rows(page)
    .getByRole('button', { name: /Bearbeiten$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Lang getippt')
  await call(page, encounterApi.move, { params: { id: from.id, encId: made.id, target: to.id } })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('Lang getippt')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(panel(page)).toContainText('Noch keine Begegnungen')

  await page.goto(`/contacts/${from.id}/encounters/${made.id}`)
  await panel(page).getByRole('button', { name: 'Dort anzeigen' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${to.id}/encounters/${made.id}$`))
  await expect(panel(page)).toContainText('Anfang')
})

test('encounters that are deleted or moved leave the selection, whoever did it', async ({ page, signIn }) => {
  await signIn('admin')
  const [from, to] = [await addVera(page), await addVera(page)]
  const made: Made[] = []
  for (const text of ['eins', 'zwei', 'drei']) made.push(await addEncounter(page, from.id, { description: text }))
  await openEncounters(page, from.id)
  const row = (text: string) => rows(page).filter({ hasText: text })
  for (const text of ['eins', 'zwei', 'drei']) await row(text).getByRole('checkbox').check()
  await row('eins')
    .getByRole('button', { name: /Löschen$/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(panel(page)).toContainText('2 von 2 ausgewählt')

  await call(page, encounterApi.move, { params: { id: from.id, encId: made[1]?.id ?? '', target: to.id } })
  await panel(page).getByRole('button', { name: 'Löschen', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(panel(page)).toContainText('1 von 1 ausgewählt')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('drei')
})

test('an address below a merged contact leads to the same place below the surviving one', async ({ page, signIn }) => {
  await signIn('admin')
  const [survivor, gone] = [await addVera(page), await addVera(page)]
  const made = await addEncounter(page, gone.id, { description: 'Von früher' })
  const comment = await call(page, commentApi.add, { params: { id: gone.id }, body: { text: 'Auch von früher' } })
  await merge(page, survivor, gone)
  await page.goto(`/contacts/${gone.id}/encounters/${made.id}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${survivor.id}/encounters/${made.id}$`))
  await expect(panel(page)).toContainText('Von früher')
  await page.goto(`/contacts/${gone.id}/comments/${comment.id}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${survivor.id}/comments/${comment.id}$`))
  await expect(page.getByRole('article').filter({ hasText: 'Auch von früher' })).toBeFocused()
})

test('a contact that is merged during typing says so, keeps the input and leads to the surviving one', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  const admin = await openFor('admin')
  const [survivor, typed, read] = [await addVera(page), await addVera(page), await addVera(page)]
  const sentence = (gone: { name: string }) => `«${gone.name}» wurde inzwischen mit «${survivor.name}» zusammengeführt.`
  await page.goto(`/contacts/${typed.id}`)
  const remarks = page.getByRole('textbox', { name: 'Bemerkungen' })
  await remarks.fill('Lang getippt')
  await merge(admin, survivor, typed)
  await expect(page.getByText(sentence(typed))).toBeVisible()
  await expect(remarks).toHaveValue('Lang getippt')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/contacts/${typed.id}`))
  await page.getByRole('button', { name: 'Zum verbliebenen Kontakt' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${survivor.id}`))

  await page.goto(`/contacts/${read.id}`)
  await expect(remarks).toBeVisible()
  await merge(admin, await call(admin, contactApi.get, { params: { id: survivor.id } }), read)
  await expect(page).toHaveURL(new RegExp(`/contacts/${survivor.id}`))
  await expect(page.getByRole('region', { name: 'Meldungen' }).getByText(sentence(read))).toBeVisible()
})

test('renaming, moving or deleting a document that somebody moved meanwhile says where it is', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const [from, to] = [await addVera(page), await addVera(page)]
  const list = pathOf(contactDocumentApi.upload, { id: from.id })
  for (const name of ['Plan.txt', 'Skizze.txt', 'Brief.txt']) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(`${name} ${from.name}`) }
    expect((await page.request.post(list, { multipart: { file } })).ok()).toBe(true)
  }
  await page.goto(`/contacts/${from.id}?tab=documents`)
  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const tile = (name: string) => page.getByRole('button', { name: `Aktionen für ${name}` })
  /** Closes the notice, so that the next one is recognised as new. */
  const putAway = async () => {
    await page.getByRole('region', { name: 'Meldungen' }).getByRole('button', { name: 'Schliessen' }).click()
    await expect(page.getByText(movedTo(to.name))).toBeHidden()
  }
  const moveAway = async (name: string) => {
    const documents = await call(page, contactDocumentApi.list, { params: { id: from.id } })
    const { id } = documents.find((one) => one.name === name) ?? { id: '' }
    await call(page, contactDocumentApi.move, { params: { id: from.id, attId: id, target: to.id } })
  }

  await choose('Plan.txt', 'Umbenennen und klassifizieren')
  await page.getByRole('textbox', { name: 'Name' }).fill('Grundriss.txt')
  await moveAway('Plan.txt')
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Grundriss.txt')
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(tile('Plan.txt')).toHaveCount(0)
  await putAway()

  await choose('Skizze.txt', 'Zu einem anderen Kontakt verschieben')
  const picker = page.getByRole('dialog', { name: '«Skizze.txt» verschieben zu…' })
  await picker.getByRole('textbox', { name: 'Nachname', exact: true }).fill(to.surname)
  await page.keyboard.press('Enter')
  await moveAway('Skizze.txt')
  await picker.getByRole('gridcell', { name: to.surname }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(picker).toBeHidden()
  await expect(tile('Skizze.txt')).toHaveCount(0)
  await putAway()

  await choose('Brief.txt', 'Löschen')
  await moveAway('Brief.txt')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(page.getByText('Noch kein Dokument zu diesem Kontakt.')).toBeVisible()
})

test('an answer to a comment that somebody deletes meanwhile is not lost', async ({ page, signIn }) => {
  await signIn('user')
  const { id } = await addVera(page)
  const asked = await call(page, commentApi.add, { params: { id }, body: { text: 'Gefragt' } })
  await page.goto(`/contacts/${id}?tab=comments`)
  await page.getByRole('button', { name: 'Antworten' }).click()
  const answer = page.getByRole('textbox', { name: 'user antworten', exact: true })
  await answer.fill('Lang getippte Antwort')
  await call(page, commentApi.remove, { params: { id: asked.id } })
  await expect(page.getByText('gelöscht', { exact: true })).toBeVisible()
  await expect(answer).toHaveValue('Lang getippte Antwort')
  await page.getByRole('form', { name: 'user antworten' }).getByRole('button', { name: 'Senden' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Lang getippte Antwort' })).toBeVisible()
  await expect(page.getByText('gelöscht', { exact: true })).toBeVisible()
})

test('a comment deleted while it is being edited says so, and its text can be sent as a new comment', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('user')
  const admin = await openFor('admin')
  const { id } = await addVera(page)
  for (const text of ['Erster', 'Zweiter']) await call(page, commentApi.add, { params: { id }, body: { text } })
  const gone =
    'Dieser Kommentar wurde inzwischen gelöscht. Was Sie getippt haben, steht noch da, ist aber nicht gespeichert.'
  await page.goto(`/contacts/${id}?tab=comments`)
  const editor = page.getByRole('form', { name: 'Kommentar', exact: true })
  const change = async (text: string) => {
    await page.getByRole('article').filter({ hasText: text }).getByRole('button', { name: 'Bearbeiten' }).click()
    await editor.getByRole('textbox').fill(`${text} und mehr`)
    const [made] = (await call(admin, commentApi.list, { params: { id } })).filter((comment) => comment.text === text)
    await call(admin, commentApi.remove, { params: { id: made?.id ?? '' } })
  }
  await change('Erster')
  await expect(editor.getByText(gone)).toBeVisible()
  await expect(page.getByText(/wird beides verglichen/)).toHaveCount(0)
  await expect(editor.getByRole('textbox')).toHaveValue('Erster und mehr')
  await editor.getByRole('button', { name: 'Als neuen Kommentar senden' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: 'Erster und mehr' })).toBeVisible()

  // saving without the live channel, so the deletion is not known yet
  await page.routeWebSocket(/notifications/, () => {})
  await page.reload()
  await change('Zweiter')
  await editor.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('region', { name: 'Meldungen' }).getByText(gone)).toBeVisible()
  await expect(editor.getByText(gone)).toBeVisible()
  await expect(editor.getByRole('textbox')).toHaveValue('Zweiter und mehr')
})

test('an erased contact disappears from an open screen, even with unsaved input', async ({ page, signIn, openFor }) => {
  await signIn('admin')
  const contact = await addVera(page)
  await page.goto(`/contacts/${contact.id}`)
  await page.getByRole('textbox', { name: 'Bemerkungen' }).fill('Lang getippt')
  await call(await openFor('admin'), contactRecordApi.erase, {
    params: { id: contact.id },
    body: { name: contact.name },
  })
  await expect(page.getByText(/^Dieser Kontakt wurde am .* aus Gründen/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Bemerkungen' })).toHaveCount(0)
})

test('two people link the same message: the later one chooses which contact it keeps', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const subject = `Wessen ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'wessen@example.test' }])
  await signIn('user')
  const mine = await addContact(page, { surname: `Meiner${unique()}` })
  const theirs = await addContact(page, { surname: `Ihrer${unique()}` })
  await page.goto(`/emails/${id}`)
  await page.getByRole('button', { name: 'Mit Kontakt verknüpfen…' }).click()
  const search = page.getByRole('dialog', { name: 'Mit Kontakt verknüpfen' })
  for (const name of ['Vorname', 'E-Mail']) await search.getByRole('textbox', { name }).fill('')
  await search.getByRole('textbox', { name: 'Nachname' }).fill(mine.fullName)
  await search.getByRole('button', { name: 'Suchen' }).click()
  await call(await openFor('admin'), emailApi.linkToContact, { params: { id }, query: { contactRef: theirs.id } })
  await search.getByRole('gridcell', { name: mine.fullName }).click()
  const conflict = page.getByRole('dialog', { name: `«${subject}» wurde inzwischen geändert` })
  await expect(conflict).toContainText(mine.fullName)
  await expect(conflict).toContainText(theirs.fullName)
  await conflict.getByRole('radio', { name: new RegExp(theirs.fullName) }).check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await said(page, `Verknüpft mit ${theirs.fullName}`)
  expect(await call(page, emailApi.get, { params: { id } })).toMatchObject({ contactRef: theirs.id })
})

test('a message linked by somebody while a new contact is typed from it: the input stays, and the link is asked about', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const word = unique()
  const subject = `Anfrage ${word}`
  const [id] = await addEmails(database, [{ subject, from: `${word}@example.test`, name: `Nora Neu${word}` }])
  await signIn('user')
  const theirs = await addContact(page, { surname: `Ihrer${word}` })
  await page.goto(`/emails/${id}`)
  const sender = page.getByRole('region', { name: 'Absender', exact: true })
  await sender.getByRole('textbox', { name: 'Firma' }).fill('Lang getippt AG')
  const colleague = await openFor('admin')
  await call(colleague, emailApi.linkToContact, { params: { id }, query: { contactRef: theirs.id } })
  const notice = sender.getByRole('alert')
  await expect(notice).toContainText(`Diese E-Mail ist inzwischen mit ${theirs.fullName} verknüpft.`)
  await expect(sender.getByRole('textbox', { name: 'Firma' })).toHaveValue('Lang getippt AG')

  await sender.getByRole('button', { name: 'Kontakt anlegen' }).click()
  const conflict = page.getByRole('dialog', { name: `«${subject}» wurde inzwischen geändert` })
  await expect(conflict).toContainText(theirs.fullName)
  await expect(conflict).toContainText(`Neuer Kontakt: Nora Neu${word}`)
  await conflict.getByRole('button', { name: 'Zurück zum Formular' }).click()
  await expect(sender.getByRole('textbox', { name: 'Firma' })).toHaveValue('Lang getippt AG')
  await sender.getByRole('button', { name: 'Kontakt anlegen' }).click()
  await conflict.getByRole('radio', { name: new RegExp(theirs.fullName) }).check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await said(page, 'Kontakt angelegt')
  expect(await call(page, emailApi.get, { params: { id } })).toMatchObject({ contactRef: theirs.id })
  const { rows } = await database.pool.query('select company_name from contact where surname = $1', [`Neu${word}`])
  expect(rows).toEqual([{ company_name: 'Lang getippt AG' }])
  await expect(page.getByRole('region', { name: 'Kontakt', exact: true })).toContainText(theirs.fullName)
})

test('a button discards the input for a new contact once somebody has linked the message', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const word = unique()
  const [id] = await addEmails(database, [{ subject: `Verworfen ${word}`, from: `${word}@example.test` }])
  await signIn('user')
  const theirs = await addContact(page, { surname: `Ihrer${word}` })
  await page.goto(`/emails/${id}`)
  const sender = page.getByRole('region', { name: 'Absender', exact: true })
  await sender.getByRole('textbox', { name: 'Firma' }).fill('Zu viel AG')
  await call(await openFor('admin'), emailApi.linkToContact, { params: { id }, query: { contactRef: theirs.id } })
  await sender.getByRole('alert').getByRole('button', { name: 'Eingabe verwerfen' }).click()
  await expect(page.getByRole('region', { name: 'Kontakt', exact: true })).toContainText(theirs.fullName)
})

test('linking a message to a known contact discards the input for a new one', async ({ page, signIn, database }) => {
  const word = unique()
  const address = `${word}@example.test`
  const [taken, searched] = await addEmails(database, [
    { subject: `Genommen ${word}`, from: address, name: `Nora Neu${word}` },
    { subject: `Gesucht ${word}`, from: `andere${word}@example.test`, name: `Andere Neu${word}` },
  ])
  await signIn('user')
  const known = await addContact(page, { surname: `Neu${word}`, emailAddresses: [{ address }] })
  const sender = page.getByRole('region', { name: 'Absender', exact: true })
  const linked = page.getByRole('region', { name: 'Kontakt', exact: true })

  await page.goto(`/emails/${taken}`)
  await sender.getByRole('textbox', { name: 'Firma' }).fill('Angefangen AG')
  await sender.getByRole('button', { name: `Diesen nehmen und verknüpfen: ${known.fullName}` }).click()
  await expect(linked).toContainText(known.fullName)
  // the new link is undone, and the form starts empty
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(sender.getByRole('textbox', { name: 'Firma' })).toHaveValue('')

  await page.goto(`/emails/${searched}`)
  await sender.getByRole('textbox', { name: 'Firma' }).fill('Angefangen AG')
  await sender.getByRole('button', { name: 'Kontakt suchen…' }).click()
  const search = page.getByRole('dialog', { name: 'Mit Kontakt verknüpfen' })
  for (const name of ['Vorname', 'E-Mail']) await search.getByRole('textbox', { name }).fill('')
  await search.getByRole('textbox', { name: 'Nachname' }).fill(known.fullName)
  await search.getByRole('button', { name: 'Suchen' }).click()
  await search.getByRole('gridcell', { name: known.fullName }).click()
  await expect(linked).toContainText(known.fullName)
})

test('a message that was linked and deleted shows its contact, although input for a new one is kept', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const word = unique()
  const [id] = await addEmails(database, [{ subject: `Behalten ${word}`, from: `${word}@example.test` }])
  await signIn('user')
  const admin = await openFor('admin')
  const theirs = await addContact(page, { surname: `Ihrer${word}` })
  await page.routeWebSocket(/notifications/, () => {})
  await page.goto(`/emails/${id}`)
  const sender = page.getByRole('region', { name: 'Absender', exact: true })
  await sender.getByRole('textbox', { name: 'Firma' }).fill('Behalten AG')
  await call(admin, emailApi.linkToContact, { params: { id }, query: { contactRef: theirs.id } })
  // like a reload in a browser, without the page being drawn in between
  const kept = await page.evaluate(() => ({ ...sessionStorage }))
  const reload = async () => {
    await page.goto('/contactSearch')
    await page.evaluate((entries) => Object.assign(sessionStorage, entries), kept)
    await page.goto(`/emails/${id}`)
  }
  await reload()
  await expect(sender.getByRole('alert')).toContainText(theirs.fullName)
  await expect(sender.getByRole('textbox', { name: 'Firma' })).toHaveValue('Behalten AG')
  await call(admin, emailApi.remove, { params: { id } })
  await reload()
  await expect(page.getByRole('region', { name: 'Kontakt', exact: true })).toContainText(theirs.fullName)
})

test('a user who gains or loses a permission while working sees it without a reload', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const word = unique()
  const permissions: Permission[] = ['CONTACT_READ', 'TODO_READ', 'USER_READ']
  const role = await call(admin, roleApi.add, { body: { name: `RECHTE_${word}`, permissions } })
  const account = { username: `rechte${word}`, password: 'glut-demo', roles: [`RECHTE_${word}`] }
  await call(admin, userApi.add, { body: account })
  await signIn(account.username)
  await page.goto('/contactSearch')
  const todos = page.getByRole('navigation').getByRole('link', { name: 'Meine To-dos' })
  await expect(todos).toBeVisible()
  const given = async (held: Permission[], { version }: { version: number }) =>
    call(admin, roleApi.update, {
      params: { id: role.id },
      body: { name: `RECHTE_${word}`, permissions: held, version },
    })
  const fewer = await given(['CONTACT_READ', 'USER_READ'], role)
  await expect(todos).toHaveCount(0)
  await given([...permissions, 'EMAIL_READ'], fewer)
  await expect(todos).toBeVisible()
  await todos.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meine To-dos' })).toBeVisible()
})

test('a permission gained while the server is unreachable takes effect once it answers', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const word = unique()
  const permissions: Permission[] = ['CONTACT_READ', 'USER_READ']
  const role = await call(admin, roleApi.add, { body: { name: `NETZ_${word}`, permissions } })
  const account = { username: `netz${word}`, password: 'glut-demo', roles: [`NETZ_${word}`] }
  await call(admin, userApi.add, { body: account })
  await signIn(account.username)
  await page.goto('/contactSearch')
  await settled(page)
  const me = /\/api\/auth\/me$/
  let isAway = true
  await page.route(me, (route) => (isAway ? route.abort() : route.continue()))
  const asked = page.waitForRequest(me)
  const more = { name: `NETZ_${word}`, permissions: [...permissions, 'TODO_READ' as const], version: role.version }
  await call(admin, roleApi.update, { params: { id: role.id }, body: more })
  await asked
  await settled(page)
  isAway = false
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Meine To-dos' })).toBeVisible()
})
