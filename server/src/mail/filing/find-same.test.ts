import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { alikeQuery } from './find-same.ts'

const { kysely: db, pool } = await testDatabase()
const place = { folderId: '01a00000-0000-7000-8000-000000000000', uidValidity: 1, uid: '1' }

describe('the search for the same message among many', () => {
  beforeAll(async () => {
    await db.transaction().execute(async (tx) => {
      // Disables the triggers and foreign keys.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
        with added as (
          insert into email (direction, message_id, source_hash, thread_id, received_at)
          select 'INCOMING', case when n % 5 = 0 then '' else n || '@example.org' end, md5(n::text), uuid_v7(), now()
            from generate_series(1, 30000) n returning id)
        insert into email_body (id) select id from added`.execute(tx)
    })
    await sql`vacuum analyze email, email_body`.execute(db)
  }, 120_000)

  const planOf = async (messageId: string) => {
    const asked = alikeQuery({ messageId, contentHash: 'x' }, 'c4ca4238a0b923820dcc509a6f75849b', place)
    const { sql: text, parameters } = asked.compile(db)
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test('uses two indexes for a message with a Message-ID', async () => {
    const plan = await planOf('7@example.org')
    expect(plan).toContain('email_source')
    expect(plan).toContain('email_message_id')
    expect(plan).not.toMatch(/Seq Scan on email/)
  })

  test('uses the hash of the bytes for a message without a Message-ID', async () => {
    const plan = await planOf('')
    expect(plan).toContain('email_source')
    expect(plan).not.toContain('email_message_id')
    expect(plan).not.toMatch(/Seq Scan on email/)
  })
})

test('comparing messages with the same Message-ID reads little, however long they are', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with added as (
        insert into email (direction, message_id, thread_id, received_at, to_list)
        select 'INCOMING', 'same@example.org', uuid_v7(), now(),
               (select jsonb_agg(jsonb_build_object('name', repeat('n', 200), 'address', 'a')) from generate_series(1, 500))
          from generate_series(1, 20) returning id)
      insert into email_body (id, text) select id, repeat('Wort ', 100000) from added`.execute(tx)
  })
  const { rows } = await alikeQuery({ messageId: 'same@example.org', contentHash: 'x' }, 'none', place).execute(db)
  expect(rows).toHaveLength(20)
  expect(JSON.stringify(rows).length).toBeLessThan(20_000)
})
