import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { KeepReason } from '#contract/contacts/records'
import { isConstraintError } from '../../db/error-code.ts'
import type { Reference, References } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import type { Keep } from './keeps.ts'
import { isMention } from './record-tables.ts'

type Db = Kysely<DB>

/** What is done with rows `t` of a table. */
export interface RemovalStep {
  readonly table: string
  readonly rows: RawBuilder<unknown>
  readonly how: 'delete' | 'empty' | 'stay'
  /** Column to set to null. */
  readonly column: string
  readonly count: number
  readonly because?: KeepReason
}

/**
 * Plans the removal of a contact's rows. Rows with `contact_id` belong to it and are deleted. Rows with another
 * reference are deleted if the foreign key cascades, get null if possible, and stay otherwise. Rows that must be kept
 * stay together with the parts they reference.
 */
export async function planRemoval(
  db: Db,
  pointingTo: References,
  contactId: string,
  keeps: readonly Keep[],
): Promise<RemovalStep[]> {
  const steps: Omit<RemovalStep, 'count'>[] = []
  const add = (step: Omit<RemovalStep, 'count'>) => void steps.push(step)
  for (const reference of pointingTo('contact')) {
    const { table, column } = reference
    const rows = sql`t.${sql.ref(column)} = ${contactId}`
    const how = howFor(reference)
    const keep = keeps.find((one) => one.table === table)
    if (how !== 'delete') {
      add({ table, column, rows, how, ...(how === 'stay' ? { because: 'NAMED_ELSEWHERE' as const } : {}) })
    } else if (keep) {
      const only = keep.only ?? sql`true`
      add({ table, column, rows: sql`${rows} and ${only}`, how: 'stay', because: keep.because })
      const others = sql`${rows} and not ${only}`
      const { table: whole, column: part } = keep.partOf ?? { table, column: 'id' }
      const away = sql`t.id in (select t.${sql.ref(part)} from ${sql.table(table)} t where ${others})`
      add({ table: whole, column, rows: away, how })
    } else {
      const named = namedByKept(pointingTo(table), keeps)
      if (named) add({ table, column, rows: sql`${rows} and ${named}`, how: 'stay', because: 'ORDER' })
      add({ table, column, rows: named ? sql`${rows} and not ${named}` : rows, how })
    }
  }
  const counts = await countEach(db, steps)
  return steps.map((step, at) => ({ ...step, count: counts[at] ?? 0 })).filter(({ count }) => count > 0)
}

async function countEach(db: Db, steps: readonly Pick<RemovalStep, 'table' | 'rows'>[]): Promise<number[]> {
  const each = steps.map(({ table, rows }) => sql`(select count(*) from ${sql.table(table)} t where ${rows})`)
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(each)}]::int[] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

function howFor(reference: Reference): RemovalStep['how'] {
  if (reference.column === 'contact_id' || reference.onRemove === 'cascade') return 'delete'
  return isMention(reference) ? 'empty' : 'stay'
}

/** Returns the condition that a row `t` is referenced by a row that is kept, such as an address by an order. */
function namedByKept(pointing: readonly Reference[], keeps: readonly Keep[]): RawBuilder<unknown> | undefined {
  const naming = pointing.flatMap(({ table: from, column, onRemove }) => {
    const keep = onRemove === 'fail' && keeps.find((one) => one.table === from)
    if (!keep) return []
    return sql`t.id in (select t.${sql.ref(column)} from ${sql.table(from)} t
                         where t.${sql.ref(column)} is not null and ${keep.only ?? sql`true`})`
  })
  return naming.length > 0 ? sql`(${sql.join(naming, sql` or `)})` : undefined
}

/** Returns the ids of the rows to delete, which may have a history of their own, such as flames and appointments. */
export async function ownRoots(db: Db, steps: readonly RemovalStep[]): Promise<string[]> {
  const ids: string[] = []
  for (const { table, rows: which } of steps.filter(({ how }) => how === 'delete')) {
    const { rows } = await sql<{ id: string }>`
      select t.id from (select to_jsonb(t) ->> 'id' as id from ${sql.table(table)} t where ${which}) t
       where t.id is not null`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Runs the steps, repeatedly while rows block each other; returns false if anything stays. */
export async function removeRows(db: Db, steps: readonly RemovalStep[]): Promise<boolean> {
  let left = steps.filter(({ how }) => how !== 'stay')
  for (let before = left.length + 1; left.length < before && left.length > 0; ) {
    before = left.length
    const failed: RemovalStep[] = []
    for (const step of left) if (!(await removed(db, step))) failed.push(step)
    left = failed
  }
  return left.length === 0 && steps.every(({ how }) => how !== 'stay')
}

async function removed(db: Db, { table, rows, column, how }: RemovalStep): Promise<boolean> {
  await sql`savepoint removal`.execute(db)
  try {
    if (how === 'delete') await sql`delete from ${sql.table(table)} t where ${rows}`.execute(db)
    else await sql`update ${sql.table(table)} t set ${sql.ref(column)} = null where ${rows}`.execute(db)
    await sql`release savepoint removal`.execute(db)
    return true
  } catch (error) {
    if (!isConstraintError(error)) throw error
    await sql`rollback to savepoint removal`.execute(db)
    await sql`release savepoint removal`.execute(db)
    return false
  }
}
