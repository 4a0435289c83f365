import type { Page } from '@playwright/test'
import { formatPhone } from '#contract/contacts/phone-format'
import { appointmentApi } from '../../contract/src/calendars/appointments.ts'
import { contactApi } from '../../contract/src/contacts/contacts.ts'
import { encounterApi } from '../../contract/src/contacts/encounters.ts'
import { addressApi, emailAddressApi, phoneNumberApi } from '../../contract/src/contacts/parts.ts'
import { calculationApi } from '../../contract/src/lists/calculations.ts'
import { masterData } from '../../contract/src/lists/master-data.ts'
import { templateApi } from '../../contract/src/lists/templates.ts'
import { todoPackageApi } from '../../contract/src/lists/todo-packages.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { commentApi } from '../../contract/src/together/comments.ts'
import { roleApi } from '../../contract/src/users/roles.ts'
import { authApi, userApi } from '../../contract/src/users/users.ts'
import { absenceApi } from '../../contract/src/work/absences.ts'
import { projectApi } from '../../contract/src/work/projects.ts'
import { todoApi } from '../../contract/src/work/todos.ts'
import type { Database } from '../../server/src/db/db.ts'
import { addEncounter, openEncounters, rows } from '../encounters.ts'
import {
  addBoard,
  addContact,
  addPerson,
  call,
  expect,
  field,
  idsOfPeople,
  test,
  unique,
  uniqueNumber,
} from './fixtures.ts'

const hint = 'Jemand hat das inzwischen geändert. Ihre Eingaben bleiben stehen, beim Speichern wird beides verglichen.'

interface Opened {
  /** Label of the field that is typed into. */
  typed: string
  /** Typed text. */
  text?: string
  /** Saves the open record as another user. */
  save: (other: Page) => Promise<unknown>
  /** Deletes the open record as another user; missing where it cannot be deleted. */
  remove?: (other: Page) => Promise<unknown>
}

const openRow = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Aktionen ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
}

/** Returns the user who types; the own profile needs a user of its own test. */
const whoTypes = (what: string, database: Database) => (what === 'own profile' ? addPerson(database) : 'admin')

