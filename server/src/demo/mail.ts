import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { NewMailbox } from '#contract/mail/mailboxes'
import { type AppContext, inTransaction, systemActor } from '../http/context.ts'
import { addMailbox } from '../mail/mailboxes/mailboxes.ts'
import { wakeMailbox } from '../mail/mailboxes/wake.ts'
import { type DemoMailServer, putDemoMail, startDemoMailServer } from './mail-server.ts'
import { demoAnswer, demoMailbox, demoMails } from './mails.ts'

/** Number of days whose mail is still open. */
const openDays = 6

/**
 * Starts a mailbox that needs no account: the demo has its own mail server with messages of demo contacts, and each
 * sent message is answered by its recipients.
 */
export async function startDemoMail(appContext: AppContext): Promise<DemoMailServer> {
  const folder = path.join(appContext.services.config.dataDir, 'demo-mail')
  let answers = 0
  const server = await startDemoMailServer(folder, async (recipients, message) => {
    // Automatic messages are not answered.
    if (/^auto-submitted:\s*auto/im.test(message.toString('latin1', 0, 10_000))) return
    const now = new Date()
    for (const recipient of recipients) {
      const name = `r${now.getTime()}-${String(answers++).padStart(4, '0')}`
      const id = `${name}@kunden.example`
      await putDemoMail(folder, name, Buffer.from(demoAnswer(recipient, message.toString('latin1'), id, now), 'latin1'))
    }
    await wakeMailbox(appContext.database.kysely, '')
  })
  if ((await readdir(folder)).length === 0) await writeMails(appContext, folder)
  await connect(appContext, server)
  return server
}

async function writeMails({ database }: AppContext, folder: string): Promise<void> {
  const { rows } = await sql<{ name: string; address: string }>`
    select c.full_name as name, e.address from contact c join email_address e on e.contact_id = c.id and e.address <> ''
     where c.deleted_at is null order by c.id, e.id limit 150`.execute(database.kysely)
  for (const { name, message } of demoMails(rows, new Date())) await putDemoMail(folder, name, message)
}

/** Connects the mailbox to the server, whose ports change with each start. */
async function connect(appContext: AppContext, { pop3, smtp }: DemoMailServer): Promise<void> {
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'NONE', user: '' }) as const
  const incoming = { ...server(pop3), user: 'demo' }
  const outgoing = server(smtp)
  await inTransaction(appContext, systemActor(), async (ctx) => {
    const known = await ctx.db
      .selectFrom('mailbox')
      .select('id')
      .where('address', '=', demoMailbox.address)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (known) {
      await sql`
        update mailbox set settings = settings || ${JSON.stringify({ incoming, outgoing })}::jsonb, version = version + 1
         where id = ${known.id}`.execute(ctx.db)
      await wakeMailbox(ctx.db, known.id)
      return
    }
    const settings = {
      type: 'POP3',
      ...demoMailbox,
      senderName: 'Glutwerk Muster AG',
      incoming,
      outgoing,
      incomingPassword: 'demo',
    }
    const { id } = await addMailbox(ctx, NewMailbox.parse(settings))
    await sql`update mailbox set created_at = now() - make_interval(days => ${openDays}) where id = ${id}`.execute(
      ctx.db,
    )
  })
}
