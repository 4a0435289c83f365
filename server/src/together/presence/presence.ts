import { type RawBuilder, sql } from 'kysely'
import {
  activities,
  type PresenceChange,
  type PresenceKind,
  type Present,
  type PresentAt,
  presenceSeconds,
} from '#contract/together/presence'
import { assertContact } from '../../contacts/contacts.ts'
import { type AppContext, actorId, type Ctx } from '../../http/context.ts'
import { assertEmail } from '../../mail/inbox/inbox.ts'
import { getCard } from '../../orders/flames/flames.ts'
import { getProject } from '../../work/projects/projects.ts'

/** Each throws for a record that the caller may not see. */
const asserts: Record<PresenceKind, (ctx: Ctx, id: string) => Promise<unknown>> = {
  contact: assertContact,
  email: assertEmail,
  flame: getCard,
  project: getProject,
}

/** Returns who else has a record open. Errors: NOT_FOUND. */
export async function listOthers(ctx: Ctx, kind: PresenceKind, id: string): Promise<Present[]> {
  await asserts[kind](ctx, id)
  return (await selectOthers(ctx, kind, sql`p.record_id = ${id}`)).map(({ recordRef: _, ...present }) => present)
}

/** Returns who else has which message open. */
export const listInInbox = (ctx: Ctx): Promise<PresentAt[]> => selectOthers(ctx, 'email', sql`true`)

/** Returns each user once per record with the strongest activity of their tabs, which is editing. */
async function selectOthers(ctx: Ctx, kind: PresenceKind, where: RawBuilder<unknown>): Promise<PresentAt[]> {
  const { rows } = await sql<PresentAt>`
    select * from (
      select distinct on (p.record_id, p.user_id)
             p.record_id as "recordRef", p.user_id as "userRef", u.username, p.activity, p.field
        from presence p join app_user u on u.id = p.user_id
       where p.kind = ${kind} and p.until > now() and p.user_id <> ${actorId(ctx)} and ${where}
       order by p.record_id, p.user_id, array_position(${[...activities]}::text[], p.activity) desc, p.field desc
    ) others order by username, "recordRef" limit 1000`.execute(ctx.db)
  return rows
}

/**
 * Stores what a tab does. The entry expires, so that nobody whose browser is gone is shown. Leaving works for a record
 * that is gone, too. Errors: NOT_FOUND.
 */
export async function bePresent(
  ctx: Ctx,
  kind: PresenceKind,
  id: string,
  { activity, field }: PresenceChange,
): Promise<Present[]> {
  const others = activity === null ? [] : await listOthers(ctx, kind, id)
  const [user, tab] = [actorId(ctx), ctx.actor.tab]
  await sql`
    delete from presence where until < now() - interval '1 minute'
       or record_id = ${id} and user_id = ${user} and tab = ${tab} and ${activity === null}`.execute(ctx.db)
  if (activity === null) return others
  await sql`
    insert into presence (kind, record_id, user_id, tab, activity, field, until)
    values (${kind}, ${id}, ${user}, ${tab}, ${activity}, ${field}, now() + make_interval(secs => ${presenceSeconds}))
    on conflict (record_id, user_id, tab)
    do update set activity = excluded.activity, field = excluded.field, until = excluded.until`.execute(ctx.db)
  return others
}

/** Deletes the presence of a tab that lost its connection. */
export async function leave({ database }: AppContext, userId: string, tab: string): Promise<void> {
  await sql`delete from presence where user_id = ${userId} and tab = ${tab}`.execute(database.kysely)
}
