import { sql } from 'kysely'
import type { AppointmentMail, AppointmentMailKind } from '#contract/calendars/appointment-mail'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import { notify } from '../../together/notifications/notifications.ts'

type Unsent = AppointmentMail['unsent'][number]

/** Returns the messages that the product could not send, the latest first. */
export async function unsentAbout({ db }: Ctx, id: string): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    select kind, code, iso(since) as "sinceUtc" from appointment_mail_fault
     where appointment_id = ${id} order by since desc, kind`.execute(db)
  return rows
}

/** Stores the failure with the appointment and notifies the admins, once a day for each cause. */
export async function noteUnsent(
  appContext: AppContext,
  id: string,
  kind: AppointmentMailKind,
  code: Unsent['code'],
): Promise<void> {
  await inTransaction(appContext, systemActor(), async (ctx) => {
    const { numInsertedOrUpdatedRows } = await ctx.db
      .insertInto('appointment_mail_fault')
      .values({ appointment_id: id, kind, code })
      .onConflict((clash) => clash.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    await notify(ctx, {
      type: 'INTERESTING_ENCOUNTER',
      reason: 'NOT_SENT',
      to: sql`
        select own.user_id as id from user_role own join role r on r.id = own.role_id
         where 'GENERAL_ADMIN_FUNCTIONS' = any (r.permissions)`,
      content: code,
      about: { encounter: id },
      once: `${code} ${ctx.now.toISOString().slice(0, 10)}`,
    })
  })
}

/** Removes the failure after the message was sent. */
export async function forgetUnsent({ db }: Ctx, id: string, kind: AppointmentMailKind): Promise<void> {
  await db.deleteFrom('appointment_mail_fault').where('appointment_id', '=', id).where('kind', '=', kind).execute()
}
