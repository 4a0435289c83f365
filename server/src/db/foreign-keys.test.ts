import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'

const { kysely } = await testDatabase()

test('every foreign key has an index on the referring side', async () => {
  // References to users are left out: users are hardly ever deleted, and too many tables name them.
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname as reference
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid <> 'app_user'::regclass
       and not exists (
         select from pg_index i
          where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))`.execute(
    kysely,
  )
  expect(rows.map(({ reference }) => reference)).toEqual([])
})
