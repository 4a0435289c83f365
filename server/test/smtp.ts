import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { AppContext } from '../src/http/context.ts'
import { startSmtp } from './smtp-server.ts'

/** Starts an SMTP server for a test file; call it at the top level. Stopped at the end of the file. */
export async function smtpServer() {
  const smtp = await startSmtp()
  afterAll(smtp.stop)
  return smtp
}

/** Adds a mailbox that sends through this server. */
export async function addMailbox(
  { database, services }: AppContext,
  outgoingPort: number,
  overrides: Partial<{
    type: string
    title: string
    address: string
    settings: object
    secrets: object
    maxMessageBytes: number
  }> = {},
): Promise<string> {
  const server = { host: '127.0.0.1', security: 'NONE', user: '' }
  const settings = { incoming: null, outgoing: { ...server, port: outgoingPort }, office: null, ...overrides.settings }
  const { rows } = await sql<{ id: string }>`
    insert into mailbox (type, title, address, sender_name, settings, secrets, max_message_bytes)
    values (${overrides.type ?? 'POP3'}, ${overrides.title ?? 'Verkauf'}, ${overrides.address ?? 'verkauf@glut.example'},
            'Glut Verkauf', ${JSON.stringify(settings)}::jsonb,
            ${overrides.secrets ? services.vault.seal(JSON.stringify(overrides.secrets)) : null},
            ${overrides.maxMessageBytes ?? 25_000_000})
    returning id`.execute(database.kysely)
  return rows[0]?.id ?? ''
}
