import { type RawBuilder, sql } from 'kysely'
import {
  deliveredWays,
  type Notification,
  type NotificationSettings,
  type NotificationType,
  type Ways,
} from '#contract/together/notifications'
import type { StandInKind } from '#contract/work/absences'
import { preparedStatement, sentAhead } from '../../db/db.ts'
import { type AppContext, actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { selectUnread } from './notifications.queries.ts'

interface Told {
  readonly type: NotificationType
  /** Query with one column `id`: the users to notify. Users who cannot sign in and the actor are left out. */
  readonly to: RawBuilder<unknown>
  /** If set, users who stand in for one of them in this kind of work are notified too. */
  readonly standIns?: StandInKind
  readonly content: string | RawBuilder<string>
  readonly reason?: 'ASSIGNED' | 'MENTIONED' | 'OVERDUE' | 'NOT_SENT'
  readonly about?:
    | { readonly comment: string }
    | { readonly flame: string }
    | { readonly encounter: string }
    | { readonly contact: string }
    | { readonly project: string }
    | { readonly todo: string }
  /** Id of the telephone call that the notification is about. */
  readonly call?: string
  /** Key under which each user is notified only once. */
  readonly once?: string
}

/** Notifies users in the transaction that causes it. Whether they may see it is checked when they read. */
export async function notify({ db, actor }: Pick<Ctx, 'db' | 'actor'>, told: Told): Promise<void> {
  const about = { comment: null, flame: null, encounter: null, contact: null, project: null, todo: null, ...told.about }
  const or = told.standIns
    ? sql`or u.id in (select stand_in_id from stand_ins(${told.standIns}, now()) where person_id in (${told.to}))`
    : sql``
  await sql`${sentAhead} ${preparedStatement}
    insert into notification (user_id, notification_type, content, reason, comment_id, flame_id, encounter_id, contact_id,
                              project_id, todo_id, call_id, once)
    select u.id, ${told.type}, ${told.type === 'CURRENT_LOGINS' ? told.content : sql`left(${told.content}, ${longest})`}, ${told.reason ?? null},
           ${about.comment}::uuid, ${about.flame}::uuid, ${about.encounter}::uuid, ${about.contact}::uuid,
           ${about.project}::uuid, ${about.todo}::uuid, ${told.call ?? null}::uuid, ${told.once ?? null}
      from app_user u
     where (u.id in (${told.to}) ${or}) and u.deleted_at is null and not u.disabled and u.id is distinct from ${actor.id}::uuid
     order by u.id
    on conflict on constraint notification_once do nothing`.execute(db)
}

/** Largest length in characters that the list and browser notifications show. */
const longest = 500

export const listNotifications = (ctx: Ctx): Promise<Notification[]> => selectUnread(ctx.db, ctx.actor)

/** Marks a notification as read; one that was read before is unchanged. Errors: NOT_FOUND, also for another user's. */
export async function markRead(ctx: Ctx, id: string): Promise<undefined> {
  const { numUpdatedRows } = await own(ctx)
    .set({ read_at: sql`coalesce(read_at, now())` })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('NOT_FOUND')
}

export async function markManyRead(ctx: Ctx, ids: readonly string[]): Promise<undefined> {
  await own(ctx)
    .set({ read_at: sql`now()` })
    .where('read_at', 'is', null)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

const own = (ctx: Ctx) => ctx.db.updateTable('notification').where('user_id', '=', actorId(ctx))

export async function getSettings(ctx: Ctx): Promise<NotificationSettings> {
  const row = await ctx.db
    .selectFrom('notification_setting')
    .selectAll()
    .where('user_id', '=', actorId(ctx))
    .executeTakeFirst()
  const chosen = (row?.ways ?? {}) as Partial<Record<NotificationType, Ways>>
  return {
    ways: { ...deliveredWays, ...chosen },
    quiet: row?.quiet_from ? { from: row.quiet_from, until: row.quiet_until } : null,
  }
}

export async function saveSettings(ctx: Ctx, { ways, quiet }: NotificationSettings): Promise<NotificationSettings> {
  const values = { ways: JSON.stringify(ways), quiet_from: quiet?.from ?? '', quiet_until: quiet?.until ?? '' }
  await ctx.db
    .insertInto('notification_setting')
    .values({ user_id: actorId(ctx), ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return getSettings(ctx)
}

/**
 * Job: deletes notifications that were read long ago, and old lists of signed-in users. Notifications with `once` stay
 * long enough not to be sent again.
 */
export async function forgetReadNotifications({ database }: AppContext): Promise<void> {
  await sql`
    delete from notification
     where read_at < now() - interval '90 days'
        or notification_type = 'CURRENT_LOGINS' and created_at < now() - interval '1 day'`.execute(database.kysely)
}
