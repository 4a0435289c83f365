import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { seenBy } from '../db/assigned.ts'
import type { Actor, Ctx } from '../http/context.ts'
import { seesClassification } from '../lists/document-classifications/document-classifications.ts'

interface Named {
  readonly table: string
  /** What a row `n` is called. */
  readonly name?: string
  /** Any of these lets a reader know the name. */
  readonly needs?: readonly Permission[]
  readonly sees?: (actor: Actor) => RawBuilder<boolean>
}

/** What fields name by an id, and who may know what that is called. */
const named: readonly Named[] = [
  { table: 'contact', name: 'full_name', needs: ['CONTACT_READ', 'FLAME_READ'] },
  { table: 'email_address', name: 'address', needs: ['CONTACT_READ'] },
  { table: 'phone_number', name: 'number', needs: ['CONTACT_READ'] },
  {
    table: 'address',
    name: `concat_ws(', ', nullif(street, ''), nullif(concat_ws(' ', zip_code, city), ''))`,
    needs: ['CONTACT_READ'],
  },
  { table: 'app_user', name: 'username' },
  { table: 'role', name: 'name', needs: ['USER_READ', 'GENERAL_ADMIN_FUNCTIONS'] },
  { table: 'blackboard', sees: (actor) => seenBy('blackboard', sql`n.id`, actor) },
  { table: 'blackboard_step', sees: (actor) => seenBy('blackboard', sql`n.blackboard_id`, actor) },
  { table: 'document_classification', sees: (actor) => seesClassification(sql`n.id`, actor) },
  { table: 'email', name: 'subject', needs: ['EMAIL_READ'] },
  { table: 'mailbox', needs: ['EMAIL_READ', 'GENERAL_ADMIN_FUNCTIONS'] },
  { table: 'library_document', name: 'name', needs: ['GENERAL_ADMIN_FUNCTIONS'] },
  { table: 'sector' },
  { table: 'warehouse' },
  { table: 'forwarding_agency' },
  { table: 'delivery_condition' },
  { table: 'payment_condition' },
  { table: 'product' },
  { table: 'pallet' },
]

/** What the records with these ids are called now, as far as the reader may know them. */
export async function namesOf(ctx: Ctx, ids: ReadonlySet<string>): Promise<Record<string, string>> {
  if (ids.size === 0) return {}
  const mayKnow = ({ needs }: Named) => !needs || needs.some((permission) => ctx.actor.permissions.has(permission))
  const sources = named.filter(mayKnow).map(
    ({ table, name = 'title', sees }) => sql`
      select id, ${sql.raw(name)} as name from ${sql.table(table)} n
       where id = any (${[...ids]}::uuid[]) and ${sees?.(ctx.actor) ?? sql`true`}`,
  )
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(sources, sql` union all `)}`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
