import type { Page } from '@playwright/test'
import { emailApi } from '../../contract/src/mail/inbox.ts'
import { presenceApi } from '../../contract/src/together/presence.ts'
import { roleApi } from '../../contract/src/users/roles.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { addEmails } from '../emails.ts'
import { addContact, call, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

const list = (page: Page) => page.getByRole('list', { name: 'E-Mails' })
const row = (page: Page, subject: string) => list(page).getByRole('listitem').filter({ hasText: subject })
const message = (page: Page, subject: string) => page.getByRole('article', { name: subject })
const said = (page: Page) => page.getByRole('region', { name: 'Meldungen' })

/** Presses all keys in the same task, so that no answer arrives in between. */
const press = (page: Page, keys: string[]) =>
  page.evaluate((all) => {
    for (const key of all) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }, keys)

test('a message is read, taken and closed, by buttons and by keys', async ({ page, database, signIn }) => {
  const [first, second] = [`Erste ${unique()}`, `Zweite ${unique()}`]
  const [firstId, secondId] = await addEmails(database, [
    { subject: first, from: 'anna@example.org', name: 'Anna Beispiel', text: 'Haben Sie den Ring?' },
    { subject: second, from: 'beat@example.org', name: 'Beat Beispiel', text: 'Was kostet er?' },
  ])
  await signIn('user')
  await page.goto('/emails')
  await expect(row(page, first)).toContainText('Anna Beispiel')
  await row(page, first).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/emails/${firstId}$`))
  await expect(message(page, first)).toContainText('Haben Sie den Ring?')
  await page.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(message(page, first)).toContainText('Zuständig: user')
  await expect(said(page)).toContainText(`«${first}» ist bei Ihnen in Arbeit`)
  await expect(row(page, first)).toContainText('In Arbeit')
  await row(page, second).getByRole('link').click()
  await expect(message(page, second)).toBeVisible()
  await expect(row(page, first)).toContainText('In Arbeit')
  await page.goto('/contactSearch')
  await page.goto('/emails')
  await expect(row(page, second)).toBeVisible()
  await expect(row(page, first)).toHaveCount(0)

  // address with an owner
  await page.goto(`/emails/-2/${secondId}`)
  await expect(message(page, second)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Zuständig' })).toHaveText('Nicht zugewiesen')
  await page.keyboard.press('e')
  await expect(said(page)).toContainText(`«${second}» ist geschlossen`)
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(message(page, second).getByText('Offen', { exact: true })).toBeVisible()
})

test('the list keeps its view and filter until an address asks for another', async ({ page, database, signIn }) => {
  const [starred, plain] = [`Wichtig ${unique()}`, `Anderes ${unique()}`]
  const [id] = await addEmails(database, [
    { subject: starred, from: 'anna@example.org', text: 'Bitte rasch.' },
    { subject: plain, from: 'beat@example.org', text: 'Ohne Eile.' },
  ])
  await signIn('user')
  await call(page, emailApi.toggleImportant, { params: { id } })
  await page.goto('/emails')
  await page.getByRole('tab', { name: 'Alle' }).click()
  await page.getByRole('button', { name: 'Nur wichtige' }).click()
  await expect(row(page, starred)).toBeVisible()
  await expect(row(page, plain)).toHaveCount(0)
  await page.goto('/contactSearch')
  await page.goto('/emails')
  await expect(page.getByRole('tab', { name: 'Alle' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Nur wichtige' })).toHaveAttribute('aria-pressed', 'true')
  await expect(row(page, starred)).toBeVisible()
  await expect(row(page, plain)).toHaveCount(0)
  await page.goto('/emails?view=OPEN')
  await expect(row(page, plain)).toBeVisible()
})

test('actions on several messages are undone together; each message keeps its place, and the list the focus', async ({
  page,
  database,
  signIn,
}) => {
  const word = unique()
  const subjects = ['Erste', 'Zweite', 'Dritte'].map((which) => `${which} ${word}`)
  const ids = await addEmails(
    database,
    subjects.map((subject) => ({ subject, from: `${unique()}@example.org`, text: 'Guten Tag' })),
  )
  await signIn('user')
  const { id: contactRef } = await addContact(page, { surname: `Viele ${word}` })
  await page.goto('/emails')
  await page.getByRole('searchbox', { name: 'E-Mails durchsuchen' }).fill(word)
  const rows = list(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const order = [...subjects].reverse()
  await expect(rows).toContainText(order)
  const some = [order[0] ?? '', order[1] ?? '']
  const choose = async () => {
    for (const subject of some) await page.getByRole('checkbox', { name: `«${subject}» auswählen` }).click()
  }
  const isInList = () => page.evaluate(() => document.activeElement?.querySelector('[role=list]') !== null)
  const stateOf = async () => {
    const mails = await Promise.all(ids.map((id) => call(page, emailApi.get, { params: { id } })))
    return mails.map(({ state, deletedAtUtc }) => (deletedAtUtc ? 'BIN' : state))
  }
  const takeBack = async () => {
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect.poll(stateOf).toEqual(['OPEN', 'OPEN', 'OPEN'])
    await expect(rows).toContainText(order)
    expect(await isInList()).toBe(true)
  }
  const bar = page.getByRole('toolbar', { name: 'Ausgewählte E-Mails' })

  await choose()
  await bar.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(said(page)).toContainText('2 E-Mails sind in Arbeit.')
  await expect(bar).toHaveCount(0)
  await expect(rows).toContainText(order)
  await expect(row(page, some[1] ?? '')).toContainText('In Arbeit')
  expect(await isInList()).toBe(true)
  await takeBack()

  await choose()
  await bar.getByRole('button', { name: 'Schliessen' }).click()
  await expect(rows).toHaveCount(1)
  await takeBack()

  // messages taken before also leave the list when deleted, and undo refers to the last action
  await choose()
  await bar.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(said(page)).toContainText('2 E-Mails sind in Arbeit.')
  await choose()
  await bar.getByRole('button', { name: 'Löschen' }).click()
  await expect(said(page)).toContainText('2 E-Mails liegen im Papierkorb.')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(stateOf).toEqual(['OPEN', 'IN_PROGRESS', 'IN_PROGRESS'])
  await expect(rows).toHaveCount(3)
  await choose()
  await bar.getByRole('button', { name: 'Zuweisen…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Niemandem zuweisen' }).click()
  await expect(said(page)).toContainText('2 E-Mails sind niemandem zugewiesen.')
  await expect.poll(stateOf).toEqual(['OPEN', 'OPEN', 'OPEN'])

  await choose()
  await bar.getByRole('button', { name: 'Löschen' }).click()
  await expect(said(page)).toContainText('2 E-Mails liegen im Papierkorb.')
  expect(await stateOf()).toEqual(['OPEN', 'BIN', 'BIN'])
  await takeBack()

  // they can be restored together from the bin, long after the notice is gone
  await choose()
  await bar.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('tab', { name: 'Papierkorb' }).click()
  await expect(rows).toHaveCount(2)
  await choose()
  await expect(bar.getByRole('button', { name: 'Schliessen' })).toHaveCount(0)
  await bar.getByRole('button', { name: 'Wiederherstellen' }).click()
  await expect(said(page)).toContainText('2 E-Mails sind wieder da.')
  await expect(rows).toHaveCount(0)
  expect(await stateOf()).toEqual(['OPEN', 'OPEN', 'OPEN'])
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rows).toHaveCount(2)
  await choose()
  await bar.getByRole('button', { name: 'Wiederherstellen' }).click()
  await expect(rows).toHaveCount(0)
  await page.getByRole('tab', { name: /^Offen/ }).click()
  await expect(rows).toHaveCount(3)

  await choose()
  await bar.getByRole('button', { name: 'Verknüpfen…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nachname' }).fill(`Viele ${word}`)
  await dialog.getByRole('button', { name: 'Suchen' }).click()
  await dialog.getByRole('row', { name: new RegExp(word) }).click()
  await expect(said(page)).toContainText('2 E-Mails sind verknüpft.')
  const contactOf = async () => (await call(page, emailApi.get, { params: { id: ids[2] ?? '' } })).contactRef
  expect(await contactOf()).toBe(contactRef)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(contactOf).toBeNull()
})

test('one key or button closes a message and opens the next', async ({ page, database, signIn }) => {
  const subjects = [1, 2, 3].map((place) => `Der Reihe nach ${place} ${unique()}`)
  const [a = '', b = '', c = ''] = subjects
  // dated in the future, so that messages of other tests do not stand between them
  const ids = await addEmails(
    database,
    subjects.map((subject, place) => ({ subject, from: 'reihe@example.test', hoursAgo: place - 1000 })),
  )
  await signIn('user')
  await page.goto('/emails')
  await expect(row(page, a)).toBeVisible()
  // Tab goes on in the message that a key has opened
  await page.keyboard.press('j')
  await expect(message(page, a)).toBeFocused()
  await page.keyboard.press('j')
  await expect(message(page, b)).toBeFocused()
  await page.keyboard.press('k')
  await expect(message(page, a)).toBeFocused()
  await page.keyboard.press('Shift+E')
  await expect(message(page, b)).toBeVisible()
  await expect(row(page, a)).toHaveCount(0)
  await expect(said(page)).toContainText(`«${a}» ist geschlossen`)
  await page.getByRole('button', { name: 'Schliessen und zur nächsten' }).click()
  await expect(message(page, c)).toBeVisible()
  await expect(row(page, b)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/emails/${ids[2]}$`))
  await expect(said(page)).toContainText(`«${b}» ist geschlossen`)
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(row(page, b)).toBeVisible()
})

