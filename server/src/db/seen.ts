import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../http/context.ts'
import { seenBy } from './assigned.ts'

/** Only who may put contacts into the bin may look into it. */
export const seesBin = ({ permissions }: Actor): boolean => permissions.has('CONTACT_DELETE')

/** True for a contact with this id that the actor may know of; null is none. */
export const seesContact = (id: RawBuilder<unknown>, actor: Actor): RawBuilder<boolean> =>
  seesBin(actor)
    ? sql`true`
    : sql`exists (select from contact owner where owner.id = ${id} and owner.deleted_at is null)`

/** Where the flame that an entry was made from lies now, or lay when it was written. */
const board = sql`coalesce(
  (select s.blackboard_id from flame f join blackboard_step s on s.id = f.step_id where f.id = e.flame_id), e.blackboard_id)`

/**
 * True for an encounter `e` that the actor may know of: what was made from an e-mail or a flame tells of it only to
 * whoever may see that one, and what belongs to a contact in the bin to whoever may look into the bin.
 */
export function seesEncounter(actor: Actor): RawBuilder<boolean> {
  const { permissions } = actor
  const conditions = [
    sql`(e.encounter_type <> 'TASK' or not e.from_flame
      or ${permissions.has('FLAME_READ') ? seenBy('blackboard', board, actor) : sql`false`})`,
  ]
  if (!permissions.has('EMAIL_READ')) conditions.push(sql`e.encounter_type not in ('EMAIL_INCOMING', 'EMAIL_OUTGOING')`)
  conditions.push(seesContact(sql`e.contact_id`, actor))
  return sql`(${sql.join(conditions, sql` and `)})`
}
