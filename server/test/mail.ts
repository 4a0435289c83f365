import { NewMailbox } from '#contract/mail/mailboxes'
import { type AppContext, inTransaction, systemActor } from '../src/http/context.ts'
import { addMailbox } from '../src/mail/mailboxes/mailboxes.ts'
import { mailPassword } from './dovecot.ts'

/** Returns the settings of a mailbox on a local server. */
export function mailboxAt(port: number, address: string, settings: object = {}): NewMailbox {
  const server = { host: '127.0.0.1', port, security: 'NONE', user: address } as const
  return NewMailbox.parse({
    type: 'IMAP',
    title: address,
    address,
    incoming: server,
    outgoing: server,
    incomingPassword: mailPassword,
    ...settings,
  })
}

/** Adds a mailbox and returns its id. */
export async function connectMailbox(appContext: AppContext, mailbox: NewMailbox): Promise<string> {
  return (await inTransaction(appContext, systemActor(), (ctx) => addMailbox(ctx, mailbox))).id
}

/** Returns the source of a message. */
export function mail(fields: Record<string, string>, body = 'Guten Tag'): string {
  const head = {
    From: 'Anna Muster <anna@example.org>',
    To: 'info@example.test',
    Subject: 'Anfrage',
    Date: new Date().toUTCString(),
    ...fields,
  }
  const lines = Object.entries(head).filter(([, value]) => value !== '')
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}\r\n`
}
