import type { Page } from '@playwright/test'
import { formatPhone } from '#contract/contacts/phone-format'
import type { Database } from '../../server/src/db/db.ts'
import { addEncounter, openEncounters, rows } from '../encounters.ts'
import {
  addBoard,
  addContact,
  addPerson,
  api,
  expect,
  field,
  idsOfPeople,
  type Made,
  test,
  unique,
  uniqueNumber,
} from './fixtures.ts'

const hint = 'Jemand hat das inzwischen geändert. Ihre Eingaben bleiben stehen, beim Speichern wird beides verglichen.'

interface Record extends Made {
  [field: string]: unknown
}

interface Opened {
  /** Where something is typed. */
  typed: string
  /** What is typed there. */
  text?: string
  /** What somebody else saves of the record that is open. */
  path: string
  change: object
}

const found = async (page: Page, list: string, is: (record: Record) => boolean) => {
  const record = (await api<Record[]>(page, 'GET', list)).find(is)
  if (!record) throw new Error(`nothing of that kind in ${list}`)
  return record
}

const openRow = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Aktionen ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
}

/** Who types: of a profile it is that of the test itself as well. */
const whoTypes = (what: string, database: Database) => (what === 'own profile' ? addPerson(database) : 'admin')

/** Opens a form of each kind, over a record of its own; steel tubes have theirs where nobody else makes any (calculations.test.ts). */
const forms: { [what: string]: (page: Page) => Promise<Opened> } = {
  async contact(page) {
    const contact = await addContact(page, { surname: unique() })
    await page.goto(`/contacts/${contact.id}`)
    return { typed: 'Vorname', path: `/api/contacts/${contact.id}`, change: { ...contact, remarks: 'Anders' } }
  },
  async address(page) {
    const address = { addressType: 'HOME', street: 'Seeweg 4', city: 'Chur', country: 'CH' }
    const { id, addresses } = await addContact<Made & { addresses: Made[] }>(page, {
      surname: unique(),
      addresses: [address],
    })
    await page.goto(`/contacts/${id}`)
    await page.getByRole('button', { name: /^Seeweg 4.* bearbeiten$/ }).click()
    return {
      typed: 'PLZ',
      path: `/api/contacts/${id}/addresses/${addresses[0]?.id}`,
      change: { ...addresses[0], city: 'Zug' },
    }
  },
  async 'phone number'(page) {
    const number = uniqueNumber().replace('0', '+41')
    const { id, phoneNumbers } = await addContact<Made & { phoneNumbers: Made[] }>(page, {
      surname: unique(),
      phoneNumbers: [{ type: 'MOBILE', number }],
    })
    await page.goto(`/contacts/${id}`)
    await page.getByRole('button', { name: `${formatPhone(number)} bearbeiten` }).click()
    return {
      typed: 'Nummer',
      text: '044 123 45 67',
      path: `/api/contacts/${id}/phone-numbers/${phoneNumbers[0]?.id}`,
      change: { ...phoneNumbers[0], type: 'BUSINESS' },
    }
  },
  async 'e-mail address'(page) {
    const address = `${unique()}@example.ch`
    const { id, emailAddresses } = await addContact<Made & { emailAddresses: Made[] }>(page, {
      surname: unique(),
      emailAddresses: [{ address }],
    })
    await page.goto(`/contacts/${id}`)
    await page.getByRole('button', { name: `${address} bearbeiten` }).click()
    return {
      typed: 'E-Mail',
      text: 'von.hand@example.ch',
      path: `/api/contacts/${id}/emails/${emailAddresses[0]?.id}`,
      change: { ...emailAddresses[0], favorite: true },
    }
  },
  async project(page) {
    const title = `Plan ${unique()}`
    const board = await addBoard(page, 'PROJECT', ['Idee'])
    const made = await api(page, 'POST', '/api/projects', { title, taskboardRef: board.id, step: board.steps[0]?.id })
    await page.goto(`/projects/${made.id}/${board.id}`)
    return { typed: 'Titel', path: `/api/projects/${made.id}`, change: { version: made.version, title: 'Anders' } }
  },
  async encounter(page) {
    const contact = await addContact(page, { surname: unique() })
    const made = await addEncounter(page, contact.id, { description: 'Anfang' })
    await openEncounters(page, contact.id)
    await rows(page)
      .getByRole('button', { name: /Bearbeiten$/ })
      .click()
    return {
      typed: 'Beschreibung',
      path: `/api/contacts/${contact.id}/encounters/${made.id}`,
      change: { ...made, encounterType: 'POST' },
    }
  },
  async comment(page) {
    const contact = await addContact(page, { surname: unique() })
    const made = await api<Record>(page, 'POST', `/api/comments/upstream/${contact.id}`, { text: 'Ursprung' })
    await page.goto(`/contacts/${contact.id}?tab=comments`)
    await page.getByRole('button', { name: 'Bearbeiten' }).click()
    return { typed: 'Kommentar', path: `/api/comments/${made.id}`, change: { ...made, text: 'Anders' } }
  },
  async 'entry of a list'(page) {
    const title = `Branche ${unique()}`
    const made = await api(page, 'POST', '/api/misc/sectors', { title })
    await page.goto('/sectors')
    await openRow(page, title)
    return { typed: 'Bezeichnung', path: `/api/misc/sectors/${made.id}`, change: { ...made, title: `${title} neu` } }
  },
  async board(page) {
    const { title, ...made } = await addBoard(page, 'FLAME', ['Anfrage'], `A ${unique()}`)
    await page.goto('/blackboards')
    await openRow(page, title)
    return { typed: 'Bezeichnung', path: `/api/blackboards/${made.id}`, change: { ...made, title: `${title} neu` } }
  },
  async 'list of to-dos'(page) {
    const title = `Paket ${unique()}`
    const made = await api(page, 'POST', '/api/todo-packages', { title, todos: [{ title: 'Anrufen' }] })
    await page.goto('/todoPackages')
    await openRow(page, title)
    return { typed: 'Bezeichnung', path: `/api/todo-packages/${made.id}`, change: { ...made, title: `${title} neu` } }
  },
  async user(page) {
    const username = unique()
    const user = { username, email: '', phoneNumber: '', language: 'DE', avatarSmall: null, disabled: false }
    const made = await api(page, 'POST', '/api/users', { ...user, roles: ['USER'], password: 'geheim-1' })
    await page.goto('/users')
    await openRow(page, username)
    return { typed: 'Telefon', path: `/api/users/${made.id}`, change: { ...made, email: `${unique()}@example.ch` } }
  },
  async role(page) {
    const name = `ROLLE ${unique()}`
    const made = await api(page, 'POST', '/api/roles', { name, permissions: [], requiresSecondFactor: false })
    await page.goto('/users?tab=roles')
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    return { typed: 'Name', path: `/api/roles/${made.id}`, change: { ...made, permissions: ['CONTACT_READ'] } }
  },
  async 'own profile'(page) {
    const me = await api<Record>(page, 'GET', '/api/auth/me')
    await page.goto('/ownUserConfiguration')
    return { typed: 'Telefon', path: `/api/users/own/${me.id}`, change: { ...me, email: `${unique()}@example.ch` } }
  },
  async 'to-do'(page) {
    const board = await addBoard(page, 'PROJECT', ['Idee'])
    const project = await api(page, 'POST', '/api/projects', { title: unique(), taskboardRef: board.id })
    const title = `Sache ${unique()}`
    const made = await api(page, 'POST', '/api/todos', { type: 'PROJECT', ref: project.id, title })
    await page.goto(`/projects/${project.id}/${board.id}`)
    await page.getByRole('button', { name: title, exact: true }).click()
    return { typed: 'Tätigkeiten', path: `/api/todos/${made.id}`, change: { ...made, title: `${title} anders` } }
  },
  async template(page) {
    const title = `Vorlage ${unique()}`
    const made = await api(page, 'POST', '/api/templates', { title, subject: '', content: '', predefinedDocuments: [] })
    await page.goto('/templates')
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
    return { typed: 'Bezeichnung', path: `/api/templates/${made.id}`, change: { ...made, subject: 'Anders' } }
  },
  async 'row of a calculation'(page) {
    await page.goto('/calc-factors')
    // the waste of wood is what the tests of calculations count with
    const factor = await found(page, '/api/calculations/factors', ({ key }) => key !== 'WOOD_OFFCUT')
    await page.getByRole('button', { name: `Aktionen ${factor.title}` }).click()
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
    return {
      typed: 'Bezeichnung',
      path: `/api/calculations/factors/${factor.id}`,
      change: { ...factor, description: unique() },
    }
  },
}

