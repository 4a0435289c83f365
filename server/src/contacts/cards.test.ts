import { expect, test } from 'vitest'
import { ContactRow } from '#contract/contacts/contacts'
import { testDatabase } from '../../test/database.ts'
import { migrate } from '../db/migrate.ts'

const { pool } = await testDatabase()

test('cards have the fields of the contract and are rebuilt when the function that makes them changed', async () => {
  const { rows } = await pool.query(
    `insert into contact (legal_type, surname) values ('NATURAL', 'Muster') returning id`,
  )
  const cardOf = async () => {
    const found = await pool.query('select card from contact_listed where contact_id = $1', [rows[0].id])
    return JSON.parse(found.rows[0].card)
  }
  const card = await cardOf()
  expect(Object.keys(card).sort()).toEqual(Object.keys(ContactRow.shape).sort())
  await pool.query(`update contact_listed set card = replace(card, 'Muster', 'Alt')`)
  await pool.query(`update schema_function set checksum = 'another' where name = 'contact-search.sql'`)
  expect(await migrate(pool)).toEqual(['contact-search.sql'])
  expect(await cardOf()).toEqual(card)
  expect((await pool.query('select surname from contact_order')).rows).toEqual([{ surname: 'muster' }])
})

test('a column of contact_order that the function does not fill fails the migration', async () => {
  await pool.query(`alter table contact_order add column language text`)
  await pool.query(`update schema_function set checksum = 'another' where name = 'contact-search.sql'`)
  await expect(migrate(pool)).rejects.toThrow(
    'contact-search.sql failed: write_contact_search does not fill contact_order (language)',
  )
  await pool.query('alter table contact_order drop column language')
  expect(await migrate(pool)).toEqual(['contact-search.sql'])
})

test('the search, order and card rows of a contact are rewritten only when their values change', async () => {
  const { rows } = await pool.query(
    `insert into contact (legal_type, surname) values ('NATURAL', 'Bleibt') returning id`,
  )
  const written = async (change: string) => {
    await pool.query(`update contact set ${change} where id = $1`, [rows[0].id])
    const kept = await pool.query(
      `select s.xmin as searched, o.xmin as ordered, l.xmin as listed from contact_search s
         join contact_order o using (contact_id) join contact_listed l using (contact_id) where contact_id = $1`,
      [rows[0].id],
    )
    return kept.rows[0]
  }
  const before = await written(`remarks = 'one'`)
  expect(await written(`remarks = 'two'`)).toEqual(before)
  const after = await written(`title = 'Dr.'`)
  expect(after).toMatchObject({ searched: before.searched })
  expect([after.ordered, after.listed]).not.toContain(before.ordered)
})
