import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { mergeApi } from '#contract/contacts/merges'
import { contactRecordApi } from '#contract/contacts/records'
import { classificationApi } from '#contract/lists/document-classifications'
import { type imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { masterData } from '#contract/lists/master-data'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi } from '#contract/mail/mailboxes'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { commentApi } from '#contract/together/comments'
import { heldIn, historyApi } from '#contract/together/history'
import { roleApi } from '#contract/users/roles'
import { userApi } from '#contract/users/users'
import { testApp, testPassword } from '../../../test/app.ts'
import { customRoles } from '../../../test/custom-role.ts'
import { emailFactory } from '../../../test/emails.ts'
import { encounterFactory } from '../../../test/encounters.ts'
import { flameFactory } from '../../../test/flames.ts'
import { mailboxAt } from '../../../test/mail.ts'
import { readable } from '../../registries/readable.ts'

const testing = await testApp()
const { as, database } = testing
const admin = as('ADMIN')
const user = as('USER')
const somebodyWith = customRoles(testing)
const { buildContact, buildBoard, buildFlame } = flameFactory(as)
const { buildEmail } = emailFactory(testing)
const encounters = encounterFactory(as)

type Caller = Pick<typeof admin, 'call'>
const ofContact = (caller: Caller, id: string) => caller.call(historyApi.ofContact, { params: { id }, query: {} })
const ofEmail = (caller: Caller, id: string) => caller.call(historyApi.ofEmail, { params: { id }, query: {} })
const ofEntry = (caller: Caller, list: 'sectors' | 'pallets' | 'roles' | 'boards' | 'mailboxes', id: string) =>
  caller.call(historyApi.ofListEntry, { params: { list, id }, query: {} })
const idOf = async (username: string) =>
  (await admin.call(userApi.list, {})).answer.find((one) => one.username === username)?.id ?? ''

test('every table with a history has a rule with the record that its entries belong to', async () => {
  const { rows } = await database.pool.query<{ table: string; root: string }>(`
    select distinct c.relname as table, substring(p.prosrc from 'new\\.id, new\\.(\\w+), ''CHANGED''') as root
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where t.tgname = 'history' order by 1`)
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.map(({ table, root }) => [table, root])).toEqual(
    rows.map(({ table }) => [table, readable.rules[table]?.root ?? 'no rule']),
  )
})

test('the kind of a field follows from its name', async () => {
  const { rows } = await database.pool.query<{ table: string; field: string; type: string }>(`
    select c.relname as table, camel.field, own.typname as type
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type own on own.oid = a.atttypid,
      lateral (select string_agg(case at when 1 then word else initcap(word) end, '' order by at) as field
                 from regexp_split_to_table(a.attname, '_') with ordinality as words (word, at)) as camel
     where t.tgname = 'history' order by 1, 2`)
  const kinds: Record<string, string> = { uuid: 'id', date: 'day', timestamptz: 'instant', clock_time: 'time' }
  const known = (field: string) => Object.entries(heldIn).find(([, names]) => names.test(field))?.[0]
  expect(rows.filter(({ type }) => type in kinds).length).toBeGreaterThan(200)
  expect(
    rows.filter(({ field, type }) => known(field) !== kinds[type]).map(({ table, field }) => `${table}.${field}`),
  ).toEqual(['email.messageId', 'email_signature.content', 'mail_template.content', 'sipgate_account.tokenId'])
})

test('entries of a table without a rule are shown to nobody', async () => {
  const { id } = await buildContact()
  await database.pool.query(
    `insert into history (entity, entity_id, root_id, action, changes) values ('later', $1, $1, 'CREATED', '{"a": [null, 1]}')`,
    [id],
  )
  const { answer } = await ofContact(admin, id)
  expect(answer.entries.map(({ entity }) => entity)).toEqual(['contact'])
})

