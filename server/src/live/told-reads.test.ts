import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appointmentMailApi } from '#contract/calendars/appointment-mail'
import { appointmentApi } from '#contract/calendars/appointments'
import { calendarFeedApi } from '#contract/calendars/feeds'
import { pickupDayApi } from '#contract/calendars/pickups'
import { webhookApi, webhookEvents } from '#contract/calendars/webhooks'
import { telephonyApi } from '#contract/calls/telephony'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { duplicateApi } from '#contract/contacts/duplicates'
import { encounterApi } from '#contract/contacts/encounters'
import { mergeApi } from '#contract/contacts/merges'
import { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { contactRecordApi } from '#contract/contacts/records'
import { contactRelationApi } from '#contract/contacts/relations'
import { type AnswerOf, type Endpoint, type InputOf, pathOf } from '#contract/endpoint'
import { calculationApi } from '#contract/lists/calculations'
import { classificationApi } from '#contract/lists/document-classifications'
import { imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { lockedPickupDateApi, masterData, productApi } from '#contract/lists/master-data'
import { emailSignatureApi, templateApi } from '#contract/lists/templates'
import { todoPackageApi } from '#contract/lists/todo-packages'
import { townApi } from '#contract/lists/towns'
import { concerns, readTold, shownSubjects, toldHeader } from '#contract/live'
import { emailApi } from '#contract/mail/inbox'
import { draftApi, outgoingApi } from '#contract/mail/outgoing'
import { boardApi } from '#contract/orders/boards'
import { dossierApi } from '#contract/orders/dossiers'
import { flameApi } from '#contract/orders/flames'
import { letterheadApi, letterheadPreviewApi } from '#contract/orders/letterhead'
import { dashboardApi, dashboardSettingApi } from '#contract/overview/dashboards'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { commentApi } from '#contract/together/comments'
import { notificationApi } from '#contract/together/notifications'
import { presenceApi } from '#contract/together/presence'
import { accessKeyApi } from '#contract/users/access-keys'
import { roleApi } from '#contract/users/roles'
import { userApi } from '#contract/users/users'
import { absenceApi } from '#contract/work/absences'
import { projectDocumentApi } from '#contract/work/project-documents'
import { projectApi } from '#contract/work/projects'
import { todoApi } from '#contract/work/todos'
import { contactFactory } from '../../test/contacts.ts'
import { emailFactory } from '../../test/emails.ts'
import { flameFactory } from '../../test/flames.ts'
import { outgoingApp } from '../../test/outgoing.ts'
import { projectFactory } from '../../test/projects.ts'
import { changing, nameOf, reading } from '../../test/reads.ts'
import { watchTables } from '../../test/tables.ts'

const text = (name: string, content = name) => new File([content], name, { type: 'text/plain' })

const made = await outgoingApp()
const { as, database, mailbox } = made
// One connection to listen on, one that reads the states of the tables, and the rest for the calls. The pool lends the
// connection that was returned last, so nearly all calls use one and its query plans are reused.
database.pool.options.max = 4
const admin = as('ADMIN')
const buildContact = contactFactory(as)
const { buildBoard, buildFlame } = flameFactory(as)
const { buildEmail } = emailFactory(made)

const ownId = (await admin.call(userApi.list, {})).answer.find(({ username }) => username === 'ADMIN')?.id ?? ''
const contact = await buildContact({ surname: 'Erste' })
const other = await buildContact({ surname: 'Zweite' })
/** A contact that answers about other records name. */
const named = await buildContact({ surname: 'Genannte' })
const [board, target] = [await buildBoard(), await buildBoard()]
const flame = await buildFlame({ contactRef: contact.id, taskboardRef: board.id })
const product = (await admin.call(productApi.add, { body: { title: 'Feuerschale' } })).answer
for (const step of [
  () =>
    admin.call(contactRelationApi.add, {
      params: { id: contact.id },
      body: { contactRef: named.id, type: 'RESELLER' },
    } as InputOf<typeof contactRelationApi.add>),
  () =>
    admin.call(contactApi.update, {
      params: { id: contact.id },
      body: { ...contact, contactPersons: [{ contactRef: named.id }], version: contact.version },
    } as InputOf<typeof contactApi.update>),
  () =>
    admin.call(flameApi.update, {
      params: { id: flame.id },
      body: {
        version: flame.version,
        dossier: { resellerRef: named.id, articles: [{ productRef: product.id, productName: '', quantity: 1 }] },
      },
    } as InputOf<typeof flameApi.update>),
]) {
  const { status, problem } = await step()
  expect(status, JSON.stringify(problem)).toBe(200)
}
const { buildBoard: buildProjectBoard, buildProject } = projectFactory(as)
const plans = await buildProjectBoard()
const project = await buildProject({ taskboardRef: plans.id, contactRefs: [contact.id] })
const email = await buildEmail({
  mailboxId: mailbox,
  attachments: [{ name: 'a.txt', mimeType: 'text/plain', content: 'a' }],
})

await admin.call(emailApi.linkToContact, { params: { id: email }, query: { contactRef: contact.id } })

const onPickup = { title: 'Avis', startFrom: 'DOSSIER_PICKUP' as const }
const todoPackage = (await admin.call(todoPackageApi.add, { body: { title: 'Ablauf', todos: [onPickup] } })).answer
const todo = (await admin.call(todoApi.add, { body: { type: 'FLAME', ref: flame.id, title: 'Anrufen' } })).answer

const slot = { weekday: 'MONDAY' as const, startTime: '10:00', endTime: '11:00', capacity: 3, validFrom: '2033-01-01' }
const slotRef = (await admin.call(masterData.predefinedTimeSlots.add, { body: slot })).answer.id
const monday = { slotRef, startUtc: '2033-05-02T08:00:00Z' }
const booking = { contactRef: contact.id, startUtc: '2026-01-06T08:00:00Z', endUtc: '2026-01-06T09:00:00Z' }
const appointment = (await admin.call(appointmentApi.add, { body: booking })).answer
const hook = { title: 'Laden', url: 'https://localhost:9/', events: [...webhookEvents] }
const { webhook } = (await admin.call(webhookApi.add, { body: hook })).answer

await admin.call(dashboardSettingApi.saveSettings, { body: { people: true } })

const ofContact = { id: contact.id }
const { document } = (
  await admin.call(contactDocumentApi.upload, { params: ofContact, file: text('fest.txt'), body: {} })
).answer
const kept = (await admin.call(encounterApi.add, { params: ofContact, body: { encounterType: 'TELEPHONE' } })).answer
const remark = (await admin.call(commentApi.add, { params: ofContact, body: { text: 'Bleibt' } })).answer
const home = { addressType: 'HOME', street: 'Weg', zipCode: '8000', city: 'Zürich', country: 'CH' } as const
const address = (await admin.call(addressApi.add, { params: ofContact, body: home })).answer
const phone = (
  await admin.call(phoneNumberApi.add, { params: ofContact, body: { type: 'MOBILE', number: '+41791112233' } })
).answer
const mail = (await admin.call(emailAddressApi.add, { params: ofContact, body: { address: 'bleibt@example.test' } }))
  .answer
const { document: plan } = (
  await admin.call(projectDocumentApi.upload, { params: { id: project.id }, file: text('plan.txt') })
).answer

/** What the screens of this data set ask, by the beginning of the address. */
const inputsOf: [string, Record<string, string>[]][] = [
  ['/api/comments/upstream/:id', [{ id: contact.id }, { id: email }, { id: project.id }]],
  ['/api/comments/:id', [{ id: remark.id }]],
  ['/api/contacts/attachments/:id', [{ id: document?.id ?? '' }]],
  ['/api/contacts/:id/attachments/:attId', [{ ...ofContact, attId: document?.id ?? '', number: '1' }]],
  ['/api/contacts/encounters/:id', [{ id: kept.id }]],
  ['/api/contacts/:id/encounters/types/:type', [{ ...ofContact, type: 'TELEPHONE' }]],
  ['/api/contacts/:id/addresses/:subId', [{ ...ofContact, subId: address.id }]],
  ['/api/contacts/:id/phone-numbers/:subId', [{ ...ofContact, subId: phone.id }]],
  ['/api/contacts/:id/emails/:subId', [{ ...ofContact, subId: mail.id }]],
  ['/api/projects/:id/attachments/:attId', [{ id: project.id, attId: plan?.id ?? '', number: '1' }]],
  ['/api/contacts/', [{ id: contact.id }, { id: other.id }]],
  ['/api/flames/blackboard/:id', [{ id: board.id }, { id: target.id }]],
  ['/api/flames/:id', [{ id: flame.id }]],
  ['/api/projects/blackboard/:id', [{ id: plans.id }]],
  ['/api/projects/:id', [{ id: project.id }]],
  [
    '/api/todos/refs/:ref',
    [
      { ref: flame.id, packageId: todoPackage.id },
      { ref: project.id, packageId: todoPackage.id },
    ],
  ],
  ['/api/todos/:id', [{ id: todo.id }]],
  ['/api/emails/:id', [{ id: email }]],
  ['/api/mailboxes/:id', [{ id: mailbox }]],
  ['/api/users/:id', [{ id: ownId }]],
  ['/api/appointments/:id', [{ id: appointment.id }]],
  ['/api/webhooks/:id', [{ id: webhook.id }]],
  ['/api/calls/:id', []],
  ['/api/history/users/:id', [{ id: ownId }]],
  ['/api/history/lists/:list', ['sectors', 'boards', 'roles', 'mailboxes', 'imageGallery'].map((list) => ({ list }))],
]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const queries: Record<string, object> = {
  [flameApi.countByContact.path]: { contactRef: contact.id },
  [flameApi.pickups.path]: { start: '2033-05-01', end: '2033-05-31' },
  ...Object.fromEntries(Object.values(dashboardApi).map(({ path }) => [path, { from: inDays(-30), to: inDays(1) }])),
  [pickupDayApi.list.path]: { start: '2033-05-01', end: '2033-05-31' },
  [appointmentApi.list.path]: { start: '2033-05-01', end: '2033-05-31' },
  [appointmentApi.days.path]: { start: '2026-02-01', end: '2026-02-28' },
  [appointmentApi.meanwhile.path]: {
    userRef: ownId,
    fromUtc: '2033-05-01T00:00:00Z',
    untilUtc: '2033-06-01T00:00:00Z',
  },
  [appointmentApi.slots.path]: { from: '2033-05-01', to: '2033-05-31' },
  [pickupDayApi.nextFree.path]: { after: '2033-05-01' },
  [townApi.proposals.path]: { zipCode: '8000' },
  [omnisearchApi.search.path]: { searchTerm: 'feuer' },
  [omnisearchApi.page.path]: { searchTerm: 'feuer' },
  [calculationApi.steelTubes.path]: { lengthInMm: '100', widthInMm: '100', marginInMm: '0' },
  [calculationApi.woodFrames.path]: { perimeter: '100', lengthInMm: '10', heightInMm: '10', depthInMm: '10' },
  [userApi.whoSees.path]: { work: 'FLAME', boardRef: board.id },
  [contactApi.whichIsSupplierOrReseller.path]: { recipients: ['anna@example.test'] },
}

const bodies: Record<string, object> = {
  [contactApi.search.path]: {},
  [contactApi.count.path]: {},
  [contactApi.byIds.path]: { ids: [contact.id, other.id] },
  [flameApi.search.path]: {},
  [flameApi.count.path]: {},
  [projectApi.search.path]: {},
  [projectApi.count.path]: {},
  [todoApi.search.path]: {},
  [todoApi.count.path]: {},
  [duplicateApi.likely.path]: { givenName: 'Anna', surname: 'Genannte' },
  [letterheadPreviewApi.preview.path]: { sender: 'Glut AG', footer: '' },
  [templateApi.preview.path]: {
    subject: '{{contact.fullName}}',
    content: '',
    contactRef: contact.id,
    flameRef: flame.id,
  },
  [emailSignatureApi.preview.path]: { content: '{{user.fullName}}', userRef: ownId },
  [dossierApi.calculatePackages.path]: { articles: [{ productRef: product.id, productName: '', quantity: 1 }] },
  [telephonyApi.tryOut.path]: { from: '+41449998877', to: '21' },
}

/**
 * Reads that are left out: jobs make what they name, or it is written once and never changes. The table of the queue
 * tells of jobs (jobs/prepare.test.ts), and files are counted by the clock.
 */
const unasked: readonly string[] = [
  'GET /api/calls/:id/candidates',
  'GET /api/contacts/duplicates/:id',
  'GET /api/contact-imports/:id',
  'GET /api/contact-imports/:id/rows',
  'GET /api/image-gallery/:id/excerpt',
  'GET /api/shared-documents/:id/excerpt',
  'GET /api/email-drafts/:id',
  'GET /api/history/lists/:list/:id',
  'GET /api/system/jobs',
  'GET /api/system/files',
  'GET /api/dashboards/system',
]
const isUnasked = (endpoint: Endpoint) => unasked.includes(nameOf(endpoint))

type Asked = { params: Record<string, string>; query: object; body?: object | undefined }
const asked = reading
  .filter(({ shows = [] }) => shows.length > 0)
  .flatMap((endpoint) => {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const known = inputsOf.find(([begin]) => endpoint.path.startsWith(begin))?.[1] ?? [{}]
    const inputs: Asked[] = known.map((params) => ({
      params,
      query: queries[endpoint.path] ?? {},
      body: bodies[endpoint.path],
    }))
    const isKnown = ({ params }: Asked) => names.every((name) => name && name in params)
    return inputs.filter((input) => isKnown(input) && !isUnasked(endpoint)).map((input) => ({ endpoint, input }))
  })

const cookie = await made.sessionOf('ADMIN')
// using a session that was idle for a minute writes to it, and then every read that looks at sessions would be repeated
await sql`update session set seen_at = now() + interval '1 hour'`.execute(database.kysely)
/** Each round of reads comes from another address, because the limit per address would refuse so many. */
const addresses = 250
let round = 0
const { looksAt, written } = await watchTables(database.pool)
/** The tables that each read looks at. */
const tablesOf = new Map(asked.map((one) => [one, new Set<string>()]))

async function answersOf(some: typeof asked): Promise<Map<(typeof asked)[number], string>> {
  const answers = new Map<(typeof asked)[number], string>()
  round = (round + 1) % addresses
  for (const one of some) {
    const { endpoint, input } = one
    const url = `${pathOf(endpoint, input.params)}?${new URLSearchParams({ ...input.query })}`
    const { method } = endpoint
    const from = { headers: { cookie }, remoteAddress: `10.0.0.${round}` }
    const asking = input.body ? { method, url, ...from, payload: input.body } : { method, url, ...from }
    const tables = tablesOf.get(one) ?? new Set()
    const { statusCode, body } = await looksAt(tables, () => made.app.inject(asking))
    answers.set(one, `${statusCode} ${body}`)
  }
  return answers
}
const everyAnswer = () => answersOf(asked)

/** Repeats the reads that look at a table written since; all reads if there is none, as other sources may differ. */
async function answersSince(): Promise<Map<(typeof asked)[number], string>> {
  const changed = await written()
  const isTouched = (one: (typeof asked)[number]) => !tablesOf.get(one)?.isDisjointFrom(changed)
  const touched = changed.size === 0 ? asked : asked.filter(isTouched)
  return new Map([...before, ...(await answersOf(touched))])
}

let before = await everyAnswer()
const tried = new Set<Endpoint>()

/** Makes a change and returns the subjects that it told. */
async function make<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const { status, answer, problem, response } = await admin.call(endpoint, input)
  expect(status, `${nameOf(endpoint)} ${JSON.stringify(problem)}`).toBeLessThan(300)
  tried.add(endpoint)
  return { answer, told: readTold(String(response.headers[toldHeader] ?? '')) }
}

/**
 * Makes a change, and asserts that it told a subject of every read whose answer changed. Reads of the contact `led`,
 * which now leads to another one, are left out: its screen goes to that one.
 */
async function change<E extends Endpoint>(endpoint: E, input: InputOf<E>, led?: string): Promise<AnswerOf<E>> {
  const { answer, told } = await make(endpoint, input)
  const after = await answersSince()
  const missed = asked.filter((one) => {
    if (after.get(one) === before.get(one) || (led && one.input.params.id === led)) return false
    const shown = shownSubjects(one.endpoint.shows ?? [], { ...one.input.query, ...one.input.params })
    return !shown.some((subject) => told.some((changed) => concerns(subject, changed)))
  })
  before = after
  expect
    .soft(
      missed.map((one) => nameOf(one.endpoint)),
      `${nameOf(endpoint)} tells ${JSON.stringify(told)}`,
    )
    .toEqual([])
  return answer
}

/** Makes changes that find nothing to write, and asserts that every read answers the same afterwards. */
async function changeNothing(...changes: (() => Promise<unknown>)[]): Promise<void> {
  for (const one of changes) await one()
  expect([...(await written())]).toEqual([])
  const after = await everyAnswer()
  const changed = asked.filter((one) => after.get(one) !== before.get(one))
  expect.soft(changed.map(({ endpoint }) => nameOf(endpoint))).toEqual([])
}

const png = (name: string) =>
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    name,
    { type: 'image/png' },
  )

