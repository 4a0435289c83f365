import { buffer } from 'node:stream/consumers'
import { contactApi } from '@glut/contract/contacts'
import { encounterApi } from '@glut/contract/encounters'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { testDovecot } from '../../test/dovecot.ts'
import { connectMailbox, mail, mailboxAt } from '../../test/mail.ts'
import { syncOnce } from './sync-mailbox.ts'

const { house, database, as } = await testApp()
const dovecot = await testDovecot()
const db = database.kysely

describe('a mailbox of IMAP', async () => {
  const address = dovecot.account('info')
  const id = await connectMailbox(house, mailboxAt(dovecot.imap, address))

  test('brings a message in with text, attachments, source, contact and encounter', async () => {
    const added = await as('USER').call(contactApi.add, {
      body: { givenName: 'Anna', surname: 'Muster', emailAddresses: [{ address: 'anna@example.org' }] } as never,
      query: {},
    })
    expect(added.status).toBe(200)
    const source = mail(
      { 'Message-ID': '<one@example.org>', 'Content-Type': 'multipart/mixed; boundary=b' },
      [
        '--b',
        'Content-Type: text/html',
        '',
        '<p>Hallo <b>Welt</b></p>',
        '--b',
        'Content-Type: text/plain; name="notiz.txt"',
        'Content-Disposition: attachment; filename="notiz.txt"',
        '',
        'Notiz',
        '--b--',
      ].join('\r\n'),
    )
    await dovecot.deliver(address, source)
    expect(await syncOnce(house, id)).toBe(1)
    const email = await db.selectFrom('email').selectAll().executeTakeFirstOrThrow()
    expect(email).toMatchObject({
      subject: 'Anfrage',
      from_address: 'anna@example.org',
      contact_id: added.answer.id,
      state: 'OPEN',
      direction: 'INCOMING',
      message_id: 'one@example.org',
      attachment_count: 1,
      seen: false,
    })
    const body = await db.selectFrom('email_body').selectAll().where('id', '=', email.id).executeTakeFirstOrThrow()
    expect(body).toMatchObject({ html: '<p>Hallo <b>Welt</b></p>', text: 'Hallo Welt' })
    const [attachment] = await db.selectFrom('email_attachment').selectAll().where('email_id', '=', email.id).execute()
    expect(attachment).toMatchObject({ name: 'notiz.txt', mime_type: 'text/plain' })
    const kept = await house.services.files.open(email.source_hash ?? '').then(buffer)
    expect(kept.toString()).toContain(source)
    const { answer } = await as('USER').call(encounterApi.get, { params: { id: email.encounter_id ?? '' } })
    expect(answer).toMatchObject({
      contactRef: added.answer.id,
      encounterType: 'EMAIL_INCOMING',
      title: 'Anfrage',
      upstreamId: email.id,
      description: '<p>Hallo <b>Welt</b></p>',
    })
  })

  test('brings each message in once', async () => {
    expect(await syncOnce(house, id)).toBe(0)
    expect(await syncOnce(house, id, { whole: true })).toBe(0)
    expect(await db.selectFrom('email').select('id').execute()).toHaveLength(1)
  })
})