describe('the history of a record', () => {
  test('is not answered by the calls of other kinds of records', async () => {
    const contact = await buildContact()
    const email = await buildEmail()
    await user.call(emailApi.toggleImportant, { params: { id: email } })
    const flame = await buildFlame()
    const mailbox = await admin.call(mailboxApi.add, { body: mailboxAt(1, 'kind@example.test') })
    const tube = {
      title: 'Rohr',
      outerWidthInMm: '40',
      wallInMm: '2',
      stockLengthInMm: '6000',
      weightPerMetreInKg: '2.3',
      pricePerMetre: '7.5',
    }
    const others = [
      flame.id,
      flame.taskboardRef,
      mailbox.answer.id,
      await idOf('ADMIN'),
      (await admin.call(roleApi.add, { body: { name: 'NUR', permissions: [] } })).answer.id,
      (await admin.call(masterData.steelTubes.add, { body: tube })).answer.id,
      randomUUID(),
    ]
    for (const role of ['TERMIN_USER', 'USER', 'ADMIN'] as const) {
      for (const id of [...others, email]) {
        const { status, problem } = await ofContact(as(role), id)
        expect([status, problem.code], `${role} ${others.indexOf(id)}`).toEqual([404, 'NOT_FOUND'])
      }
    }
    for (const id of [...others, contact.id]) expect((await ofEmail(user, id)).problem.code).toBe('NOT_FOUND')
    expect((await ofContact(user, contact.id)).status).toBe(200)
    expect((await ofEmail(user, email)).answer.entries).toHaveLength(1)
  })

  test('can be read by the id of a merged contact', async () => {
    const survivor = await buildContact()
    const other = await buildContact({ surname: 'Zweite' })
    const contacts = [survivor, other].map(({ id, version }) => ({ contactRef: id, version }))
    await admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })
    const { answer } = await ofContact(user, other.id)
    expect(answer).toEqual((await ofContact(user, survivor.id)).answer)
    expect(answer.entries.map(({ entityId }) => entityId)).toEqual(expect.arrayContaining([survivor.id, other.id]))
  })
})

