// npm run test:samples -- DIR: delivers every file of a folder to a real Dovecot, fetches them and checks that each is
// stored exactly once with its original source. Then lists where Python's parser reads something else.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { syncOnce } from '../src/mail/mailboxes/sync-mailbox.ts'
import { parseMessage } from '../src/mail/reading/parse.ts'
import { differences, listOf } from './compare-parsers.ts'
import { startDovecot } from './dovecot.ts'
import { connectMailbox, mailboxAt } from './mail.ts'
import { scratchAppContext } from './scratch-app-context.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('npm run test:samples -- DIR names the folder with the messages')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.eml'))
  .sort()
const dovecot = await startDovecot()
const { appContext, remove } = await scratchAppContext()
const failures: string[] = []
try {
  const address = dovecot.account('samples')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  const delivered: { name: string; content: Buffer }[] = []
  for (const name of files) {
    const content = asDelivered(readFileSync(path.join(folder, name)))
    try {
      await dovecot.deliver(address, content)
      delivered.push({ name, content })
    } catch (error) {
      failures.push(`${name} is not taken by the server: ${String(error)}`)
    }
  }
  const began = Date.now()
  await syncOnce(appContext, id)
  await syncOnce(appContext, id, { whole: true })
  const { rows } = await sql<{
    uid: string
    hash: string | null
    outcome: string | null
    state: string | null
    html: number
  }>`
    select s.uid, e.source_hash as hash, s.outcome, e.parse_state as state, length(b.html) as html
      from mail_source s left join email e on e.id = s.email_id left join email_body b on b.id = e.id
     order by s.uid::int`.execute(appContext.database.kysely)
  if (rows.length !== delivered.length) failures.push(`${rows.length} places for ${delivered.length} messages`)
  const twinsOf = (hash: string, at: number) =>
    delivered.filter((_, other) => other !== at && rows[other]?.hash === hash).map((one) => one.name)
  for (const [at, { name, content }] of delivered.entries()) {
    const row = rows[at]
    if (!row?.hash) failures.push(`${name} did not become an e-mail: ${row?.outcome ?? 'no place'}`)
    else {
      const source = asServersKeep(await buffer(await appContext.services.files.open(row.hash)))
      const expected = asServersKeep(content)
      // The headers of a copy may name another route; the content is equal.
      if (!source.includes(expected) && (await contentOf(source)) !== (await contentOf(expected))) {
        failures.push(`${name} is taken for a copy of ${twinsOf(row.hash, at).join(', ')}`)
      }
    }
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length
  console.log(
    `${rows.filter(({ hash }) => hash).length} of ${files.length} messages became ${new Set(rows.map(({ hash }) => hash)).size} e-mails in ${Date.now() - began} ms: ` +
      `${count('WHOLE')} whole, ${count('DAMAGED')} damaged, ${count('TEXT_ONLY')} as text, ${count('FAILED')} by their head alone`,
  )
} finally {
  await dovecot.remove()
  await remove()
}
for (const line of listOf(await differences(folder, files))) console.log(line)
for (const failure of failures) console.log(failure)
console.log(`${files.length - failures.length} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && files.length > 0 ? 0 : 1)

async function contentOf(source: Buffer): Promise<string> {
  return (await parseMessage(source)).contentHash
}

/** Dovecot stores neither single carriage returns nor NUL characters. */
function asServersKeep(content: Buffer): Buffer {
  return Buffer.from(content.toString('latin1').replaceAll('\r', '').replaceAll('\0', '\x80'), 'latin1')
}

/** Returns the message with CRLF line ends, including one at the end. */
function asDelivered(content: Buffer): Buffer {
  const text = content.toString('latin1').replace(/\r?\n/g, '\r\n')
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1')
}
