import type { KeepReason } from '@glut/contract/contact-records'
import { type Kysely, sql } from 'kysely'
import { type Reference, referencesTo } from '../db/references.ts'
import type { DB } from '../db/schema.ts'
import type { Keep } from './keeps.ts'

type Db = Kysely<DB>

/** What becomes of the rows that point to a contact by one column. */
export interface RemovalStep {
  readonly table: string
  readonly column: string
  readonly contactId: string
  readonly how: 'delete' | 'empty' | 'stay'
  readonly count: number
  readonly because?: KeepReason
}

/**
 * Rows belong to a contact by `contact_id`, and go with it. By any other column they only mention it: they go where they
 * would with the contact, forget it where they can, and stay otherwise.
 */
export async function planRemoval(db: Db, contactId: string, keeps: readonly Keep[]): Promise<RemovalStep[]> {
  const steps: RemovalStep[] = []
  for (const reference of await referencesTo(db, 'contact')) {
    const { table, column } = reference
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${contactId}`.execute(db)
    const kept = keeps.find((keep) => keep.table === table)
    const how = kept ? 'stay' : howFor(reference)
    const because = kept?.because ?? (how === 'stay' ? ('NAMED_ELSEWHERE' as const) : undefined)
    steps.push({ table, column, contactId, how, count: rows[0]?.count ?? 0, ...(because ? { because } : {}) })
  }
  return steps
}

function howFor({ column, onRemove, nullable }: Reference): RemovalStep['how'] {
  if (column === 'contact_id' || onRemove === 'cascade') return 'delete'
  return nullable ? 'empty' : 'stay'
}

/** Does so, again and again while rows hold each other; false when something stays. */
export async function removeRows(db: Db, steps: readonly RemovalStep[]): Promise<boolean> {
  let left = steps.filter(({ how, count }) => how !== 'stay' && count > 0)
  for (let before = left.length + 1; left.length < before && left.length > 0; ) {
    before = left.length
    const failed: RemovalStep[] = []
    for (const step of left) if (!(await removed(db, step))) failed.push(step)
    left = failed
  }
  return left.length === 0 && steps.every(({ how, count }) => how !== 'stay' || count === 0)
}

async function removed(db: Db, { table, column, contactId, how }: RemovalStep): Promise<boolean> {
  const where = sql`where ${sql.ref(column)} = ${contactId}`
  await sql`savepoint removal`.execute(db)
  try {
    if (how === 'delete') await sql`delete from ${sql.table(table)} ${where}`.execute(db)
    else await sql`update ${sql.table(table)} set ${sql.ref(column)} = null ${where}`.execute(db)
    await sql`release savepoint removal`.execute(db)
    return true
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('23')) throw error
    await sql`rollback to savepoint removal`.execute(db)
    await sql`release savepoint removal`.execute(db)
    return false
  }
}
