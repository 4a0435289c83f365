import { sql } from 'kysely'
import { type Ctx, systemActor } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** The booking page while it is open. */
export interface Page {
  /** User on whose behalf the page books. */
  readonly userId: string
  readonly mailboxId: string
  /** Origin of the links. */
  readonly origin: string
  /** Whether the mailbox is active; without it no links are sent and nothing new can be requested. */
  readonly sends: boolean
}

/** Returns the page if an admin has opened it, there is a mailbox to write from, and its user can sign in. */
export async function openPage({ db, services }: Ctx): Promise<Page | undefined> {
  const { rows } = await sql<Omit<Page, 'origin'> & { address: string }>`
    select u.id as "userId", m.id as "mailboxId", m.active as sends, s.booking_address as address
      from appointment_setting s
      join app_user u on u.id = s.booking_user_id and not u.disabled and u.deleted_at is null
      join mailbox m on m.id = s.mailbox_id and m.deleted_at is null
     where s.booking_open`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { address, ...page } = found
  // never the Host header of the request, because the links go to people who did not make it
  return { ...page, origin: services.config.publicUrl?.origin ?? address }
}

/** Returns the page. Errors: NOT_FOUND while it is closed. */
export const thePage = async (ctx: Ctx): Promise<Page> => (await openPage(ctx)) ?? fail('NOT_FOUND')

/** Returns the page for a new request. Errors: NOT_FOUND while it is closed, or no link could be sent. */
export async function askingPage(ctx: Ctx): Promise<Page> {
  const page = await thePage(ctx)
  return page.sends ? page : fail('NOT_FOUND')
}

/** Returns a ctx in which a customer books like an access key does: as the page's user, without their permissions. */
export const asCustomer = (ctx: Ctx, userId: string): Ctx => {
  const { language, address } = ctx.actor
  return { ...ctx, actor: { ...systemActor(userId), language, address, byKey: 'BOOKING' } }
}
