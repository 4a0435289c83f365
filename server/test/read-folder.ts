import { ImapFlow } from 'imapflow'
import PostalMime, { type Email } from 'postal-mime'
import { mailPassword } from './dovecot.ts'

interface FolderMessage {
  readonly flags: string[]
  readonly raw: string
  readonly mail: Email
}

/** Returns the messages of an account's folder over IMAP, as another mail program would see them. */
export async function readFolder(port: number, address: string, folder = 'INBOX'): Promise<FolderMessage[]> {
  const server = { host: '127.0.0.1', port, secure: false, doSTARTTLS: false }
  const client = new ImapFlow({ ...server, auth: { user: address, pass: mailPassword }, logger: false })
  client.on('error', () => {})
  await client.connect()
  try {
    const { exists } = await client.mailboxOpen(folder, { readOnly: true })
    const found = exists > 0 ? await client.fetchAll('1:*', { source: true, flags: true }) : []
    return await Promise.all(
      found.map(async ({ source = Buffer.alloc(0), flags = new Set<string>() }) => ({
        flags: [...flags],
        raw: source.toString('latin1'),
        mail: await PostalMime.parse(source),
      })),
    )
  } finally {
    await client.logout()
  }
}