/** Opens one kind of form each, on a record of its own; steel tubes are in calculations.test.ts, their only user. */
const forms: { [what: string]: (page: Page) => Promise<Opened> } = {
  async contact(page) {
    const contact = await addContact(page, { surname: unique() })
    await page.goto(`/contacts/${contact.id}`)
    const params = { id: contact.id }
    return {
      typed: 'Vorname',
      save: (other) => call(other, contactApi.update, { params, body: { ...contact, remarks: 'Anders' } }),
      remove: (other) => call(other, contactApi.remove, { params }),
    }
  },
  async address(page) {
    const address = { addressType: 'HOME', street: 'Seeweg 4', city: 'Chur', country: 'CH' } as const
    const { id, addresses } = await addContact(page, { surname: unique(), addresses: [address] })
    const params = { id, subId: addresses[0]?.id ?? '' }
    await page.goto(`/contacts/${id}`)
    await page.getByRole('button', { name: /^Seeweg 4.* bearbeiten$/ }).click()
    return {
      typed: 'PLZ',
      save: (other) => call(other, addressApi.update, { params, body: { version: 1, ...address, city: 'Zug' } }),
      remove: (other) => call(other, addressApi.remove, { params }),
    }
  },
  async 'phone number'(page) {
    const number = uniqueNumber().replace('0', '+41')
    const { id, phoneNumbers } = await addContact(page, {
      surname: unique(),
      phoneNumbers: [{ type: 'MOBILE', number }],
    })
    const params = { id, subId: phoneNumbers[0]?.id ?? '' }
    await page.goto(`/contacts/${id}`)
    await page.getByRole('button', { name: `${formatPhone(number)} bearbeiten` }).click()
    return {
      typed: 'Nummer',
      text: '044 123 45 67',
      save: (other) => call(other, phoneNumberApi.update, { params, body: { version: 1, number, type: 'BUSINESS' } }),
      remove: (other) => call(other, phoneNumberApi.remove, { params }),
    }
  },
  async 'e-mail address'(page) {
    const address = `${unique()}@example.ch`
    const { id, emailAddresses } = await addContact(page, { surname: unique(), emailAddresses: [{ address }] })
    const params = { id, subId: emailAddresses[0]?.id ?? '' }
    await page.goto(`/contacts/${id}`)
    await page.getByRole('button', { name: `${address} bearbeiten` }).click()
    return {
      typed: 'E-Mail',
      text: 'von.hand@example.ch',
      save: (other) => call(other, emailAddressApi.update, { params, body: { version: 1, address, favorite: true } }),
      remove: (other) => call(other, emailAddressApi.remove, { params }),
    }
  },
  async project(page) {
    const title = `Plan ${unique()}`
    const board = await addBoard(page, 'PROJECT', ['Idee'])
    const made = await call(page, projectApi.add, { body: { title, taskboardRef: board.id, step: board.steps[0]?.id } })
    await page.goto(`/projects/${made.id}/${board.id}`)
    const params = { id: made.id }
    return {
      typed: 'Titel',
      save: (other) => call(other, projectApi.update, { params, body: { version: made.version, title: 'Anders' } }),
      remove: (other) => call(other, projectApi.remove, { params }),
    }
  },
  async encounter(page) {
    const contact = await addContact(page, { surname: unique() })
    const made = await addEncounter(page, contact.id, { description: 'Anfang' })
    await openEncounters(page, contact.id)
    await rows(page)
      .getByRole('button', { name: /Bearbeiten$/ })
      .click()
    const params = { id: contact.id, encId: made.id }
    return {
      typed: 'Beschreibung',
      save: (other) => call(other, encounterApi.update, { params, body: { ...made, encounterType: 'POST' } }),
      remove: (other) => call(other, encounterApi.remove, { params }),
    }
  },
  async comment(page) {
    const contact = await addContact(page, { surname: unique() })
    const made = await call(page, commentApi.add, { params: { id: contact.id }, body: { text: 'Ursprung' } })
    await page.goto(`/contacts/${contact.id}?tab=comments`)
    await page.getByRole('button', { name: 'Bearbeiten' }).click()
    const params = { id: made.id }
    return {
      typed: 'Kommentar',
      save: (other) => call(other, commentApi.update, { params, body: { ...made, text: 'Anders' } }),
      remove: (other) => call(other, commentApi.remove, { params }),
    }
  },
  async 'entry of a list'(page) {
    const title = `Branche ${unique()}`
    const made = await call(page, masterData.sectors.add, { body: { title } })
    await page.goto('/sectors')
    await openRow(page, title)
    const params = { id: made.id }
    return {
      typed: 'Bezeichnung',
      save: (other) => call(other, masterData.sectors.update, { params, body: { ...made, title: `${title} neu` } }),
      remove: (other) => call(other, masterData.sectors.remove, { params }),
    }
  },
  async board(page) {
    const { title, ...made } = await addBoard(page, 'FLAME', ['Anfrage'], `A ${unique()}`)
    await page.goto('/blackboards')
    await openRow(page, title)
    const params = { id: made.id }
    return {
      typed: 'Bezeichnung',
      save: (other) => call(other, boardApi.update, { params, body: { ...made, title: `${title} neu` } }),
      remove: (other) => call(other, boardApi.remove, { params }),
    }
  },
  async 'list of to-dos'(page) {
    const title = `Paket ${unique()}`
    const made = await call(page, todoPackageApi.add, { body: { title, todos: [{ title: 'Anrufen' }] } })
    await page.goto('/todoPackages')
    await openRow(page, title)
    const params = { id: made.id }
    return {
      typed: 'Bezeichnung',
      save: (other) => call(other, todoPackageApi.update, { params, body: { ...made, title: `${title} neu` } }),
      remove: (other) => call(other, todoPackageApi.remove, { params }),
    }
  },
  async user(page) {
    const username = unique()
    const made = await call(page, userApi.add, { body: { username, roles: ['USER'], password: 'geheim-1' } })
    await page.goto('/users')
    await openRow(page, username)
    const params = { id: made.id }
    return {
      typed: 'Telefon',
      text: uniqueNumber(),
      save: (other) => call(other, userApi.update, { params, body: { ...made, email: `${unique()}@example.ch` } }),
      remove: (other) => call(other, userApi.remove, { params }),
    }
  },
  async role(page) {
    const name = `ROLLE ${unique()}`
    const made = await call(page, roleApi.add, { body: { name, permissions: [], requiresSecondFactor: false } })
    await page.goto('/users?tab=roles')
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const params = { id: made.id }
    return {
      typed: 'Name',
      save: (other) => call(other, roleApi.update, { params, body: { ...made, permissions: ['CONTACT_READ'] } }),
      remove: (other) => call(other, roleApi.remove, { params }),
    }
  },
  async 'own profile'(page) {
    const me = await call(page, authApi.me, {})
    await page.goto('/ownUserConfiguration')
    const params = { id: me.id }
    return {
      typed: 'Telefon',
      text: uniqueNumber(),
      save: (other) => call(other, userApi.updateOwn, { params, body: { ...me, email: `${unique()}@example.ch` } }),
    }
  },
  async 'to-do'(page) {
    const board = await addBoard(page, 'PROJECT', ['Idee'])
    const project = await call(page, projectApi.add, { body: { title: unique(), taskboardRef: board.id } })
    const title = `Sache ${unique()}`
    const made = await call(page, todoApi.add, { body: { type: 'PROJECT', ref: project.id, title } })
    await page.goto(`/projects/${project.id}/${board.id}`)
    await page.getByRole('button', { name: title, exact: true }).click()
    const params = { id: made.id }
    return {
      typed: 'Tätigkeiten',
      save: (other) => call(other, todoApi.update, { params, body: { ...made, title: `${title} anders` } }),
      remove: (other) => call(other, todoApi.remove, { params }),
    }
  },
  async template(page) {
    const title = `Vorlage ${unique()}`
    const made = await call(page, templateApi.add, { body: { title, subject: '', content: '' } })
    await page.goto('/templates')
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
    const params = { id: made.id }
    return {
      typed: 'Bezeichnung',
      save: (other) => call(other, templateApi.update, { params, body: { ...made, subject: 'Anders' } }),
      remove: (other) => call(other, templateApi.remove, { params }),
    }
  },
  async 'row of a calculation'(page) {
    await page.goto('/calc-factors')
    // the tests of calculations rely on the wood offcut
    const factor = (await call(page, calculationApi.factors, {})).find(({ key }) => key !== 'WOOD_OFFCUT')
    if (!factor) throw new Error('there is no other factor')
    await page.getByRole('button', { name: `Aktionen ${factor.title}` }).click()
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
    const params = { id: factor.id }
    return {
      typed: 'Bezeichnung',
      save: (other) => call(other, calculationApi.updateFactor, { params, body: { ...factor, description: unique() } }),
    }
  },
}

