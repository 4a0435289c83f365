import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { databaseOf } from '../../test/earlier-database.ts'
import { giveLanded, keepVersion, landedVersions } from '../../test/landed.ts'

const fresh = await testDatabase()

// A released version is kept with `KEEP_VERSION=<number of its last migration> npx vitest run landed`.
if (process.env.KEEP_VERSION) await keepVersion(fresh.pool, process.env.KEEP_VERSION)

for (const version of landedVersions()) {
  // A function that keeps its parameters but returns other columns must drop the earlier one first.
  test(`a database of the version with ${version} is migrated to the schema of a new one`, async () => {
    const { pool, goOn } = await databaseOf(version)
    await giveLanded(pool, version)
    await goOn()
    await pool.query('drop function nothing()')
    expect(await schemaOf(pool)).toEqual(await schemaOf(fresh.pool))
  })
}

test('a function or trigger left over from a former version is found', async () => {
  const { pool, goOn } = await databaseOf('0180')
  await pool.query("create function left_behind() returns trigger language plpgsql as 'begin return new; end'")
  await pool.query('create trigger left_behind before insert on contact for each row execute function left_behind()')
  await goOn()
  const expected = new Set(await schemaOf(fresh.pool))
  const extra = (await schemaOf(pool)).filter((line) => !expected.has(line))
  expect(extra).toEqual([
    expect.stringContaining('FUNCTION public.left_behind'),
    expect.stringContaining('TRIGGER left_behind'),
  ])
})

/** Returns what a database consists of, a line each. */
async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with own as (select oid from pg_namespace where nspname = 'public')
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                     pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
     where c.relnamespace in (table own) and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace in (table own) and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace in (table own)
    union all
    select pg_get_functiondef(p.oid) from pg_proc p
     where p.pronamespace in (table own) and p.prokind in ('f', 'p')
       and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
    union all
    select concat_ws(' ', 'view', viewname, definition) from pg_views where schemaname = 'public'
    order by line`)
  return rows.map(({ line }) => line)
}
