import { expect, test } from 'vitest'
import { ContactRow } from '#contract/contacts/contacts'
import { testDatabase } from '../../test/database.ts'
import { migrate } from '../db/migrate.ts'

const { pool } = await testDatabase()

test('cards hold what the contract says, and are made again when the function that makes them has changed', async () => {
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
