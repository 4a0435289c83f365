import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { readFolder } from '../../../test/read-folder.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { syncOnce } from './sync-mailbox.ts'

const { appContext, database } = await testApp()
const dovecot = await testDovecot()

test('POP3 messages are removed from the server after the chosen days, except those read only in part', async () => {
  const address = dovecot.account('pop')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.pop3, address, { type: 'POP3', deleteAfterDays: 30 }))
  await dovecot.deliver(address, ...['Ganz', 'Nur der Kopf', 'Neu'].map((Subject) => mail({ Subject })))
  expect(await syncOnce(appContext, id)).toBe(3)
  await sql`
    update email set created_at = now() - interval '31 days',
           parse_state = case when subject = 'Ganz' then 'WHOLE' else 'FAILED' end
     where subject <> 'Neu'`.execute(database.kysely)
  await syncOnce(appContext, id)
  const left = await readFolder(dovecot.imap, address)
  expect(left.map(({ mail: { subject } }) => subject)).toEqual(['Nur der Kopf', 'Neu'])
})