for (const [what, openForm] of Object.entries(forms)) {
  test(`${what}: somebody else saves what is being typed over`, async ({ page, signIn, openFor, database }) => {
    const username = await whoTypes(what, database)
    await signIn(username)
    const { typed, text = 'Von Hand getippt', path, change } = await openForm(page)
    const into = field(page, typed).last()
    await into.fill(text)
    await api(await openFor(username), 'PUT', path, change)
    await expect(page.getByText(hint)).toBeVisible()
    await expect(into).toHaveValue(text)
    const comparing = page.getByRole('dialog', { name: /wurde inzwischen geändert$/ })
    await page.getByRole('button', { name: 'Vergleichen' }).click()
    await expect(comparing).toBeVisible()
    await comparing.getByRole('button', { name: 'Zurück zum Formular' }).click()
    await expect(comparing).toHaveCount(0)
    await expect(into).toHaveValue(text)
    await page
      .getByRole('button', { name: /^(Speichern|Zeile speichern)$/ })
      .last()
      .click()
    await expect(comparing).toBeVisible()
  })
}

const gone = 'Das wurde inzwischen gelöscht. Was Sie getippt haben, steht noch da, ist aber nicht gespeichert.'
/** Where the screen says otherwise what became of the record. */
const saidOtherwise: { [what: string]: string | RegExp } = {
  contact: /^Was Sie getippt haben, ist nicht gespeichert\./,
  project: /^Was Sie getippt haben, ist nicht gespeichert\./,
  encounter: 'Noch keine Begegnungen',
  comment: 'gelöscht',
}
const neverDeleted = ['own profile', 'row of a calculation']

