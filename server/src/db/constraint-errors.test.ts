import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { constraintError } from './constraint-errors.ts'

const { kysely } = await testDatabase()

const violated = (detail: string) => ({ code: '23503', constraint: 'contact_sector_in_use', detail })
const inUse = { code: 'IN_USE' }
const unknown = { code: 'VALIDATION', fields: [{ path: 'sectorRef', invalid: 'unknownRef' }] }

test.each([
  ['Key (id)=(7) is still referenced from table "contact".', inUse],
  ['Key (sector_id)=(7) is not present in table "sector".', unknown],
  ['Auf Schlüssel (id)=(7) wird noch aus Tabelle »contact« verwiesen.', inUse],
  ['Schlüssel (sector_id)=(7) ist nicht in Tabelle »sector« vorhanden.', unknown],
  ['La clé (id)=(7) est toujours référencée à partir de la table « contact ».', inUse],
  ['La clé (sector_id)=(7) n’est pas présente dans la table « sector ».', unknown],
  ['キー(id)=(7)はまだテーブル"contact"から参照されています', inUse],
])('a reference is understood in the language of the database: %s', (detail, meaning) => {
  expect(constraintError(violated(detail))).toEqual(meaning)
})

test('what the database says itself is understood', async () => {
  const failed = (statement: Promise<unknown>) => statement.then(() => null, constraintError)
  const { rows } = await sql<{ id: string }>`insert into sector (title) values ('Gartenbau') returning id`.execute(
    kysely,
  )
  const sector = rows[0]?.id
  const contact = (id: unknown) =>
    sql`insert into contact (legal_type, sector_id) values ('LEGAL', ${id})`.execute(kysely)
  expect(await failed(contact('0192f0c1-0000-7000-8000-000000000000'))).toEqual(unknown)
  await contact(sector)
  expect(await failed(sql`delete from sector where id = ${sector}`.execute(kysely))).toEqual(inUse)
})

test('every reference that may be in use points to an id', async () => {
  const { rows } = await sql`
    select conname from pg_constraint c
      join pg_attribute own on own.attrelid = c.conrelid and own.attnum = any (c.conkey)
      join pg_attribute other on other.attrelid = c.confrelid and other.attnum = any (c.confkey)
     where c.contype = 'f' and c.conname like '%in_use' and (own.attname = 'id' or other.attname <> 'id')`.execute(
    kysely,
  )
  expect(rows).toEqual([])
})
