import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

const folder = path.join(import.meta.dirname, 'landed')

/** Returns the numbers of the last migrations of released versions. */
export const landedVersions = (): string[] => readdirSync(folder).map((file) => path.basename(file, '.txt'))

/** Stores the functions and triggers of a database under the number of its last migration. */
export async function keepVersion(pool: pg.Pool, number: string): Promise<void> {
  writeFileSync(path.join(folder, `${number}.txt`), `${(await linesOf(pool)).join('\n')}\n`)
}

async function linesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('%s(%s) %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)) as line
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
    union all
    select format('trigger %s on %s', t.tgname, t.tgrelid::regclass)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
     order by line`)
  return rows.map(({ line }) => line)
}

/** Adds functions and triggers that the version had and the database lacks; the added ones do nothing. */
export async function giveLanded(pool: pg.Pool, number: string): Promise<void> {
  const there = new Set(await linesOf(pool))
  const lines = readFileSync(path.join(folder, `${number}.txt`), 'utf8')
    .trim()
    .split('\n')
  const lacking = lines.filter((line) => !there.has(line))
  const isTrigger = (line: string) => line.startsWith('trigger ')
  const functions = lacking.filter((line) => !isTrigger(line)).map(emptyFunction)
  const triggers = lacking.filter(isTrigger).map((line) => {
    return `create ${line.replace(' on ', ' after truncate on ')} execute function nothing()`
  })
  const nothing = 'create function nothing() returns trigger language plpgsql as $$ begin return null; end $$'
  await pool.query(['set check_function_bodies = off', nothing, ...functions, ...triggers].join(';\n'))
}

function emptyFunction(line: string): string {
  const [, head = '', answer = ''] = /^(\w+\(.*?\)) ((?:TABLE|SETOF|[a-z]).*)$/.exec(line) ?? []
  const body = /^(TABLE|SETOF)/.test(answer) ? 'return' : answer === 'trigger' ? 'return new' : 'return null'
  return `create or replace function ${head} returns ${answer} language plpgsql as $$ begin ${body}; end $$`
}
