import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Database, openDatabase } from '../server/src/db/db.ts'
import type { Product } from './product.ts'

export interface Mail {
  readonly subject: string
  readonly from: string
  readonly name?: string
  readonly text?: string
  readonly html?: string
  readonly hoursAgo?: number
  readonly state?: 'OPEN' | 'IN_PROGRESS' | 'CLOSED'
  readonly direction?: 'INCOMING' | 'OUTGOING'
  readonly important?: boolean
  readonly seen?: boolean
  readonly kind?: string
  readonly parseState?: string
  readonly seal?: string
  readonly blockedPictures?: readonly string[]
  readonly invitation?: object
  readonly bounce?: string
  /** The id of the message whose thread it belongs to. */
  readonly threadOf?: string
}

/** Puts e-mails into the database of a product, as if they had come in; answers their ids. */
export async function addEmails(product: Pick<Product, 'dataFolder'>, mails: readonly Mail[]): Promise<string[]> {
  const database = openDatabase({
    host: join(product.dataFolder, 'postgres', 'run'),
    user: 'glut',
    database: 'glut',
  })
  try {
    const ids: string[] = []
    for (const mail of mails) ids.push(await addEmail(database, mail))
    return ids
  } finally {
    await database.close()
  }
}

async function addEmail({ pool }: Database, mail: Mail): Promise<string> {
  const id = randomUUID()
  const { subject, from, name = '', text = '', html = '', hoursAgo = 1 } = mail
  const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  await pool.query(
    `insert into email (id, direction, kind, state, important, seen, subject, from_name, from_address, to_list, preview,
                        thread_id, received_at, parse_state, seal, search)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '[{"name":"Info","address":"info@example.test"}]', $10, $11, $12, $13,
             $14, search_text($15))`,
    [
      ...[id, mail.direction ?? 'INCOMING', mail.kind ?? 'NORMAL', mail.state ?? 'OPEN', mail.important ?? false],
      ...[mail.seen ?? false, subject, name, from, text.slice(0, 200), mail.threadOf ?? id, at],
      ...[mail.parseState ?? 'WHOLE', mail.seal ?? 'NONE', `${subject} ${name} ${from} ${text}`],
    ],
  )
  await pool.query(
    'insert into email_body (id, html, text, blocked_pictures, invitations) values ($1, $2, $3, $4, $5)',
    [id, html, text, mail.blockedPictures ?? [], JSON.stringify(mail.invitation ? [mail.invitation] : [])],
  )
  if (mail.bounce) {
    await pool.query("insert into email_bounce (email_id, recipient, diagnostic) values ($1, $2, '550 No such user')", [
      id,
      mail.bounce,
    ])
  }
  return id
}