describe('a reader of the history', () => {
  test('sees only tables that their permissions allow', async () => {
    const { id } = await buildContact({ addresses: [{ addressType: 'HOME', city: 'Bern' }] })
    await encounters.add(id, { title: 'Vertraulich' })
    await user.call(commentApi.add, { params: { id }, body: { text: 'unter uns' } })
    const file = new File(['Vertrag'], 'Vertrag.txt')
    await admin.call(contactDocumentApi.upload, { params: { id }, file, body: { classification: null } as never })
    const seenBy = async (caller: Caller) => {
      const { answer } = await ofContact(caller, id)
      return [...new Set(answer.entries.map(({ entity }) => entity))].sort()
    }
    expect(await seenBy(admin)).toEqual(['address', 'comment', 'contact', 'contact_document', 'encounter'])
    const reader = await somebodyWith('CONTACT_READ')
    expect(await seenBy(reader)).toEqual(['address', 'contact'])
    expect(JSON.stringify((await ofContact(reader, id)).answer)).not.toContain('Vertraulich')
    expect(await seenBy(await somebodyWith('CONTACT_READ', 'ENCOUNTER_READ'))).toContain('encounter')
    expect(await seenBy(await somebodyWith('CONTACT_READ', 'READ_COMMENTS'))).toContain('comment')
    expect(await seenBy(await somebodyWith('CONTACT_READ', 'READ_CONTACT_DOCUMENTS'))).toContain('contact_document')
  })

  test('sees encounters from e-mails and flames, and purchases, by the rights on these', async () => {
    const { id } = await buildContact()
    const email = await buildEmail({ subject: 'Vertrauliche Anfrage' })
    await user.call(emailApi.linkToContact, { params: { id: email }, query: { contactRef: id } })
    const board = await buildBoard({ assignedUsers: [await idOf('ADMIN')] })
    const body = { contactRef: id, taskboardRef: board.id, dossier: { certificateName: 'Geheimer Auftrag' } }
    const flame = (await admin.call(flameApi.add, { body })).answer
    await admin.call(flameApi.archive, { params: { id: flame.id } })
    await database.pool.query(`update contact set latest_purchase = '2026-05-17' where id = $1`, [id])
    const words = ['Vertrauliche Anfrage', 'Geheimer Auftrag', '2026-05-17']
    const told = async (caller: Caller) => {
      const text = JSON.stringify((await ofContact(caller, id)).answer)
      return words.filter((word) => text.includes(word))
    }
    expect(await told(admin)).toEqual(words)
    expect(await told(user)).toEqual(['Vertrauliche Anfrage', '2026-05-17'])
    expect(await told(as('TERMIN_USER'))).toEqual([])
    await admin.call(flameApi.revertArchived, { params: { id: flame.id } })
    expect(await told(user)).not.toContain('Geheimer Auftrag')
  })

  test('sees comments in their present text only, and no deleted ones', async () => {
    const email = await buildEmail()
    for (const [id, read] of [
      [(await buildContact()).id, ofContact],
      [email, ofEmail],
    ] as const) {
      const write = async (text: string) => (await user.call(commentApi.add, { params: { id }, body: { text } })).answer
      const edited = await write('alter Wortlaut')
      await user.call(commentApi.update, { params: { id: edited.id }, body: { version: 1, text: 'neuer Wortlaut' } })
      const deleted = await write('zurückgenommen')
      await user.call(commentApi.remove, { params: { id: deleted.id } })
      const { answer } = await read(user, id)
      const told = answer.entries.filter(({ entity }) => entity === 'comment')
      expect(told).toHaveLength(4)
      expect(JSON.stringify(told)).not.toMatch(/alter|zurückgenommen/)
      expect(told.flatMap(({ changes }) => changes.filter(({ field }) => field === 'text'))).toEqual([
        { field: 'text', before: null, after: 'neuer Wortlaut' },
      ])
    }
    const withoutComments = await somebodyWith('EMAIL_READ')
    expect((await ofEmail(withoutComments, email)).answer.entries).toEqual([])
  })

  test('sees only names that they may know', async () => {
    const open = await buildBoard({ title: 'Offen' })
    const closed = await buildBoard({ title: 'Geschlossen', assignedUsers: [await idOf('ADMIN')] })
    const flame = await buildFlame({ taskboardRef: open.id })
    const params = { id: flame.id }
    const history = (caller: Caller) => caller.call(flameApi.history, { params, query: {} })
    const place = async (version: number, board: typeof open, step: number) => {
      const body = { version, taskboardRef: board.id, step: board.steps[step]?.id ?? '' }
      expect((await admin.call(flameApi.move, { params, body })).status).toBe(200)
    }
    await place(flame.version, closed, 0)
    expect((await history(user)).problem.code).toBe('NOT_FOUND')
    expect(Object.values((await history(admin)).answer.names)).toEqual(
      expect.arrayContaining(['Neu', 'Anna Beispiel', 'USER']),
    )
    await place(flame.version + 1, open, 1)
    const { answer } = await history(user)
    const hidden = closed.steps.map(({ id }) => id)
    expect(Object.keys(answer.names).filter((id) => hidden.includes(id))).toEqual([])
    expect(answer.names).toMatchObject({ [open.steps[1]?.id ?? '']: 'Offerte' })
  })

  test('sees no board or classification that others were named for, nor once it is removed', async () => {
    const manager = await somebodyWith('GENERAL_ADMIN_FUNCTIONS', 'TASKBOARD_READ')
    const kinds = [
      { list: 'boards' as const, remove: boardApi.remove, add: buildBoard },
      {
        list: 'documentClassifications' as const,
        remove: classificationApi.remove,
        add: async (body: { title: string; assignedUsers?: string[] }) => {
          const assigned = { assignedUsers: [], assignedRoles: [], ...body }
          return (await admin.call(classificationApi.add, { body: assigned })).answer
        },
      },
    ]
    for (const { list, remove, add } of kinds) {
      const everybodys = await add({ title: 'Für alle' })
      const own = await add({ title: 'Für sie', assignedUsers: [manager.id] })
      const hidden = await add({ title: 'Für andere', assignedUsers: [await idOf('ADMIN')] })
      const shown = async (caller: Caller) => {
        const { answer } = await caller.call(historyApi.ofList, { params: { list }, query: {} })
        const ids = new Set(answer.entries.map(({ rootId }) => rootId))
        return [everybodys, own, hidden].map(({ id }) => ids.has(id))
      }
      expect(await shown(admin)).toEqual([true, true, true])
      expect(await shown(manager)).toEqual([true, true, false])
      for (const { id } of [everybodys, own, hidden]) await admin.call(remove, { params: { id } })
      expect(await shown(admin)).toEqual([true, true, true])
      expect(await shown(manager)).toEqual([true, false, false])
      const { answer } = await manager.call(historyApi.ofListEntry, { params: { list, id: hidden.id }, query: {} })
      expect(answer).toMatchObject({ entries: [], names: {} })
    }
  })
})