test('a taken message stays in the list, follows its contact, and is remembered by its subject', async ({
  page,
  database,
  signIn,
}) => {
  const subject = `Genommen ${unique()}`
  const surname = `Kundin${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'genommen@example.test' }])
  await signIn('user')
  const contact = await addContact(page, { surname })
  await page.goto('/emails')
  await row(page, subject).getByRole('link').click()
  await page.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(row(page, subject)).toContainText('In Arbeit')
  const isOfNobody = row(page, subject).getByRole('img', { name: 'ohne Kontakt' })
  await expect(isOfNobody).toBeVisible()
  await call(page, emailApi.linkToContact, { params: { id }, query: { contactRef: contact.id } })
  await expect(isOfNobody).toHaveCount(0)
  const places = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  await expect.poll(places).toContain(subject)
})

test('hovering over a message lets the user take and close it without opening it', async ({
  page,
  database,
  signIn,
}) => {
  const subject = `Zeiger ${unique()}`
  await addEmails(database, [{ subject, from: 'zeiger@example.test' }])
  await signIn('user')
  await page.goto('/emails')
  await expect(row(page, subject)).toBeVisible()
  await expect(row(page, subject).getByRole('button')).toHaveCount(0)
  await row(page, subject).hover()
  await row(page, subject).getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(row(page, subject)).toContainText('In Arbeit')
  await expect(message(page, subject)).toHaveCount(0)
  await row(page, subject).getByRole('button', { name: 'Schliessen' }).click()
  await expect(said(page)).toContainText('1 E-Mail ist geschlossen.')
  await expect(row(page, subject)).toHaveCount(0)
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(row(page, subject)).toBeVisible()
})

test('keys pressed fast take effect one after the other, without a question', async ({ page, database, signIn }) => {
  const subject = `Eilig ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'eilig@example.test' }])
  await signIn('user')
  await page.goto(`/emails/${id}`)
  await expect(message(page, subject)).toBeVisible()
  await press(page, ['t', 't', 'i', 'e', 'e'])
  await expect(said(page)).toContainText(`«${subject}» ist geschlossen`)
  await expect(message(page, subject)).toContainText('Zuständig: user')
  await expect(page.getByRole('button', { name: 'Nicht mehr wichtig' })).toBeVisible()
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(message(page, subject).getByText('In Arbeit', { exact: true })).toBeVisible()
  await press(page, ['Delete', 'Delete'])
  await expect(said(page)).toContainText(`«${subject}» liegt im Papierkorb`)
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(said(page)).toContainText(`«${subject}» ist wieder da`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Verlauf' }).click()
  const history = page.getByRole('list', { name: 'Verlauf' })
  await expect(history.getByText('Wichtig: ja')).toHaveCount(1)
})

