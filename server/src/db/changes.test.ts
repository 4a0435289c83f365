import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { mergeApi } from '#contract/contacts/merges'
import { readSubject, subjects, toldHeader, toldText } from '#contract/live'
import { testApp } from '../../test/app.ts'
import { inBulk } from './in-bulk.ts'
import type { DB } from './schema.ts'

const { as, database } = await testApp()
const { kysely, pool, listener } = database

/** Tables whose changes no screen shows, or that change only together with a table that tells. */
const silent: Record<string, string> = {
  absence_answer: 'kept so that nobody is answered twice',
  booking_request: 'seen by the customer alone, who asks for it',
  comment_mention: 'changes with its comment',
  contact_duplicate_group: 'derived from pairs and the bin, which tell',
  contact_duplicate_total: 'counts groups, derived from pairs and the bin',
  contact_import_piece: 'the file of an import, changes with it',
  contact_import_touch: 'kept to take an import back',
  contact_import_trial: 'a dry run keeps it to itself',
  contact_import_trial_key: 'a dry run keeps it to itself',
  contact_listed: 'derived from contacts',
  contact_order: 'derived from contacts',
  contact_search: 'derived from contacts',
  contact_search_pending: 'derived from contacts',
  email_arrival: 'counts e-mails, which tell',
  email_body: 'never changes after its e-mail came in',
  email_card: 'derived from e-mails and what belongs to them, which tell',
  erased_contact_key: 'hashes, for imports alone',
  flame_order: 'counts flames, which tell',
  flame_pickup: 'derived from flames, whose cards tell',
  flame_saved: 'kept to merge two edits',
  idempotency_key: 'answers kept for whoever sends a call again',
  history: 'whatever it tells of tells itself',
  login_failure: 'read at the next sign-in alone',
  mail_server_task: 'work for the reader of a mailbox',
  mail_source: 'where a message lies on its server',
  mailbox_reader: 'which process reads a mailbox',
  project_saved: 'kept to merge two edits',
  recovery_code: 'shown once',
  role_default: 'read at the start alone',
  sign_in_place: 'read at the next sign-in alone',
  slot_day: 'counts appointments and kept places, which tell',
  stored_file: 'contents; what names them tells',
}

const addContact = (db: Kysely<DB>) =>
  db.insertInto('contact').values({ legal_type: 'NATURAL', surname: 'Feuer' }).returning('id').executeTakeFirstOrThrow()

/** Returns a list that collects what is told from this moment on. */
async function hear(): Promise<string[]> {
  const heard: string[] = []
  await new Promise<void>((resolve) => {
    listener.on('changes', { notified: (text) => void heard.push(text), connected: () => resolve() })
  })
  // earlier notifications must have arrived
  await sql`select pg_notify('changes', 'from here')`.execute(kysely)
  await expect.poll(() => heard).toContain('from here')
  heard.length = 0
  return heard
}

