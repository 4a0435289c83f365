import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { maxSourceBytes } from './fetch-waiting.ts'
import { syncOnce } from './sync-mailbox.ts'

const { appContext, database } = await testApp()
const dovecot = await testDovecot()

const bad: Record<string, string | Buffer> = {
  'zu gross': mail({ Subject: 'zu gross' }, `${'x'.repeat(998)}\r\n`.repeat(Math.ceil(maxSourceBytes / 1000))),
  'zu tief': mail(
    { Subject: 'zu tief', 'Content-Type': 'multipart/mixed; boundary=b0' },
    Array.from(
      { length: 2000 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    ).join(''),
  ),
  'zu viel Kopf': mail({ Subject: 'zu viel Kopf', 'X-Lang': `${'a'.repeat(900)}\r\n `.repeat(4000) }),
  'halb HTML': mail({ Subject: 'halb HTML', 'Content-Type': 'text/html' }, '<table><tr><td><b>'.repeat(30_000)),
  'Bytes ohne Sinn': Buffer.concat([
    Buffer.from('From: x@example.org\r\nSubject: Bytes ohne Sinn\r\nContent-Type: text/plain; charset=utf-16\r\n\r\n'),
    Buffer.from(
      Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251).filter((byte) => ![0, 10, 13].includes(byte)),
    ),
  ]),
}

test('malformed messages come in once with their readable parts and do not block others', async () => {
  const address = dovecot.account('schlecht')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  const names = ['davor', ...Object.keys(bad), 'danach']
  await dovecot.deliver(address, mail({ Subject: 'davor' }), ...Object.values(bad), mail({ Subject: 'danach' }))
  expect(await syncOnce(appContext, id)).toBe(names.length)
  expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
  const found = await database.kysely.selectFrom('email').select(['subject', 'parse_state']).execute()
  expect(Object.fromEntries(found.map((one) => [one.subject, one.parse_state]))).toEqual({
    davor: 'WHOLE',
    'zu gross': 'FAILED',
    'zu tief': 'FAILED',
    'zu viel Kopf': 'FAILED',
    'halb HTML': 'TEXT_ONLY',
    'Bytes ohne Sinn': 'DAMAGED',
    danach: 'WHOLE',
  })
  expect(await database.kysely.selectFrom('mail_quarantine').select('reason').execute()).toEqual([])
}, 120_000)