for (const [what, openForm] of Object.entries(forms)) {
  test(`${what}: input stays when somebody else saves the record, and saving compares both`, async ({
    page,
    signIn,
    openFor,
    database,
  }) => {
    const username = await whoTypes(what, database)
    await signIn(username)
    const { typed, text = 'Von Hand getippt', save } = await openForm(page)
    const into = field(page, typed).last()
    await into.fill(text)
    await save(await openFor(username))
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
/** Messages of screens that report a deleted record in other words. */
const saidOtherwise: { [what: string]: string | RegExp } = {
  contact: /^Was Sie getippt haben, ist nicht gespeichert\./,
  project: /^Was Sie getippt haben, ist nicht gespeichert\./,
  encounter: 'Noch keine Begegnungen',
  comment: 'gelöscht',
}
const neverDeleted = ['own profile', 'row of a calculation']

for (const [what, openForm] of Object.entries(forms).filter(([what]) => !neverDeleted.includes(what))) {
  test(`${what}: input stays when somebody else deletes the record`, async ({ page, signIn, openFor }) => {
    await signIn('admin')
    const { typed, text = 'Von Hand getippt', remove } = await openForm(page)
    const into = field(page, typed).last()
    await into.fill(text)
    await remove?.(await openFor('admin'))
    await expect(page.getByText(saidOtherwise[what] ?? gone).first()).toBeVisible()
    await expect(into).toHaveValue(text)
  })
}

test('of two versions the chosen fields are saved: those of an absence, and the slot of an appointment with its time', async ({
  page,
  database,
  signIn,
  openFor,
}) => {
  const person = await addPerson(database)
  const admin = await openFor('admin')
  const idOf = await idsOfPeople(admin)
  const span = { from: '2037-03-02T07:00:00.000Z', until: '2037-03-06T16:00:00.000Z' }
  const absence = await call(admin, absenceApi.add, { body: { personRef: idOf(person), ...span } })
  const contact = await addContact(admin, { surname: `Wahl${unique()}` })
  const { id: slotRef } = await call(admin, masterData.predefinedTimeSlots.add, {
    body: { weekday: 'TUESDAY', startTime: '06:10', endTime: '06:50', capacity: 1, validFrom: '2037-01-01' },
  })
  const free = { contactRef: contact.id, startUtc: '2037-03-03T13:00:00.000Z', endUtc: '2037-03-03T14:00:00.000Z' }
  const title = `Wahl ${unique()}`
  const appointment = await call(admin, appointmentApi.add, { body: { ...free, title } })
  await signIn(person)

  await page.goto('/ownUserConfiguration')
  await page.getByRole('button', { name: /^Bearbeiten: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Abwesenheit bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Betreff der Abwesenheitsmail' }).fill('Bin fort')
  await dialog.getByRole('textbox', { name: 'Text der Abwesenheitsmail' }).fill('Bis bald')
  await call(admin, absenceApi.update, {
    params: { id: absence.id },
    body: { version: absence.version, ...span, until: '2037-03-09T16:00:00.000Z' },
  })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(dialog).toBeHidden()
  const [kept] = await call(admin, absenceApi.list, { query: { personRef: idOf(person) } })
  expect(kept).toMatchObject({ subject: 'Bin fort', until: '2037-03-09T16:00:00.000Z' })

  await page.goto(`/appointmentcalendar?day=2037-03-03&id=${appointment.id}`)
  const editor = page.getByRole('dialog', { name: 'Termin', exact: true })
  await editor.getByRole('combobox', { name: 'Zeitfenster' }).click()
  await page.getByRole('option', { name: /06:10–06:50/ }).click()
  await call(admin, appointmentApi.update, {
    params: { id: appointment.id },
    body: { version: appointment.version, place: 'Hof' },
  })
  await editor.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(editor).toBeHidden()
  expect(await call(admin, appointmentApi.get, { params: { id: appointment.id } })).toMatchObject({
    slotRef,
    startUtc: '2037-03-03T05:10:00.000Z',
    endUtc: '2037-03-03T05:50:00.000Z',
    place: 'Hof',
  })
})
