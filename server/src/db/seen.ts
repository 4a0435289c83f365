import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { type Seeing, seenBy } from './assigned.ts'

/** Who asks, with what they may. */
export interface Reader extends Seeing {
  readonly permissions: ReadonlySet<Permission>
}

/** Only who may put contacts into the bin may look into it. */
export const seesBin = ({ permissions }: Reader): boolean => permissions.has('CONTACT_DELETE')

/** True for a contact with this id that the actor may know of; null is none. */
export const seesContact = (id: RawBuilder<unknown>, actor: Reader): RawBuilder<boolean> =>
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
export const seesEncounter = (actor: Reader): RawBuilder<boolean> =>
  sql`(${seesKindOf(actor)} and (e.encounter_type <> 'TASK' or not e.from_flame or ${seesBoard(actor)}))`

/** The same without the flames that encounters were made from, for a count in an index. */
export function seesKindOf(actor: Reader): RawBuilder<boolean> {
  const conditions = [seesContact(sql`e.contact_id`, actor)]
  if (!actor.permissions.has('EMAIL_READ')) {
    conditions.push(sql`e.encounter_type not in ('EMAIL_INCOMING', 'EMAIL_OUTGOING')`)
  }
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** What `seesKindOf` lets pass and the actor may not know of; few, and found by an index. */
export const isOfHiddenFlame = (actor: Reader): RawBuilder<boolean> =>
  sql`(e.encounter_type = 'TASK' and e.from_flame and not ${seesBoard(actor)})`

const seesBoard = (actor: Reader): RawBuilder<boolean> =>
  actor.permissions.has('FLAME_READ') ? seenBy('blackboard', board, actor) : sql`false`