for (const [what, openForm] of Object.entries(forms).filter(([what]) => !neverDeleted.includes(what))) {
  test(`${what}: somebody else deletes what is being typed over`, async ({ page, signIn, openFor }) => {
    await signIn('admin')
    const { typed, text = 'Von Hand getippt', path } = await openForm(page)
    const into = field(page, typed).last()
    await into.fill(text)
    await api(await openFor('admin'), 'DELETE', path)
    await expect(page.getByText(saidOtherwise[what] ?? gone).first()).toBeVisible()
    await expect(into).toHaveValue(text)
  })
}

test('what is chosen of two versions is what is saved: of an absence each field, of an appointment its slot with the time', async ({
  page,
  database,
  signIn,
  openFor,
}) => {
  const person = await addPerson(database)
  const admin = await openFor('admin')
  const idOf = await idsOfPeople(admin)
  const span = { from: '2037-03-02T07:00:00.000Z', until: '2037-03-06T16:00:00.000Z' }
  const absence = await api<Made>(admin, 'POST', '/api/absences', { personRef: idOf(person), ...span })
  const contact = await addContact(admin, { surname: `Wahl${unique()}` })
  const slot = { weekday: 'TUESDAY', startTime: '06:10', endTime: '06:50', capacity: 1, validFrom: '2037-01-01' }
  const { id: slotRef } = await api<Made>(admin, 'POST', '/api/predefined-time-slots', slot)
  const free = { contactRef: contact.id, startUtc: '2037-03-03T13:00:00.000Z', endUtc: '2037-03-03T14:00:00.000Z' }
  const title = `Wahl ${unique()}`
  const appointment = await api<Made>(admin, 'POST', '/api/appointments', { ...free, title })
  await signIn(person)

  await page.goto('/ownUserConfiguration')
  await page.getByRole('button', { name: /^Bearbeiten: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Abwesenheit bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Betreff der Abwesenheitsmail' }).fill('Bin fort')
  await dialog.getByRole('textbox', { name: 'Text der Abwesenheitsmail' }).fill('Bis bald')
  await api(admin, 'PUT', `/api/absences/${absence.id}`, {
    version: absence.version,
    ...span,
    until: '2037-03-09T16:00:00.000Z',
  })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(dialog).toBeHidden()
  const [kept] = await api<object[]>(admin, 'GET', `/api/absences?personRef=${idOf(person)}`)
  expect(kept).toMatchObject({ subject: 'Bin fort', until: '2037-03-09T16:00:00.000Z' })

  await page.goto(`/appointmentcalendar?day=2037-03-03&id=${appointment.id}`)
  const editor = page.getByRole('dialog', { name: 'Termin', exact: true })
  await editor.getByRole('combobox', { name: 'Zeitfenster' }).click()
  await page.getByRole('option', { name: /06:10–06:50/ }).click()
  await api(admin, 'PUT', `/api/appointments/${appointment.id}`, { version: appointment.version, place: 'Hof' })
  await editor.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(editor).toBeHidden()
  expect(await api<object>(admin, 'GET', `/api/appointments/${appointment.id}`)).toMatchObject({
    slotRef,
    place: 'Hof',
  })
})