describe('a change of data', () => {
  test('is told by the trigger of every table, except those listed here with a reason', async () => {
    const { rows } = await pool.query<{ name: string; tells: boolean }>(`
      select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'tell') as tells
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and c.relname not in ('schema_migration', 'schema_function')`)
    const wrong = rows.filter(({ name, tells }) => tells === name in silent).map(({ name }) => name)
    expect(wrong).toEqual([])
  })

  test('is told as a subject of the contract with its keys', async () => {
    const { rows } = await pool.query<{ body: string }>(
      `select prosrc as body from pg_proc
        where (proname like 'tell\\_%' or proname like '%\\_subject') and proname <> 'tell_actor_change' and pronamespace = 'public'::regnamespace
       union all
       select pg_get_triggerdef(oid) from pg_trigger where tgname = 'tell'`,
    )
    const told = rows.flatMap(({ body }) => {
      const kind = /(?::=|tell\(|return) *'(\w+) /.exec(body)?.[1] ?? /tell_kind\('(\w+)'\)/.exec(body)?.[1]
      return kind ? [{ kind, keys: [...body.matchAll(/(\w+)=' \|\|/g)].map(([, key]) => key) }] : []
    })
    expect(told.length).toBeGreaterThan(40)
    for (const { kind, keys } of told) {
      expect(Object.keys(subjects)).toContain(kind)
      for (const key of keys) expect(subjects[kind as keyof typeof subjects].keys, kind).toContain(key)
    }
  })

  test('is told to every process with the commit, once however often a row was written', async () => {
    const heard = await hear()
    const { id } = await kysely.transaction().execute(async (trx) => {
      const contact = await addContact(trx)
      await trx.updateTable('contact').set({ remarks: 'a' }).where('id', '=', contact.id).execute()
      await trx.updateTable('contact').set({ remarks: 'b' }).where('id', '=', contact.id).execute()
      return contact
    })
    await expect.poll(() => heard).toContain(`contact contact=${id}`)
    expect(heard.filter((text) => text === `contact contact=${id}`)).toHaveLength(1)
  })

  test('is told once after a rollback to a savepoint', async () => {
    const { id } = await addContact(kysely)
    const heard = await hear()
    const remark = (trx: typeof kysely, remarks: string) =>
      trx.updateTable('contact').set({ remarks }).where('id', '=', id).execute()
    await kysely.transaction().execute(async (trx) => {
      await sql`select set_config('app.told', E'\n', true)`.execute(trx)
      await sql`savepoint before_it`.execute(trx)
      await remark(trx, 'a')
      await sql`rollback to savepoint before_it`.execute(trx)
      await remark(trx, 'b')
      await remark(trx, 'c')
      const { rows } = await sql<{ told: string }>`select current_setting('app.told') as told`.execute(trx)
      expect(rows).toEqual([{ told: `\ncontact contact=${id}\n` }])
    })
    await expect.poll(() => heard).toContain(`contact contact=${id}`)
    expect(heard.filter((text) => text === `contact contact=${id}`)).toHaveLength(1)
  })

  test('is not told after a rollback or when no value differs', async () => {
    const { id } = await addContact(kysely)
    const heard = await hear()
    await kysely
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('contact').set({ remarks: 'never' }).where('id', '=', id).execute()
        throw new Error('taken back')
      })
      .catch(() => {})
    await kysely.updateTable('contact').set({ remarks: sql`remarks` }).where('id', '=', id).execute()
    await sql`select pg_notify('changes', 'the end')`.execute(kysely)
    await expect.poll(() => heard).toContain('the end')
    expect(heard.filter((text) => text.includes(id))).toEqual([])
  })

  test('is named in the answer of the call that made it', async () => {
    const { answer, response } = await as('USER').call(contactApi.add, {
      body: { legalType: 'NATURAL', surname: 'Feuer', emailAddresses: [{ address: 'feuer@example.ch' }] },
    })
    const told = String(response.headers[toldHeader]).split(',')
    expect(told).toEqual([`contact contact=${answer.id}`])
    const reading = await as('USER').call(contactApi.get, { params: { id: answer.id } })
    expect(reading.response.headers[toldHeader]).toBeUndefined()
  })

  test('is named in the answer by its kind only when there are many', async () => {
    const [kept, gone] = await kysely
      .transaction()
      .execute(async (trx) => [await addContact(trx), await addContact(trx)])
    await pool.query(
      `insert into encounter (contact_id, encounter_type, original_known_since)
       select $1, 'TELEPHONE', now() from generate_series(1, 300)`,
      [gone.id],
    )
    const heard = await hear()
    const { response } = await as('ADMIN').call(mergeApi.merge, {
      body: { survivorRef: kept.id, contacts: [kept, gone].map(({ id }) => ({ contactRef: id, version: 1 })) },
    })
    expect(response.statusCode).toBe(200)
    const told = String(response.headers[toldHeader]).split(',')
    expect(told.sort()).toEqual(['contact', 'duplicate', 'encounter', 'relation'])
    await expect.poll(() => heard.filter((text) => text.startsWith(`encounter contact=${kept.id}`)).length).toBe(300)
  })

  test('is collected completely, except that long lists shrink to their kind', async () => {
    const { rows } = await kysely.transaction().execute(async (trx) => {
      await sql`select set_config('app.told', E'\n', true)`.execute(trx)
      await sql`select tell('encounter encounter=' || at) from generate_series(1, 1000) as at`.execute(trx)
      await sql`select tell('contact contact=1'), tell('role')`.execute(trx)
      return sql<{ told: string }>`select current_setting('app.told') as told`.execute(trx)
    })
    const told = (rows[0]?.told ?? '').split('\n').filter(Boolean)
    expect(told.slice(-3)).toEqual(['encounter', 'contact', 'role'])
    expect(told.filter((text) => text === 'encounter')).toHaveLength(1)
    expect(toldText(told).split(',')).toEqual(['encounter', 'contact', 'role'])
  })

  test('of thousands of rows is told by its kind only', async () => {
    const heard = await hear()
    await kysely.transaction().execute(async (trx) => {
      await inBulk(trx)
      for (let count = 0; count < 3; count++) await addContact(trx)
    })
    await expect.poll(() => heard).toContain('contact')
    expect(heard.filter((text) => text.startsWith('contact'))).toEqual(['contact'])
  })
})

test('a subject unknown to this version is ignored', () => {
  expect(readSubject('weather city=Zug')).toBeNull()
})