test('on an outgoing message the keys do no more than its buttons', async ({ page, database, signIn }) => {
  const subject = `Unsere Antwort ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'info@example.test', direction: 'OUTGOING' }])
  await signIn('user')
  await page.goto(`/emails/${id}`)
  await expect(message(page, subject)).toBeVisible()
  // once the last key takes effect, a dialog or another state caused by the others would be visible
  await press(page, ['a', 't', 'e', 'i'])
  await expect(page.getByRole('button', { name: 'Nicht mehr wichtig' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Verlauf' }).click()
  const history = page.getByRole('list', { name: 'Verlauf' })
  await expect(history).toContainText('Wichtig: ja')
  await expect(history).not.toContainText('Zustand')
})

test('two people at one message see each other, and neither overwrites the other', async ({
  page,
  database,
  signIn,
  openFor,
}) => {
  const subject = `Gemeinsam ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'beat@example.org' }])
  await signIn('user')
  const other = await openFor('admin')
  await page.goto(`/emails/${id}`)
  const present = () => call(other, presenceApi.email.others, { params: { id } })
  await expect.poll(present).toMatchObject([{ username: 'user' }])
  await call(other, presenceApi.email.be, { params: { id }, body: { activity: 'VIEWING' } })
  await expect(page.getByText('admin betrachtet diese E-Mail gerade.')).toBeVisible()
  // holds the user's own request back until the other user has taken the message
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/set-in-progress/)
  await page.route(/set-in-progress/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await asked
  await call(other, emailApi.setInProgress, { params: { id } })
  held.resolve()
  await expect(page.getByRole('dialog', { name: new RegExp(subject) })).toContainText('admin')
})

