import { type Kysely, sql } from 'kysely'
import { referencesTo } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import { fail } from '../../http/problem.ts'
import { attempt, changeAll, changeOne, drop, keysOf, type Row, type Trail } from './rows.ts'

type Db = Kysely<DB>

/** Tables that are derived from contacts and need not be moved. */
const derived = ['contact_search', 'contact_duplicate_pair']
/** Tables without duplicates: where the survivor has an equal row, that of the other contact is dropped. */
const onceEach = [
  'address',
  'email_address',
  'phone_number',
  'contact_person',
  'contact_relation',
  'contact_not_duplicate',
  'project_contact',
]

/**
 * Moves every reference to the given contacts to the survivor, in all tables. Errors: MERGE_CONFLICT for rows that the
 * survivor cannot have beside its own.
 */
export async function moveRows(db: Db, survivor: string, ids: readonly string[]): Promise<Trail> {
  const trail: Trail = { changed: [], dropped: [], repointed: [] }
  const all = [survivor, ...ids]
  await dropSharesAmong(db, trail, all)
  await dropEqualAddresses(db, trail, all)
  await keepOneFavorite(db, trail, all)
  await turnPairs(db, trail, 'contact_relation', ['contact_id', 'other_id'], (row) => row.type === 'COUPLE', all)
  await turnPairs(db, trail, 'contact_not_duplicate', ['one_id', 'other_id'], () => true, all)
  for (const { table, column, key } of await referencesTo(db, 'contact')) {
    if (derived.includes(table)) continue
    for (const id of ids) await moveAll(db, trail, { table, column, key }, id, survivor)
  }
  return trail
}

interface Column {
  readonly table: string
  readonly column: string
  readonly key: readonly string[]
}

async function moveAll(db: Db, trail: Trail, { table, column, key }: Column, from: string, to: string): Promise<void> {
  const before = { [column]: from }
  const after = { [column]: to }
  const moved = async () => {
    const keys = await changeAll(db, table, key, before, after)
    if (keys.length > 0) trail.changed.push({ table, keys, before, after })
  }
  if (await attempt(db, moved)) return
  for (const row of await keysOf(db, table, key, before)) {
    if (await attempt(db, () => changeOne(db, table, row, after))) {
      trail.changed.push({ table, keys: [{ ...row, ...(column in row ? after : {}) }], before, after })
    } else if (onceEach.includes(table)) await dropForTwin(db, trail, table, row, await twinOf(db, table, row, to))
    else fail('MERGE_CONFLICT', { values: { what: table } })
  }
}

const shareColumns = {
  address: 'shared_address_id',
  email_address: 'shared_email_id',
  phone_number: 'shared_phone_id',
} as const

/** Drops shares between the merged contacts, because a contact cannot share with itself. */
async function dropSharesAmong(db: Db, trail: Trail, all: readonly string[]): Promise<void> {
  for (const [table, shared] of Object.entries(shareColumns)) {
    const { rows } = await sql<{ id: string; twin: string }>`
      select s.id, o.id as twin from ${sql.table(table)} s join ${sql.table(table)} o on o.id = s.${sql.ref(shared)}
       where s.contact_id = any (${all}::uuid[]) and o.contact_id = any (${all}::uuid[])`.execute(db)
    for (const { id, twin } of rows) await dropForTwin(db, trail, table, { id }, twin)
  }
}

/** Keeps equal addresses once: the survivor's, or else the first. Addresses that others share are kept. */
async function dropEqualAddresses(db: Db, trail: Trail, all: readonly string[]): Promise<void> {
  // Waits for transactions that are about to share one of the addresses.
  await sql`select from address where contact_id = any (${all}::uuid[]) order by id for update`.execute(db)
  const { rows } = await sql<{ id: string; twin: string }>`
    with own as (
      select a.id, first_value(a.id) over same as twin
        from address a where a.contact_id = any (${all}::uuid[]) and a.shared_address_id is null
      window same as (
        partition by fold(a.alternative_gp), fold(a.additional_address), street_key(a.street), fold(a.zip_code),
                     fold(a.city), a.country
        order by array_position(${all}::uuid[], a.contact_id), a.id)
    )
    select id, twin from own
     where id <> twin and not exists (select from address s where s.shared_address_id = own.id)`.execute(db)
  for (const { id, twin } of rows) await dropForTwin(db, trail, 'address', { id }, twin)
}

/** Returns the contact's row that shares the same owner's row as the given one, if the table has shares. */
async function twinOf(db: Db, table: string, row: Row, contactId: string): Promise<string | undefined> {
  const shared = table in shareColumns && shareColumns[table as keyof typeof shareColumns]
  if (!shared) return undefined
  const { rows } = await sql<{ id: string }>`
    select l.id from ${sql.table(table)} l join ${sql.table(table)} r on r.${sql.ref(shared)} = l.${sql.ref(shared)}
     where l.contact_id = ${contactId} and r.id = ${row.id}`.execute(db)
  return rows[0]?.id
}

/** Drops a row and points references to it, such as an order's address, to its twin. */
async function dropForTwin(db: Db, trail: Trail, table: string, row: Row, twin: string | undefined): Promise<void> {
  if (twin) {
    for (const { table: from, column, key } of await referencesTo(db, table)) {
      const before = { [column]: row.id }
      const after = { [column]: twin }
      const keys = await changeAll(db, from, key, before, after)
      if (keys.length > 0) trail.repointed?.push({ table: from, keys, before, after })
    }
  }
  await drop(db, trail, table, row)
}

async function keepOneFavorite(db: Db, trail: Trail, all: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from email_address where contact_id = any (${all}::uuid[]) and favorite
     order by array_position(${all}::uuid[], contact_id), id offset 1`.execute(db)
  if (rows.length === 0) return
  const [before, after] = [{ favorite: true }, { favorite: false }]
  for (const { id } of rows) await changeOne(db, 'email_address', { id }, after)
  trail.changed.push({ table: 'email_address', keys: rows.map(({ id }) => ({ id })), before, after })
}

/** Moves rows of two contacts; drops those between merged contacts, and sorts the ids of undirected ones. */
async function turnPairs(
  db: Db,
  trail: Trail,
  table: string,
  [first, second]: readonly [string, string],
  isUnordered: (row: Record<string, unknown>) => boolean,
  all: readonly string[],
): Promise<void> {
  const [survivor = '', ...ids] = all
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
     where ${sql.ref(first)} = any (${ids}::uuid[]) or ${sql.ref(second)} = any (${ids}::uuid[])
     order by array_position(${all}::uuid[], ${sql.ref(first)})`.execute(db)
  for (const { row } of rows) {
    const before = { [first]: row[first], [second]: row[second] }
    const ends = [row[first], row[second]].map((end) => (ids.includes(String(end)) ? survivor : String(end)))
    if (isUnordered(row)) ends.sort()
    const after = { [first]: ends[0], [second]: ends[1] }
    const key = 'id' in row ? { id: row.id } : before
    if (await attempt(db, () => changeOne(db, table, key, after))) {
      trail.changed.push({ table, keys: [{ ...key, ...('id' in row ? {} : after) }], before, after })
    } else await drop(db, trail, table, key)
  }
}
