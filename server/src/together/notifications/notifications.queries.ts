import { type Kysely, type RawBuilder, sql } from 'kysely'
import { allows, officeStaff, type Permission } from '#contract/permissions'
import {
  callerWords,
  maxNotifications,
  type Notification,
  neededFor,
  notificationTypes,
} from '#contract/together/notifications'
import { seenBy } from '../../db/assigned.ts'
import type { DB } from '../../db/schema.ts'
import { seesEncounter } from '../../db/seen.ts'
import type { Actor } from '../../http/context.ts'

/** The properties of an actor that decide what they may see. */
export type Reader = Pick<Actor, 'id' | 'roles' | 'permissions'>

/** Returns the unread notifications that a reader may see at present, the newest first; with `id` only that one. */
export async function selectUnread(db: Kysely<DB>, reader: Reader, id?: string): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    with covered as materialized (
      select 'FLAME' as kind, person_id from stand_ins('FLAME', now()) where stand_in_id = ${reader.id}
      union all select 'PROJECT', person_id from stand_ins('PROJECT', now()) where stand_in_id = ${reader.id}),
    logins as materialized (
      select id from notification where user_id = ${reader.id} and notification_type = 'CURRENT_LOGINS' and read_at is null
       order by created_at desc, id desc limit 1),
    due as materialized (select count_due_todos(${reader.id}) as count)
    select n.id, n.notification_type as "notificationType", ${contentFor(reader)} as content, iso(n.created_at) as "createdUtc", n.reason,
           coalesce(m.upstream_id, n.flame_id, todo.ref, n.encounter_id, ${contactFor(reader)}, n.project_id) as "upstreamRef", p.id as "projectRef", p.title as "projectTitle", author.username as author, care.username as "onBehalfOf",
           c.id as "contactRef", c.full_name as "contactName", mail.id as "emailRef", mail.subject as "emailSubject",
           s.blackboard_id as "blackBoardRef", m.id as "commentRef", n.call_id as "callRef",
           case when m.deleted_at is not null or f.deleted_at is not null or e.deleted_at is not null
                     or mail.deleted_at is not null or c.deleted_at is not null or p.deleted_at is not null
                     or todo.deleted_at is not null then 'DELETED'
                when mail.state = 'CLOSED' and n.comment_id is not null then 'CLOSED'
                when f.archived_at is not null or n.comment_id is null and p.archived_at is not null then 'ARCHIVED'
                when n.flame_id is not null and f.assignee_id is distinct from n.user_id
                     and f.proxy_owner_id is distinct from n.user_id
                     and not exists (select from covered
                                      where kind = 'FLAME' and person_id in (f.assignee_id, f.proxy_owner_id))
                  then 'REASSIGNED'
                when n.project_id is not null and p.assignee_id is distinct from n.user_id
                     and p.proxy_owner_id is distinct from n.user_id
                     and not exists (select from covered
                                      where kind = 'PROJECT' and person_id in (p.assignee_id, p.proxy_owner_id))
                  then 'REASSIGNED'
                when n.notification_type = 'COMPLETE_TODO' and (select count from due) = 0 then 'DONE'
           end as settled
      from notification n
      ${oneOf('comment', 'm', sql`n.comment_id`)}
      left join app_user author on author.id = m.author_id
      ${oneOf('todo', 'todo', sql`n.todo_id`)}
      ${oneOf('flame', 'f', sql`coalesce(n.flame_id, todo.flame_id)`)}
      ${oneOf('project', 'p', sql`coalesce(n.project_id, m.project_id, todo.project_id)`)}
      left join app_user care
        on care.id = case when n.flame_id is not null then f.assignee_id when n.project_id is not null then p.assignee_id end
           and care.id <> n.user_id
      left join blackboard_step s on s.id = coalesce(f.step_id, p.step_id)
      ${oneOf('dossier', 'd', sql`f.id`, 'flame_id')}
      ${oneOf('encounter', 'e', sql`n.encounter_id`)}
      ${oneOf('email', 'mail', sql`m.email_id`)}
      ${oneOf('contact', 'c', sql`coalesce(m.contact_id, d.contact_id, e.contact_id, mail.contact_id, ${contactFor(reader)})`)}
     where n.user_id = ${reader.id} and n.read_at is null and ${id === undefined ? sql`true` : sql`n.id = ${id}`}
       and ${mayKnow(reader)} and ${isOfInterest}
     order by n.created_at desc, n.id desc
     limit ${maxNotifications}`.execute(db)
  return rows
}

/** Joins a row by its key: the planner overestimates unread notifications and would read all e-mails. */
const oneOf = (table: string, name: string, key: RawBuilder<unknown>, by = 'id') => sql`
  left join lateral (select * from ${sql.table(table)} where ${sql.ref(by)} = ${key} offset 0) ${sql.ref(name)} on true`

/** The callee is notified of every call, but only users who may see contacts learn who calls. */
const contactFor = ({ permissions }: Reader) => (permissions.has('CONTACT_READ') ? sql`n.contact_id` : sql`null::uuid`)
const withoutName = sql`split_part(n.content, ' (', 1) || ${` (${callerWords.unknown})`}`

/** For to-dos the content is the number due at present; last logins are only for users who may see them. */
const contentFor = ({ permissions }: Reader) => sql`
  case n.notification_type
       when 'COMPLETE_TODO' then (select count::text from due)
       when 'CURRENT_LOGINS' then ${allows(officeStaff, permissions) ? sql`n.content` : withoutLogins}
       else case when n.call_id is null or n.contact_id is null or ${allows('CONTACT_READ', permissions)} then n.content
                 else ${withoutName} end end`
const withoutLogins = sql`(
  select json_agg(one - 'lastLoginAtUtc') from jsonb_array_elements(n.content::jsonb) one)::text`

/** Only the latest list of signed-in users is shown, and only if the setting allows it. */
const isOfInterest = sql`(
  n.notification_type <> 'CURRENT_LOGINS'
  or (select shows_signed_in from product_setting) and n.id = (select id from logins))`

/** Returns the condition that the reader's present permissions allow the notification; they may have changed. */
function mayKnow(reader: Reader): RawBuilder<boolean> {
  const may = (permission: Permission) => sql.lit(reader.permissions.has(permission))
  const types = notificationTypes.filter((type) => allows(neededFor[type], reader.permissions))
  return sql<boolean>`(
    n.notification_type in (${sql.join(types.map((type) => sql.lit(type)))})
    and (n.comment_id is null or ${may('READ_COMMENTS')}
       and case when m.email_id is not null then ${may('EMAIL_READ')}
                when m.project_id is not null then ${may('PROJECT_READ')} and ${seenBy('blackboard', sql`s.blackboard_id`, reader)}
                else ${may('CONTACT_READ')} end)
    and (n.project_id is null or ${may('PROJECT_READ')} and ${seenBy('blackboard', sql`s.blackboard_id`, reader)})
    and (n.contact_id is null or n.call_id is not null or ${may('CONTACT_READ')})
    and (n.todo_id is null or ${may('TODO_READ')})
    and (todo.project_id is null or ${may('PROJECT_READ')} and ${seenBy('blackboard', sql`s.blackboard_id`, reader)})
    and (f.id is null or ${may('FLAME_READ')} and ${seenBy('blackboard', sql`s.blackboard_id`, reader)})
    and (n.encounter_id is null or ${may('ENCOUNTER_READ')} and ${seesEncounter(reader as Actor)}))`
}