test('a contact made from a message is linked to it; one only chosen for a flame is not', async ({
  page,
  database,
  signIn,
}) => {
  await signIn('user')
  const [subject, surname, sender] = [`Anfrage ${unique()}`, `Fremd${unique()}`, `Absender${unique()}`]
  const [id] = await addEmails(database, [{ subject, from: `${unique()}@example.org`, name: `Anna ${sender}` }])
  await addContact(page, { surname })
  await page.goto(`/emails/${id}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Flamme erstellen…' }).click()
  const picker = page.getByRole('dialog')
  // the search starts with the sender's data from the message
  await expect(picker.getByRole('textbox', { name: 'Nachname' })).toHaveValue(sender)
  await picker.getByRole('textbox', { name: 'Vorname' }).fill('')
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  await picker.getByRole('button', { name: 'Suchen' }).click()
  await picker.getByRole('gridcell', { name: surname }).first().click()
  const boards = page.getByRole('dialog', { name: 'Taskboard wählen' })
  await expect(boards).toContainText(surname)
  await boards.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { rows } = await database.pool.query('select contact_id from email where id = $1', [id])
  const { rows: written } = await database.pool.query('select 1 from contact where surname = $1 and version > 1', [
    surname,
  ])
  expect([rows[0]?.contact_id, written]).toEqual([null, []])
  await expect(message(page, subject)).not.toContainText(surname)

  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Kontakt erstellen' }).click()
  await expect(page.getByLabel('Vorname')).toHaveValue('Anna')
  await page.getByRole('button', { name: 'Speichern' }).click()
  // the dialog offers to continue with or without a flame, or to cancel
  await expect(boards.getByRole('button', { name: 'Weiter mit Flamme' })).toBeVisible()
  await expect(boards.getByRole('button', { name: 'Weiter ohne Flamme' })).toBeVisible()
  await boards.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]+$/)
  await page.goBack()
  await expect(page.getByRole('link', { name: `Anna ${sender}` }).first()).toBeVisible()
})

test('the end of a period of earlier e-mails must be after its start; the dialog to connect a mailbox opens', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/mailboxes')
  const past = page.getByRole('region', { name: 'Frühere E-Mails ablegen' })
  await past.getByRole('textbox', { name: 'Von' }).fill('2.1.26')
  await past.getByRole('textbox', { name: 'Bis' }).fill('1.1.26')
  await past.getByRole('button', { name: 'Starten' }).click()
  await expect(past.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible()
  await page.getByRole('button', { name: 'Postfach verbinden' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Postfach verbinden' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('an admin sees what the mail server refused, has it tried again, or leaves it', async ({
  page,
  signIn,
  database,
}) => {
  const [title, left, tried] = [`Trotzig ${unique()}`, `Bleibt ${unique()}`, `Liegt ${unique()}`]
  const ids = await addEmails(
    database,
    [left, tried].map((subject) => ({ subject, from: 'kundin@example.test' })),
  )
  await database.pool.query(
    `with box as (
       insert into mailbox (type, title, address, settings, max_message_bytes, active)
       values ('IMAP', $1, 'trotzig@example.test', '{}', 25000000, false) returning id),
     folder as (insert into mail_folder (mailbox_id, path, role) select id, 'INBOX', 'INBOX' from box returning id),
     source as (
       insert into mail_source (folder_id, uid_validity, uid, email_id)
       select folder.id, 1, row_number() over (), one from folder, unnest($2::uuid[]) one returning id)
     insert into mail_refused_task (mailbox_id, source_id, task, fault, said)
     select box.id, source.id, 'BIN', 'QUOTA', 'the bin is full' from box, source`,
    [title, ids],
  )
  await signIn('admin')
  await page.goto('/mailboxes')
  const card = page.getByRole('region', { name: title })
  await expect(card).toContainText('Der Server hat 2 Änderungen an Nachrichten nicht angenommen')
  await card.getByRole('button', { name: 'Ansehen' }).click()
  const dialog = page.getByRole('dialog', { name: `Vom Server nicht angenommen in «${title}»` })
  const item = (subject: string) => dialog.getByRole('listitem').filter({ hasText: subject })
  await expect(item(left)).toContainText('In den Papierkorb verschieben')
  await expect(item(left)).toContainText('Das Postfach auf dem Server ist voll.')
  await expect(item(left)).toContainText('the bin is full')
  await item(left).getByRole('button', { name: 'Nicht mehr versuchen' }).click()
  await expect(item(left)).toHaveCount(0)
  await item(tried).getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(dialog).toContainText('Der Server hat alles angenommen')
  await expectNoAxeViolations(page)
})

test('filtering e-mails by a contact that the user may not read says so', async ({ page, signIn, openFor }) => {
  const admin = await openFor('admin')
  const word = unique()
  const contact = await addContact(admin, { surname: `Verborgen${word}` })
  await call(admin, roleApi.add, { body: { name: `POST_${word}`, permissions: ['EMAIL_READ', 'USER_READ'] } })
  const account = { username: `post${word}`, password: 'glut-demo', roles: [`POST_${word}`] }
  await call(admin, userApi.add, { body: account })
  await signIn(account.username)
  await page.goto(`/emails?contact=${contact.id}`)
  await expect(page.getByText('Kontakt: nicht sichtbar')).toBeVisible()

  // a failed read does not mean that the user may not see the contact
  await signIn('user')
  const read = new RegExp(`/api/contacts/${contact.id}$`)
  let asked = 0
  await page.route(read, (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: {} })
  })
  await page.goto(`/emails?contact=${contact.id}`)
  await expect(page.getByText('Kontakt: …')).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(1)
  await expect(page.getByText('Kontakt: …')).toBeVisible()
})

test('undo restores the state, the assignee and the contact of a message', async ({
  page,
  database,
  signIn,
  openFor,
}) => {
  const word = unique()
  const subject = `Zurück ${word}`
  const [id = ''] = await addEmails(database, [{ subject, from: 'anna@example.org' }])
  await signIn('user')
  const admin = await openFor('admin')
  const { id: contactRef } = await addContact(admin, { surname: `Zurück ${word}` })
  const { assigneeRef } = await call(admin, emailApi.setInProgress, { params: { id } })
  await call(admin, emailApi.linkToContact, { params: { id }, query: { contactRef } })
  await call(admin, emailApi.setToClose, { params: { id } })
  const now = async () => {
    const email = await call(admin, emailApi.get, { params: { id } })
    return { state: email.state, assigneeRef: email.assigneeRef, contactRef: email.contactRef }
  }
  const before = { state: 'CLOSED', assigneeRef, contactRef }
  const takeBack = async () => {
    await said(page).getByRole('button', { name: 'Rückgängig' }).click()
    await expect.poll(now).toEqual(before)
  }

  await page.goto(`/emails/${id}`)
  await page.getByRole('button', { name: 'Wieder öffnen' }).click()
  await expect(said(page)).toContainText(`«${subject}» ist wieder offen`)
  await takeBack()
  await page.keyboard.press('t')
  await expect(said(page)).toContainText(`«${subject}» ist bei Ihnen in Arbeit`)
  await takeBack()

  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Vom Kontakt lösen' }).click()
  await expect(said(page)).toContainText('Vom Kontakt gelöst')
  await takeBack()
  await expect(said(page)).toContainText(`Verknüpft mit Zurück ${word}`)

  // several messages at once
  await page.getByRole('tab', { name: /^Geschlossen/ }).click()
  await page.getByRole('checkbox', { name: `«${subject}» auswählen` }).click()
  const bar = page.getByRole('toolbar', { name: 'Ausgewählte E-Mails' })
  await bar.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(said(page)).toContainText('1 E-Mail ist in Arbeit.')
  await takeBack()
  await page.getByRole('checkbox', { name: `«${subject}» auswählen` }).click()
  await bar.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(said(page)).toContainText('1 E-Mail ist in Arbeit.')
  await page.route(/set-in-progress/, (route) => route.abort())
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(said(page)).toContainText('Der Server antwortet nicht.')
  await expect(said(page)).not.toContainText('inzwischen geändert')
})

test('undo leaves out an assignee who was disabled meanwhile, and says so', async ({
  page,
  database,
  signIn,
  openFor,
}) => {
  const word = unique()
  const subjects = [`Geschlossen ${word}`, `Offen ${word}`]
  const ids = await addEmails(
    database,
    subjects.map((subject) => ({ subject, from: `${unique()}@example.org` })),
  )
  const admin = await openFor('admin')
  const username = `fort${word}`
  const account = { username, password: 'glut-demo', roles: ['USER'] }
  const { id: gone } = await call(admin, userApi.add, { body: account })
  for (const id of ids) await call(admin, emailApi.setInProgress, { params: { id }, query: { userId: gone } })
  await call(admin, emailApi.setToClose, { params: { id: ids[0] ?? '' } })
  await database.pool.query('update app_user set disabled = true where id = $1', [gone])
  const states = () => Promise.all(ids.map(async (id) => (await call(admin, emailApi.get, { params: { id } })).state))
  await signIn('user')
  const without = `Zurückgenommen, aber nicht mehr bei ${username}: Diesem Konto kann keine E-Mail zugewiesen werden.`
  const takeBack = () => said(page).getByRole('button', { name: 'Rückgängig' }).click()

  await page.goto(`/emails/${ids[0]}`)
  await page.getByRole('button', { name: 'Wieder öffnen' }).click()
  await expect(said(page)).toContainText(`«${subjects[0]}» ist wieder offen`)
  await takeBack()
  await expect(said(page)).toContainText(without)
  expect(await states()).toEqual(['CLOSED', 'IN_PROGRESS'])

  await page.goto(`/emails/${ids[1]}?view=ALL`)
  await page.getByRole('searchbox', { name: 'E-Mails durchsuchen' }).fill(word)
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('checkbox', { name: `«${subjects[1]}» auswählen` }).click()
  const bar = page.getByRole('toolbar', { name: 'Ausgewählte E-Mails' })
  await bar.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(said(page)).toContainText('1 E-Mail ist in Arbeit.')
  await takeBack()
  await expect(said(page)).toContainText('1 E-Mail ist zurückgenommen, aber nicht mehr bei der Person von vorher')
  expect(await states()).toEqual(['CLOSED', 'OPEN'])
})

test('undo does not replace a link that somebody else changed, and says so even beside another message', async ({
  page,
  database,
  signIn,
  openFor,
}) => {
  const word = unique()
  const subjects = [`Gelöst ${word}`, `Andere ${word}`]
  const [id = '', other] = await addEmails(
    database,
    subjects.map((subject) => ({ subject, from: `${unique()}@example.org` })),
  )
  const admin = await openFor('admin')
  const mine = await addContact(admin, { surname: `Meiner${word}` })
  const theirs = await addContact(admin, { surname: `Ihrer${word}` })
  await call(admin, emailApi.linkToContact, { params: { id }, query: { contactRef: mine.id } })
  await signIn('user')
  await page.goto(`/emails/${id}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Vom Kontakt lösen' }).click()
  await expect(said(page)).toContainText('Vom Kontakt gelöst')
  await row(page, subjects[1] ?? '')
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(new RegExp(`/emails/${other}`))
  await expect(message(page, subjects[1] ?? '')).toBeVisible()
  await call(admin, emailApi.linkToContact, { params: { id }, query: { contactRef: theirs.id } })
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(said(page)).toContainText('Der Eintrag wurde inzwischen von jemand anderem geändert.')
  expect(await call(admin, emailApi.get, { params: { id } })).toMatchObject({ contactRef: theirs.id })
})

test('undo works although somebody has starred the message meanwhile', async ({ page, database, signIn, openFor }) => {
  const subject = `Stern ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: `${unique()}@example.org` }])
  await signIn('user')
  const admin = await openFor('admin')
  const star = () => call(admin, emailApi.toggleImportant, { params: { id } })
  const state = async () => (await call(admin, emailApi.get, { params: { id } })).state
  const takeBack = () => said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await page.goto(`/emails/${id}`)
  await page.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(said(page)).toContainText(`«${subject}» ist bei Ihnen in Arbeit`)
  await star()
  await takeBack()
  await expect.poll(state).toBe('OPEN')

  await page.getByRole('checkbox', { name: `«${subject}» auswählen` }).click()
  const bar = page.getByRole('toolbar', { name: 'Ausgewählte E-Mails' })
  await bar.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(said(page)).toContainText('1 E-Mail ist in Arbeit.')
  await star()
  await takeBack()
  await expect.poll(state).toBe('OPEN')
})

test('a message without the address of its sender names whom it can', async ({ page, database, signIn }) => {
  const [named, nobody] = [`Nur Name ${unique()}`, `Niemand ${unique()}`]
  const ids = await addEmails(database, [
    { subject: named, from: '', name: 'Anna Muster' },
    { subject: nobody, from: '' },
  ])
  await signIn('user')
  await page.goto(`/emails/${ids[0]}`)
  await expect(message(page, named)).toContainText('VonAnna MusterAn')
  await page.goto(`/emails/${ids[1]}`)
  await expect(message(page, nobody)).toContainText('Von(kein Absender)An')
})

test('an address with an unknown owner or mailbox shows the message and the list', async ({
  page,
  database,
  signIn,
}) => {
  const subject = `Abgeschnitten ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'schnitt@example.test' }])
  await signIn('user')
  await page.goto(`/emails/niemand/${id}`)
  await expect(message(page, subject)).toBeVisible()
  await expect(row(page, subject)).toBeVisible()
  await page.goto('/emails?view=OPEN&person=niemand&mailbox=keines')
  await expect(row(page, subject)).toBeVisible()
})
