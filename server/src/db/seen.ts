import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { type Seeing, seenBy } from './assigned.ts'

/** The caller with their permissions. */
export interface Reader extends Seeing {
  readonly permissions: ReadonlySet<Permission>
}

/** Whether a reader may look into the bin: only those who may put contacts there. */
export const seesBin = ({ permissions }: Reader): boolean => permissions.has('CONTACT_DELETE')

/** Returns SQL that is true for a contact id that the actor may know of; null counts only for who sees the bin. */
export const seesContact = (id: RawBuilder<unknown>, actor: Reader): RawBuilder<boolean> =>
  seesBin(actor)
    ? sql`true`
    : sql`exists (select from contact owner where owner.id = ${id} and owner.deleted_at is null)`

/** The board on which the flame of an encounter is, or where it was when the encounter was written. */
const board = sql`coalesce(
  (select s.blackboard_id from flame f join blackboard_step s on s.id = f.step_id where f.id = e.flame_id), e.blackboard_id)`

/**
 * Returns SQL that is true for an encounter `e` that the actor may know of: one made from an e-mail or a flame requires
 * access to it, and one of a contact in the bin requires access to the bin.
 */
export const seesEncounter = (actor: Reader): RawBuilder<boolean> =>
  sql`(${seesKindOf(actor)} and (e.encounter_type <> 'TASK' or not e.from_flame or ${seesBoard(actor)}))`

/** Returns SQL like `seesEncounter` without the check of flames, for a count in an index. */
export function seesKindOf(actor: Reader): RawBuilder<boolean> {
  const conditions = [seesContact(sql`e.contact_id`, actor)]
  if (!actor.permissions.has('EMAIL_READ')) {
    conditions.push(sql`e.encounter_type not in ('EMAIL_INCOMING', 'EMAIL_OUTGOING')`)
  }
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Returns SQL for the encounters that `seesKindOf` accepts wrongly; they are few and found by an index. */
export const isOfHiddenFlame = (actor: Reader): RawBuilder<boolean> =>
  sql`(e.encounter_type = 'TASK' and e.from_flame and not ${seesBoard(actor)})`

const seesBoard = (actor: Reader): RawBuilder<boolean> =>
  actor.permissions.has('FLAME_READ') ? seenBy('blackboard', board, actor) : sql`false`