describe('every change tells the answers that it makes outdated', () => {
  test('every read that shows subjects is covered, except those listed', () => {
    const left = reading
      .filter((one) => one.shows?.length && !asked.some(({ endpoint }) => endpoint === one))
      .map(nameOf)
    expect(left.sort()).toEqual([...unasked].sort())
  })

  test('repeated reads without changes are equal', async () => {
    expect(asked.length).toBeGreaterThan(90)
    const again = await everyAnswer()
    expect(asked.filter((one) => again.get(one) !== before.get(one)).map(({ endpoint }) => nameOf(endpoint))).toEqual(
      [],
    )
    const failing = asked.filter((one) => !before.get(one)?.startsWith('200'))
    expect(failing.map((one) => `${nameOf(one.endpoint)} ${before.get(one)?.slice(0, 200)}`)).toEqual([])
  })

  test('for contacts and their parts', async () => {
    const params = { id: contact.id }
    await change(presenceApi.contact.be, { params, body: { activity: 'VIEWING' } })
    const saved = await change(contactApi.update, {
      params,
      body: { ...contact, surname: 'Neu', version: (await admin.call(contactApi.get, { params })).answer.version },
    } as InputOf<typeof contactApi.update>)
    expect(saved.surname).toBe('Neu')
    const ofNamed = { id: named.id }
    await change(contactApi.update, {
      params: ofNamed,
      body: { ...named, surname: 'Andersgenannte', version: named.version },
    } as InputOf<typeof contactApi.update>)
    const ofPerson = await change(emailAddressApi.add, { params: ofNamed, body: { address: 'person@example.test' } })
    await change(emailAddressApi.remove, { params: { ...ofNamed, subId: ofPerson.id } })
    await change(contactApi.remove, { params: ofNamed })
    await change(contactApi.restore, { params: ofNamed })
    const mail = await change(emailAddressApi.add, { params, body: { address: 'anna@example.test' } })
    await change(emailAddressApi.update, {
      params: { ...params, subId: mail.id },
      body: { ...mail, address: 'anna.neu@example.test', favorite: true },
    } as InputOf<typeof emailAddressApi.update>)
    const shared = await change(emailAddressApi.add, {
      params: { id: other.id },
      body: { address: 'anna.neu@example.test', sharedByContactPersonRef: contact.id },
    } as InputOf<typeof emailAddressApi.add>)
    await change(emailAddressApi.remove, { params: { id: other.id, subId: shared.id } })
    await change(emailAddressApi.remove, { params: { ...params, subId: mail.id } })
    const phone = await change(phoneNumberApi.add, {
      params,
      body: { type: 'MOBILE', number: '+41791234567' },
    } as InputOf<typeof phoneNumberApi.add>)
    await change(phoneNumberApi.update, {
      params: { ...params, subId: phone.id },
      body: { ...phone, number: '+41791234568' },
    } as InputOf<typeof phoneNumberApi.update>)
    await change(phoneNumberApi.remove, { params: { ...params, subId: phone.id } })
    const address = await change(addressApi.add, {
      params,
      body: { addressType: 'HOME', street: 'Gasse', zipCode: '8000', city: 'Zürich', country: 'CH' },
    } as InputOf<typeof addressApi.add>)
    await change(addressApi.update, {
      params: { ...params, subId: address.id },
      body: { ...address, city: 'Bern' },
    } as InputOf<typeof addressApi.update>)
    await change(addressApi.remove, { params: { ...params, subId: address.id } })
    await change(contactApi.remove, { params: { id: other.id } })
    await change(contactApi.restore, { params: { id: other.id } })
    const third = await change(contactApi.add, { query: {}, body: { givenName: 'Anna', surname: 'Dritte' } })
    await change(contactApi.remove, { params: { id: third.id } })
    await change(contactRecordApi.erase, { params: { id: third.id }, body: { name: third.fullName } })
  })

  test('for relations, encounters, documents and comments', async () => {
    const params = { id: contact.id }
    const relation = await change(contactRelationApi.add, {
      params,
      body: { contactRef: other.id, type: 'RESELLER' },
    } as InputOf<typeof contactRelationApi.add>)
    const ofRelation = { ...params, relId: relation.id }
    await change(contactRelationApi.deactivate, { params: ofRelation, query: {} })
    await change(contactRelationApi.activate, { params: ofRelation, query: {} })
    await change(contactRelationApi.migrate, { params: ofRelation, query: { migrationType: 'COUPLE' } })
    await change(contactRelationApi.remove, { params: ofRelation })

    const encounter = await change(encounterApi.add, { params, body: { encounterType: 'TELEPHONE' } })
    const ofEncounter = { ...params, encId: encounter.id }
    await change(encounterApi.update, { params: ofEncounter, body: { ...encounter, description: 'Neu' } } as InputOf<
      typeof encounterApi.update
    >)
    await change(encounterApi.move, { params: { ...ofEncounter, target: other.id } })
    await change(encounterApi.moveSeveral, {
      params: { id: other.id },
      body: { ids: [encounter.id], target: contact.id },
    })
    await change(encounterApi.remove, { params: ofEncounter })
    await change(encounterApi.restore, { params: ofEncounter })
    await change(encounterApi.removeSeveral, { params, body: { ids: [encounter.id] } })
    await change(encounterApi.restoreSeveral, { params, body: { ids: [encounter.id] } })

    const { document } = await change(contactDocumentApi.upload, { params, file: text('a.txt'), body: {} })
    const ofDocument = { ...params, attId: document?.id ?? '' }
    await change(contactDocumentApi.upload, { params, file: text('a.txt', 'zweite Fassung'), body: {} })
    await change(contactDocumentApi.makeCurrent, { params: { ...ofDocument, number: '1' } } as InputOf<
      typeof contactDocumentApi.makeCurrent
    >)
    await change(contactDocumentApi.rename, { params: ofDocument, query: { newDocumentName: 'b.txt' } })
    await change(contactDocumentApi.reclassify, { params: ofDocument, query: {} })
    await change(contactDocumentApi.move, { params: { ...ofDocument, target: other.id }, query: {} })
    await change(contactDocumentApi.remove, { params: { ...ofDocument, id: other.id } })
    await change(contactDocumentApi.restore, { params: { ...ofDocument, id: other.id } })

    for (const id of [contact.id, email]) {
      const comment = await change(commentApi.add, { params: { id }, body: { text: 'Frage @USER' } })
      await change(commentApi.answer, { params: { id: comment.id }, body: { text: 'Antwort' } })
      await change(commentApi.update, {
        params: { id: comment.id },
        body: { text: 'Andere', version: comment.version },
      })
      await change(commentApi.remove, { params: { id: comment.id } })
      await change(commentApi.restore, { params: { id: comment.id } })
    }
  })

  test('for projects, their documents and comments', async () => {
    const params = { id: project.id }
    await change(presenceApi.project.be, { params, body: { activity: 'EDITING', field: 'title' } })
    const version = async () => (await admin.call(projectApi.get, { params })).answer.version
    const save = async (body: object) =>
      change(projectApi.update, { params, body: { version: await version(), ...body } })
    await save({ title: 'Anders', contactRefs: [other.id], finished: '2020-01-01T00:00:00Z', assigneeRef: ownId })
    const place = { taskboardRef: plans.id, step: plans.steps[1]?.id ?? '' }
    await change(projectApi.move, { params, body: { version: await version(), ...place } })
    const { document } = await change(projectDocumentApi.upload, { params, file: text('a.txt') })
    const ofDocument = { ...params, attId: document?.id ?? '' }
    await change(projectDocumentApi.upload, { params, file: text('a.txt', 'zweite Fassung') })
    await change(projectDocumentApi.makeCurrent, { params: { ...ofDocument, number: '1' } } as InputOf<
      typeof projectDocumentApi.makeCurrent
    >)
    await change(projectDocumentApi.rename, { params: ofDocument, query: { newDocumentName: 'b.txt' } })
    await change(projectDocumentApi.remove, { params: ofDocument })
    await change(projectDocumentApi.restore, { params: ofDocument })
    await change(commentApi.add, { params, body: { text: 'Gut' } })
    await change(projectApi.archive, { params })
    await change(projectApi.revertArchived, { params })
    await change(projectApi.remove, { params })
    await change(projectApi.revertDeleted, { params })
    const second = await change(projectApi.add, { body: { ...place, title: 'Zweites', contactRefs: [contact.id] } })
    await change(projectApi.remove, { params: { id: second.id } })
    await change(projectApi.removeForGood, { params: { id: second.id } })
  })

  test('for boards, flames and their dossiers', async () => {
    const params = { id: flame.id }
    await change(presenceApi.flame.be, { params, body: { activity: 'EDITING', field: 'dossier.notes' } })
    const version = async () => (await admin.call(flameApi.get, { params })).answer.version
    const step = (index: number, of = board) => of.steps[index]?.id ?? ''
    const dossier = { notes: 'Neu', pickupDate: '2033-05-05T08:00:00Z' }
    await change(flameApi.update, { params, body: { version: await version(), assigneeRef: ownId, dossier } })
    await change(flameApi.update, { params, body: { version: await version(), dossier: { contactRef: other.id } } })
    await change(flameApi.update, { params, body: { version: await version(), dossier: { contactRef: contact.id } } })
    await change(flameApi.prioritize, { params })
    await change(flameApi.move, { params, body: { version: await version(), taskboardRef: board.id, step: step(1) } })
    const there = { taskboardRef: target.id, step: step(0, target) }
    await change(flameApi.move, { params, body: { version: await version(), ...there } })
    await change(flameApi.duplicate, { params, body: there })
    await change(flameApi.archive, { params, query: { toCustomer: 'true' } })
    await change(flameApi.revertArchived, { params })
    await change(flameApi.remove, { params })
    await change(flameApi.revertDeleted, { params })
    const second = await change(flameApi.add, {
      body: { contactRef: other.id, taskboardRef: board.id, emailRef: email },
    })
    await change(flameApi.begin, { params: { id: contact.id }, body: {} })
    await change(flameApi.remove, { params: { id: second.id } })
    await change(flameApi.removeForGood, { params: { id: second.id } })

    const third = await change(boardApi.add, { body: { title: 'Dritte', steps: [{ title: 'Neu' }] } })
    await change(boardApi.update, {
      params: { id: third.id },
      body: { ...third, title: 'Vierte', version: third.version },
    } as InputOf<typeof boardApi.update>)
    await change(boardApi.remove, { params: { id: third.id } })
  })

  test('for e-mails, drafts, the outbox and mailboxes', async () => {
    const params = { id: email }
    await change(emailApi.setSeen, { params, query: { seen: 'true' } })
    await change(emailApi.setInProgress, { params, query: {} })
    await change(emailApi.setToClose, { params, query: {} })
    await change(emailApi.setToOpen, { params, query: {} })
    await change(emailApi.toggleImportant, { params })
    await change(emailApi.releaseContact, { params })
    await change(emailApi.linkToContact, { params, query: { contactRef: contact.id } })
    await change(emailApi.addToEncounter, {
      params,
      query: { contactRef: other.id, withAttachment: 'true' },
    } as InputOf<typeof emailApi.addToEncounter>)
    await change(emailApi.remove, { params, query: {} })
    await change(emailApi.restore, { params })
    await change(presenceApi.email.be, { params, body: { activity: 'VIEWING' } })

    const message = { subject: 'Offerte', recipients: ['kunde@example.test'] }
    const draft = await change(draftApi.add, { body: message } as unknown as InputOf<typeof draftApi.add>)
    const kept = await change(draftApi.update, { params: { id: draft.id }, body: { ...draft, subject: 'Neu' } })
    const file = await change(draftApi.addFile, { params: { id: kept.id }, file: text('b.txt') })
    await change(draftApi.removeFile, { params: { id: kept.id, fileId: file.id } })
    await change(draftApi.remove, { params: { id: kept.id } })
    const sending = { params: { id: mailbox }, query: {}, body: { message: JSON.stringify(message) }, files: [] }
    const sent = await change(outgoingApi.send, sending as unknown as InputOf<typeof outgoingApi.send>)
    await change(outgoingApi.undo, { params: { id: sent.outboxRef } })

    const waiting = await change(outgoingApi.send, sending as unknown as InputOf<typeof outgoingApi.send>)
    const refuse = async () => {
      await database.kysely.updateTable('outbox').set({ state: 'FAILED' }).where('id', '=', waiting.outboxRef).execute()
      before = await answersSince()
    }
    await refuse()
    await change(outgoingApi.retry, { params: { id: waiting.outboxRef } })
    await refuse()
    await change(outgoingApi.settle, { params: { id: waiting.outboxRef } })
  })

  test('for to-dos', async () => {
    const body = { type: 'FLAME' as const, ref: flame.id, title: 'Neu' }
    const one = await change(todoApi.add, { body })
    await change(todoApi.update, { params: { id: one.id }, body: { version: 1, state: 'DONE' } })
    await change(todoApi.batch, { body: [body, { id: one.id, version: 2, title: 'Anders' }] })
    const params = { ref: flame.id, packageId: todoPackage.id }
    const made = await change(todoApi.applyPackage, { params })
    await change(todoApi.takeBackPackage, {
      params,
      body: { todos: made.map(({ id, version }) => ({ id, version })) },
    })
    await change(todoApi.applyPackage, { params })
    const { version } = (await admin.call(flameApi.get, { params: { id: flame.id } })).answer
    await change(flameApi.update, {
      params: { id: flame.id },
      body: { version, dossier: { pickupDate: '2033-12-14T00:00:00Z' } },
    })
    const moved = (await admin.call(todoApi.moved, { params })).answer
    const todos = moved.map(({ id, version }) => ({ id, version }))
    const followed = await change(todoApi.follow, { params, body: { todos, move: true } })
    const asBefore = followed.map(({ id, version }) => ({
      id,
      version,
      start: moved.find((one) => one.id === id)?.before ?? null,
      due: null,
    }))
    await change(todoApi.unfollow, { params, body: { todos: asBefore } })
    await change(todoApi.remove, { params: { id: one.id } })
    await change(todoApi.restore, { params: { id: one.id } })
    const planned = await change(todoApi.add, { body: { type: 'PROJECT', ref: project.id, title: 'Neu' } })
    await change(todoApi.update, { params: { id: planned.id }, body: { version: 1, state: 'DONE' } })
    await change(todoApi.remove, { params: { id: planned.id } })
  })

  test('for appointments and places of slots', async () => {
    const { id } = await change(appointmentApi.hold, { body: monday })
    await change(appointmentApi.release, { params: { id } })
    const booked = await change(appointmentApi.add, {
      body: { ...monday, contactRef: contact.id, participantRefs: [ownId] },
    })
    const moved = { version: 1, startUtc: '2033-05-03T08:00:00Z', endUtc: '2033-05-03T09:00:00Z', place: 'Büro' }
    await change(appointmentApi.update, { params: { id: booked.id }, body: moved })
    const settings = { mailboxRef: mailbox, reminderHours: 24 } as const
    const templates = { confirmationTemplateRef: null, cancellationTemplateRef: null, reminderTemplateRef: null }
    const page = { bookingOpen: false, bookingUserRef: null, bookingAddress: '' }
    await change(appointmentMailApi.changeSettings, { body: { version: 1, ...settings, ...templates, ...page } })
    const address = 'termin@example.test'
    await change(emailAddressApi.add, { params: { id: contact.id }, body: { address } })
    await change(appointmentMailApi.send, { params: { id: booked.id }, body: { version: 2, address } })
    await change(appointmentApi.cancel, { params: { id: booked.id }, query: {} })
    await change(appointmentApi.miss, { params: { id: appointment.id }, body: { version: 1 } })
  })

  test('for access keys', async () => {
    const body = { title: 'Anlage', scope: 'TELEPHONY' as const, userRef: ownId }
    const { id } = await change(accessKeyApi.add, { body })
    await change(accessKeyApi.revoke, { params: { id } })
  })

  test('for webhooks and feeds', async () => {
    const params = { id: webhook.id }
    await change(appointmentApi.add, { body: { ...monday, contactRef: contact.id } })
    const [delivery] = (await admin.call(webhookApi.log, { params, query: {} })).answer.deliveries
    await database.pool.query("update webhook_delivery set state = 'GIVEN_UP', next_try_at = null")
    await change(webhookApi.replay, { params: { ...params, eventRef: delivery?.eventRef ?? '' } })
    await change(webhookApi.tryOut, { params })
    const before = (await admin.call(webhookApi.list, {})).answer.find(({ id }) => id === webhook.id)
    const { version } = (await change(webhookApi.renewSecret, { params, body: { version: before?.version ?? 0 } }))
      .webhook
    await change(webhookApi.update, { params, body: { ...hook, version, active: false } })
    await change(webhookApi.add, { body: hook })
    await change(webhookApi.remove, { params })
    const body = { sources: ['TODOS' as const] }
    const replaces = null
    await change(calendarFeedApi.make, { body: { ...body, replaces } })
    await change(calendarFeedApi.change, { body: { sources: ['FLAMES'] } })
    await change(calendarFeedApi.revoke, {})
    await change(calendarFeedApi.make, { body: { ...body, replaces } })
    await change(calendarFeedApi.revokeOf, { params: { id: ownId } })
  })

  test('for lists and templates', async () => {
    const condition = { title: 'Neu' }
    const length = { outerWidthInMm: '10', wallInMm: '1', stockLengthInMm: '100' }
    const rows: [Pick<typeof masterData.sectors, 'add' | 'update' | 'remove'>, object][] = [
      [masterData.sectors, condition],
      [masterData.warehouses, condition],
      [masterData.forwardingAgencies, condition],
      [masterData.deliveryConditions, condition],
      [masterData.paymentConditions, condition],
      [masterData.pallets, { widthInCm: '80', heightInCm: '15', depthInCm: '120', weightInKg: '20' }],
      [
        masterData.predefinedTimeSlots,
        { weekday: 'MONDAY', startTime: '08:00', endTime: '09:00', capacity: 1, validFrom: inDays(1) },
      ],
      [masterData.timeSlotExceptions, { day: '2033-05-02' }],
      [masterData.holidayRegions, { region: 'CH_TI', closesYard: true }],
      [masterData.pickupLimits, { maxCrates: 40 }],
      [masterData.absenceEmails, { subject: 'Weg', text: 'Bald zurück', validFrom: inDays(1) }],
      [masterData.steelTubes, { title: 'Rohr', ...length, weightPerMetreInKg: '1', pricePerMetre: '1' }],
      [
        masterData.woodFrames,
        {
          title: 'Brett',
          fromPerimeterInMm: '1',
          toPerimeterInMm: '1000',
          boardThicknessInMm: '10',
          weightPerSquareMetreInKg: '1',
          pricePerSquareMetre: '1',
        },
      ],
      [classificationApi, { title: 'Plan', assignedUsers: [], assignedRoles: [] }],
      [todoPackageApi, { title: 'Paket', todos: [{ title: 'Anrufen' }] }],
      [templateApi, { title: 'Vorlage', content: '<p>Guten Tag</p>' }],
      [productApi, { title: 'Ofen' }],
    ] as never
    const agency = { title: 'Camion AG' }
    const forwardingAgencyId = (await admin.call(masterData.forwardingAgencies.add, { body: agency })).answer.id
    const replacing: Parameters<typeof changeNothing> = []
    const removing: (() => Promise<unknown>)[] = []
    for (const [api, body] of rows) {
      const { id } = await change(api.add, { body } as never)
      await change(api.update, {
        params: { id },
        body: { ...body, version: 1, title: 'Geändert', capacity: 2, maxCrates: 50, closesYard: false },
      } as never)
      if ('replace' in api) {
        const { id: otherId } = await change(api.add, {
          body: { ...body, title: 'Anders', weekday: 'FRIDAY', region: 'CH_VS', forwardingAgencyId, slotId: slotRef },
        } as never)
        replacing.push(() => make(api.replace as Endpoint, { params: { id, otherId } }))
      }
      removing.push(() => change(api.remove, { params: { id } }))
    }
    await changeNothing(...replacing)
    for (const remove of removing) await remove()
  })

  test('for towns', async () => {
    const file = new File(['PLZ;Ort\n8000;Vorher\n'], 'orte.csv')
    await change(townApi.importCsv, { body: { country: 'CH' }, file })
    await change(townApi.remove, { params: { country: 'CH' } })
  })

  test('for locked days, factors, the signature and libraries', async () => {
    const day = await change(lockedPickupDateApi.add, { body: { lockedAt: inDays(30) } } as unknown as InputOf<
      typeof lockedPickupDateApi.add
    >)
    await change(lockedPickupDateApi.remove, { params: { id: day.id } })
    const [factor] = (await admin.call(calculationApi.factors, {})).answer
    await change(calculationApi.updateFactor, {
      params: { id: factor?.id ?? '' },
      body: { ...factor, value: '2' },
    } as unknown as InputOf<typeof calculationApi.updateFactor>)
    const signature = (await admin.call(emailSignatureApi.get, {})).answer
    await change(emailSignatureApi.update, { body: { version: signature.version, content: '<p>Gruss</p>' } })
    const { version } = (await admin.call(letterheadApi.get, {})).answer
    await change(letterheadApi.update, { body: { version, sender: 'Feuer AG', footer: '' } })
    await change(letterheadApi.saveLogo, { query: {}, file: png('logo.png') })
    await change(letterheadApi.removeLogo, {})
    for (const [api, file] of [
      [imageGalleryApi, png('a.png')],
      [sharedDocumentApi, text('c.txt')],
    ] as const) {
      const { document } = await change(api.upload, { file, body: {} })
      const params = { id: document?.documentRef ?? '' }
      const named = { name: 'neu.txt', documentClassification: null, version: document?.version ?? 1 }
      await change(api.update, { params, body: named })
      await change(api.remove, { params })
      await change(api.restore, { params })
    }
  })

  test('for users, roles, absences and notifications', async () => {
    const role = await change(roleApi.add, {
      body: { name: 'PRUEFER', permissions: ['CONTACT_READ'] },
    } as unknown as InputOf<typeof roleApi.add>)
    await change(roleApi.update, { params: { id: role.id }, body: { ...role, name: 'PRUEFERIN' } })
    await change(roleApi.remove, { params: { id: role.id } })
    const user = await change(userApi.add, { body: { username: 'neu', password: 'ein langes Passwort' } })
    await change(userApi.update, { params: { id: user.id }, body: { ...user, roles: ['USER'], version: 1 } } as InputOf<
      typeof userApi.update
    >)
    const away = { from: '2026-01-01T00:00:00Z', until: '2499-01-01T00:00:00Z', standInRef: user.id }
    const absence = await change(absenceApi.add, { body: { personRef: ownId, ...away } })
    const later = { version: absence.version, ...away, from: '2026-02-01T00:00:00Z' }
    await change(absenceApi.update, { params: { id: absence.id }, body: later })
    const params = { id: user.id }
    await changeNothing(
      () => make(userApi.signOut, { params }),
      () => make(userApi.unlock, { params }),
    )
    for (const shown of [false, true]) await change(userApi.showSignedIn, { body: { shown } })
    await change(userApi.resetSecondFactor, { params: { id: user.id } })
    await change(userApi.remove, { params: { id: user.id } })
    await change(absenceApi.end, { params: { id: absence.id } })
    await change(absenceApi.remove, { params: { id: absence.id } })
    for (const people of [false, true]) await change(dashboardSettingApi.saveSettings, { body: { people } })
    await change(userApi.updateConfig, { params: { id: ownId }, body: { visibleFutureTasks: true } })
    await change(commentApi.add, { params: { id: contact.id }, body: { text: '@ADMIN selbst, @USER, bitte' } })
    const ways = (await admin.call(notificationApi.settings, {})).answer
    await change(notificationApi.saveSettings, { body: { ...ways, quiet: { from: '20:00', until: '07:00' } } })
    await sql`insert into notification (user_id, notification_type, content) values (${ownId}, 'MISSING_CALL', '1'),
      (${ownId}, 'MISSING_CALL', '2')`.execute(database.kysely)
    const [first, second] = (await admin.call(notificationApi.list, {})).answer
    await change(notificationApi.markRead, { params: { id: first?.id ?? '' } })
    await change(notificationApi.markManyRead, { body: { ids: [second?.id ?? ''] } })
    await change(userApi.saveTablePreferences, { params: { tableId: 'contacts' }, body: { value: { order: [] } } })
    const own = (await admin.call(userApi.get, { params: { id: ownId } })).answer
    await change(userApi.updateOwn, {
      params: { id: ownId },
      body: { version: own.version ?? 1, phoneNumber: '+41791112299' },
    })
  })

  test('for duplicates and merges', async () => {
    const pair = [await buildContact({ surname: 'Doppelt' }), await buildContact({ surname: 'Doppelt' })]
    await sql`
      insert into contact_duplicate_pair (one_id, other_id, score, reasons, group_id, found_by)
      select min(id::text)::uuid, max(id::text)::uuid, 90, '[{"code": "NAME", "values": {}}]', min(id::text)::uuid, uuid_v7()
        from unnest(${pair.map(({ id }) => id)}::uuid[]) as id`.execute(database.kysely)
    before = await answersSince()
    const [{ id } = contact] = pair
    await change(contactApi.update, {
      params: { id },
      body: { ...pair[0], surname: 'Zweifach', contactPersons: [] },
    } as InputOf<typeof contactApi.update>)
    await change(contactApi.remove, { params: { id } })
    await change(contactApi.restore, { params: { id } })
    await change(duplicateApi.start, {})
    await change(duplicateApi.notDuplicate, { body: { contactRefs: pair.map(({ id }) => id) } })
    const { mergeRef } = await change(
      mergeApi.merge,
      {
        body: {
          survivorRef: contact.id,
          contacts: await Promise.all(
            [contact, other].map(async ({ id }) => {
              const { version } = (await admin.call(contactApi.get, { params: { id } })).answer
              return { contactRef: id, version }
            }),
          ),
          fields: {},
        },
      },
      other.id,
    )
    await change(mergeApi.undo, { params: { id: mergeRef } }, other.id)
    await change(duplicateApi.relation, { body: { contactRef: contact.id, otherRef: other.id, type: 'RESELLER' } })
  })

  test('and leaves no other answer changed', async () => {
    const now = await everyAnswer()
    const other = asked.filter((one) => now.get(one) !== before.get(one)).map(({ endpoint }) => nameOf(endpoint))
    expect(other).toEqual([])
  })

  test('every changing call is covered, except those listed', () => {
    const left = changing.filter((one) => !tried.has(one)).map(nameOf)
    expect(left.filter((name) => !untried.some(([pattern]) => pattern.test(name)))).toEqual([])
  })
})

/** Calls that are not tried, because others write the same, or no read of the contract shows the result. */
const untried: [RegExp, string][] = [
  [/ \/(api\/auth\/|logout)/, 'one’s own session, password and second factor: the answer says it'],
  [/\/_import$/, 'the rows that adding and changing write'],
  [/\/thumbnail$/, 'a picture, which no answer holds'],
  [/contact-imports|mailboxes\/import/, 'rows of an import and contacts, by a job'],
  [/voicememo|upload-with-contacts/, 'encounters; a memo wants a recording'],
  [/\/api\/mailboxes/, 'wants a mail server; the rows tell by the same triggers'],
  [/\/api\/(calls|telephony)\//, 'wants a call that reached the caller; server/src/calls/calls.test.ts makes some'],
  [/\/api\/booking\//, 'the appointments of customers, who have no screen of ours; the tables tell staff'],
  [/\/api\/file-checks/, 'a job alone'],
  [/\/api\/system\/jobs\//, 'wants a job that failed for good; server/src/jobs/prepare.test.ts'],
]