describe('the history', () => {
  const sector = async (title: string) => (await admin.call(masterData.sectors.add, { body: { title } })).answer

  test('of a list includes removed entries', async () => {
    const made = await sector('Gartenbau')
    await admin.call(masterData.sectors.update, {
      params: { id: made.id },
      body: { version: 1, title: 'Garten- und Landschaftsbau' },
    })
    await admin.call(masterData.sectors.remove, { params: { id: made.id } })
    const { answer } = await ofEntry(admin, 'sectors', made.id)
    expect(answer.entries.map(({ username, action, changes }) => [username, action, changes])).toEqual([
      ['ADMIN', 'REMOVED', [{ field: 'title', before: 'Garten- und Landschaftsbau', after: null }]],
      ['ADMIN', 'CHANGED', [{ field: 'title', before: 'Gartenbau', after: 'Garten- und Landschaftsbau' }]],
      ['ADMIN', 'CREATED', [{ field: 'title', before: null, after: 'Gartenbau' }]],
    ])
    expect(answer.names).toEqual({ [made.id]: 'Garten- und Landschaftsbau' })
    for (const list of ['pallets', 'roles', 'boards', 'mailboxes'] as const)
      expect((await ofEntry(admin, list, made.id)).problem.code).toBe('NOT_FOUND')
    expect((await ofEntry(admin, 'sectors', (await buildContact()).id)).problem.code).toBe('NOT_FOUND')
    expect((await ofEntry(admin, 'sectors', randomUUID())).problem.code).toBe('NOT_FOUND')
    expect((await ofEntry(user, 'sectors', made.id)).status).toBe(403)
  })

  test('of a list covers all its entries with their parts, page by page', async () => {
    const { answer: board } = await admin.call(boardApi.add, {
      body: { title: 'Verlauf', steps: [{ title: 'Erster' }], assignedUsers: [await idOf('USER')] },
    })
    const whole = { params: { list: 'boards' as const }, query: {} }
    const { answer } = await admin.call(historyApi.ofList, whole)
    const own = answer.entries.filter(({ rootId }) => rootId === board.id)
    expect(own.map(({ entity }) => entity).sort()).toEqual(['blackboard', 'blackboard_step', 'blackboard_user'])
    expect(answer.names).toMatchObject({ [board.id]: 'Verlauf', [await idOf('USER')]: 'USER' })
    expect(answer.entries.every(({ entity }) => entity.startsWith('blackboard'))).toBe(true)
    for (let number = 0; number < 51; number++) await sector(`Portion ${number}`)
    const list = { list: 'sectors' as const }
    const first = (await admin.call(historyApi.ofList, { params: list, query: {} })).answer
    expect([first.entries.length, first.more]).toEqual([50, true])
    const before = first.entries.at(-1)?.id
    const second = (await admin.call(historyApi.ofList, { params: list, query: { before } })).answer
    expect(second.entries[0]?.changes).toContainEqual({ field: 'title', before: null, after: 'Portion 0' })
    expect((await user.call(historyApi.ofList, whole)).status).toBe(403)
  })

  test('of users is for those who may change users, and contains no secret', async () => {
    const body = { username: 'Verlauf', password: testPassword, roles: ['USER'] }
    const { answer: made } = await admin.call(userApi.add, { body })
    await admin.call(userApi.update, {
      params: { id: made.id },
      body: { ...made, password: 'ein anderes Passwort', disabled: true },
    })
    await admin.call(userApi.remove, { params: { id: made.id } })
    const read = (caller: Caller, id: string) => caller.call(historyApi.ofUser, { params: { id }, query: {} })
    const { answer } = await read(admin, made.id)
    const changes = answer.entries.flatMap((entry) => entry.changes)
    expect(changes).toContainEqual({ field: 'disabled', before: false, after: true })
    expect(changes).toContainEqual({ field: 'roles', before: [], after: ['USER'] })
    expect(changes.filter(({ field }) => field === 'passwordHash')).not.toEqual([])
    for (const { before, after } of changes.filter(({ field }) => field === 'passwordHash'))
      expect([before, after]).toEqual([null, null])
    expect(JSON.stringify(answer)).not.toContain('argon2')
    const clerk = await somebodyWith('GENERAL_ADMIN_FUNCTIONS', 'USER_READ')
    expect((await read(clerk, made.id)).status).toBe(403)
    expect((await clerk.call(historyApi.ofUsers, { query: {} })).status).toBe(403)
    expect((await read(admin, (await buildContact()).id)).problem.code).toBe('NOT_FOUND')
    const all = (await admin.call(historyApi.ofUsers, { query: {} })).answer
    expect(all.entries.every(({ entity }) => entity === 'app_user')).toBe(true)
    expect(all.names).toMatchObject({ [made.id]: 'Verlauf' })
  })

  test('of mailboxes contains the settings without passwords', async () => {
    const { answer: made } = await admin.call(mailboxApi.add, { body: mailboxAt(1, 'verlauf@example.test') })
    const { answer } = await ofEntry(admin, 'mailboxes', made.id)
    const changes = answer.entries.flatMap((entry) => entry.changes)
    expect(changes).toContainEqual({ field: 'address', before: null, after: 'verlauf@example.test' })
    expect(changes.filter(({ field }) => field === 'secrets')).toEqual([
      { field: 'secrets', before: null, after: null },
    ])
  })

  test('of files belongs to their list and includes removed files', async () => {
    const upload = async (api: typeof imageGalleryApi | typeof sharedDocumentApi, name: string) => {
      const file = new File([name], name)
      const { answer } = await admin.call(api.upload, { file, body: { documentClassification: null } as never })
      return answer.document?.documentRef ?? ''
    }
    const [terms, plan] = [await upload(sharedDocumentApi, 'AGB.txt'), await upload(sharedDocumentApi, 'Plan.txt')]
    const of = (list: 'imageGallery' | 'sharedDocuments') =>
      admin.call(historyApi.ofList, { params: { list }, query: {} })
    const ofFile = (list: 'imageGallery' | 'sharedDocuments', id: string) =>
      admin.call(historyApi.ofListEntry, { params: { list, id }, query: {} })
    expect((await ofFile('sharedDocuments', terms)).answer.names[terms]).toBe('AGB.txt')
    expect((await ofFile('imageGallery', terms)).problem.code).toBe('NOT_FOUND')
    await database.pool.query('delete from library_document where id = $1', [plan])
    const { entries, names } = (await of('sharedDocuments')).answer
    expect(entries.map(({ action, rootId }) => [action, names[rootId]])).toEqual([
      ['REMOVED', 'Plan.txt'],
      ['CREATED', 'Plan.txt'],
      ['CREATED', 'AGB.txt'],
    ])
    expect((await of('imageGallery')).answer.entries).toEqual([])
    expect((await user.call(historyApi.ofList, { params: { list: 'sharedDocuments' }, query: {} })).status).toBe(403)
  })

  test('of classifications names their users and roles', async () => {
    const { answer: made } = await admin.call(classificationApi.add, {
      body: {
        title: 'Verlauf',
        assignedUsers: [],
        assignedRoles: [(await admin.call(roleApi.list, {})).answer[0]?.id ?? ''],
      },
    })
    const params = { list: 'documentClassifications' as const, id: made.id }
    const { answer } = await admin.call(historyApi.ofListEntry, { params, query: {} })
    expect(Object.values(answer.names)).toEqual(expect.arrayContaining(['Verlauf', 'ADMIN']))
  })
})

test('a contact in the bin has its history; the history of an erased one is ERASED', async () => {
  const { id } = await buildContact({ surname: 'Behalten' })
  await user.call(contactApi.remove, { params: { id } })
  expect((await ofContact(user, id)).answer.entries[0]?.changes).toMatchObject([{ field: 'deletedAt' }])
  await admin.call(contactRecordApi.erase, { params: { id }, body: { name: 'Anna Behalten' } })
  expect((await ofContact(user, id)).problem).toMatchObject({ status: 410, code: 'ERASED' })
})
