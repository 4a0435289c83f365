import { sql } from 'kysely'
import { limits } from '#contract/limits'
import type { activities, Presence } from '#contract/mail/emails'
import { actorId, type Ctx } from '../../http/context.ts'
import { assertEmail } from './inbox.ts'

type Activity = (typeof activities)[number]

/** Who else is reading or answering which message; of one message if it is named. */
export async function listPresence(ctx: Ctx, emailId?: string): Promise<Presence[]> {
  const { rows } = await sql<Presence>`
    select p.email_id as "emailRef", p.user_id as "userRef", u.username, p.activity
      from email_presence p join app_user u on u.id = p.user_id
     where p.until > now() and p.user_id <> ${actorId(ctx)} and ${emailId ? sql`p.email_id = ${emailId}` : sql`true`}
     order by u.username, p.email_id limit 1000`.execute(ctx.db)
  return rows
}

/** Expires by itself, so that nobody is shown whose browser was closed. Errors: NOT_FOUND. */
export async function bePresent(ctx: Ctx, emailId: string, activity: Activity | null): Promise<Presence[]> {
  await assertEmail(ctx, emailId)
  const user = actorId(ctx)
  await sql`
    delete from email_presence where until < now() - interval '1 minute'
       or email_id = ${emailId} and user_id = ${user} and ${activity === null}`.execute(ctx.db)
  if (activity !== null) {
    await sql`
      insert into email_presence (email_id, user_id, activity, until)
      values (${emailId}, ${user}, ${activity}, now() + make_interval(secs => ${limits.email.presenceSeconds}))
      on conflict (email_id, user_id) do update set activity = excluded.activity, until = excluded.until`.execute(
      ctx.db,
    )
  }
  return listPresence(ctx, emailId)
}
