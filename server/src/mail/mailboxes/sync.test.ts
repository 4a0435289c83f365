import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import type { ServerTask } from '#contract/mail/mailboxes'
import { mailboxApi } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { syncOnce } from './sync-mailbox.ts'

const { appContext, database, as } = await testApp()
const dovecot = await testDovecot()
const db = database.kysely

describe('an IMAP mailbox', async () => {
  const address = dovecot.account('info')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))

  test('fetches a message with text, attachments, source, contact and encounter', async () => {
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
    expect(await syncOnce(appContext, id)).toBe(1)
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
    const kept = await appContext.services.files.open(email.source_hash ?? '').then(buffer)
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

  test('fetches each message once', async () => {
    expect(await syncOnce(appContext, id)).toBe(0)
    expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
    expect(await db.selectFrom('email').select('id').execute()).toHaveLength(1)
  })
})

/** Connects a new mailbox with these messages, all of them fetched. */
async function mailboxWith(name: string, ...messages: string[]) {
  const address = dovecot.account(name)
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  if (messages.length > 0) await dovecot.deliver(address, ...messages)
  expect(await syncOnce(appContext, id)).toBe(messages.length)
  return { address, id }
}
const emails = (subject: string) => db.selectFrom('email').selectAll().where('subject', '=', subject).execute()
const only = async (subject: string) => {
  const found = await emails(subject)
  expect(found).toHaveLength(1)
  return found[0] as (typeof found)[number]
}
const places = (emailId: string) =>
  db
    .selectFrom('mail_source')
    .innerJoin('mail_folder', 'mail_folder.id', 'mail_source.folder_id')
    .select(['path', 'mail_source.gone_at', 'mail_source.seen'])
    .where('email_id', '=', emailId)
    .orderBy('mail_source.position')
    .execute()

describe('synchronised messages', () => {
  test('moving a message to another synchronised folder keeps one e-mail', async () => {
    const { address, id } = await mailboxWith('moved', mail({ Subject: 'Wandert' }))
    await db
      .updateTable('mailbox')
      .set({ settings: JSON.stringify({ ...mailboxAt(dovecot.imap, address), folders: ['Archive'] }) })
      .where('id', '=', id)
      .execute()
    await dovecot.doveadm('move', '-u', address, 'Archive', 'mailbox', 'INBOX', 'all')
    expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
    const { id: emailId } = await only('Wandert')
    expect(await places(emailId)).toMatchObject([
      { path: 'INBOX', gone_at: expect.any(String) },
      { path: 'Archive', gone_at: null },
    ])
  })

  test('a message deleted on the server stays here, and its return makes no second e-mail', async () => {
    const message = mail({ Subject: 'Kommt wieder', 'Message-ID': '<back@example.org>' })
    const { address, id } = await mailboxWith('deleted', message)
    const { id: emailId } = await only('Kommt wieder')
    await db.updateTable('email').set({ deleted_at: new Date().toISOString() }).where('id', '=', emailId).execute()
    await dovecot.doveadm('expunge', '-u', address, 'mailbox', 'INBOX', 'all')
    await syncOnce(appContext, id, { whole: true })
    expect(await places(emailId)).toMatchObject([{ gone_at: expect.any(String) }])
    await dovecot.deliver(address, message)
    expect(await syncOnce(appContext, id)).toBe(0)
    expect((await only('Kommt wieder')).deleted_at).not.toBeNull()
  })

  test('a server that renumbers its messages brings none twice', async () => {
    const { address, id } = await mailboxWith('again', mail({ Subject: 'Eins neu' }), mail({ Subject: 'Zwei neu' }))
    // The server derives the new UIDVALIDITY from the current second.
    const said = await dovecot.doveadm('mailbox', 'status', '-u', address, 'uidvalidity', 'INBOX')
    const numberedAt = Number(/uidvalidity=(\d+)/.exec(said)?.[1])
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(numberedAt)
    rmSync(path.join(dovecot.folderOf(address), 'dovecot-uidlist'))
    for (const file of readdirSync(dovecot.folderOf(address))) {
      if (file.startsWith('dovecot.index') || file.startsWith('dovecot-uidvalidity'))
        rmSync(path.join(dovecot.folderOf(address), file))
    }
    await dovecot.deliver(address, mail({ Subject: 'Drei neu' }))
    expect(await syncOnce(appContext, id)).toBe(1)
    const { id: emailId } = await only('Eins neu')
    expect((await places(emailId)).map(({ gone_at }) => gone_at === null)).toEqual([false, true])
    await only('Drei neu')
  })

  test('flags are synchronised in both directions', async () => {
    const { address, id } = await mailboxWith('flags', mail({ Subject: 'Flagge' }))
    await dovecot.doveadm('flags', 'add', '-u', address, '\\Seen', 'mailbox', 'INBOX', 'all')
    await syncOnce(appContext, id)
    const email = await only('Flagge')
    expect(email.seen).toBe(true)
    await db.updateTable('email').set({ seen: false }).where('id', '=', email.id).execute()
    await sqlTask(email.id, 'UNSEEN')
    await syncOnce(appContext, id)
    const flags = () => dovecot.doveadm('fetch', '-u', address, 'flags', 'mailbox', 'INBOX', 'all')
    expect(await flags()).not.toContain('\\Seen')
    expect((await only('Flagge')).seen).toBe(false)
    await sqlTask(email.id, 'ANSWERED')
    await sqlTask(email.id, 'FORWARDED')
    await syncOnce(appContext, id)
    expect(await flags()).toMatch(/\\Answered.*\$Forwarded|\$Forwarded.*\\Answered/)
  })

  test('a message deleted here is moved to the bin on the server and can be restored', async () => {
    const { address, id } = await mailboxWith('bin', mail({ Subject: 'Weg damit' }))
    const { id: emailId } = await only('Weg damit')
    await sqlTask(emailId, 'BIN')
    await syncOnce(appContext, id)
    const count = async (folder: string) =>
      Number(/\d+$/.exec((await dovecot.doveadm('mailbox', 'status', '-u', address, 'messages', folder)).trim())?.[0])
    expect([await count('INBOX'), await count('Trash')]).toEqual([0, 1])
    expect(await places(emailId)).toMatchObject([
      { path: 'INBOX', gone_at: expect.any(String) },
      { path: 'Trash', gone_at: null },
    ])
    await sqlTask(emailId, 'UNBIN')
    expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
    expect([await count('INBOX'), await count('Trash')]).toEqual([1, 0])
    await only('Weg damit')

    // A message from another folder returns there, as long as the folder exists.
    const customers = 'Kunden/Öfen & Grills'
    await dovecot.doveadm('mailbox', 'create', '-u', address, customers)
    const choose = (folders: string[]) => {
      const settings = JSON.stringify({ ...mailboxAt(dovecot.imap, address), folders })
      return db.updateTable('mailbox').set({ settings }).where('id', '=', id).execute()
    }
    await choose([customers])
    await dovecot.doveadm('move', '-u', address, customers, 'mailbox', 'INBOX', 'all')
    const thereAndBack = async () => {
      await syncOnce(appContext, id, { whole: true })
      await sqlTask(emailId, 'BIN')
      await syncOnce(appContext, id, { whole: true })
      await sqlTask(emailId, 'UNBIN')
    }
    await thereAndBack()
    expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
    expect([await count('INBOX'), await count('Trash'), await count(customers)]).toEqual([0, 0, 1])
    // A deleted folder is listed as long as it has subfolders.
    await dovecot.doveadm('mailbox', 'create', '-u', address, `${customers}/2026`)
    await thereAndBack()
    await dovecot.doveadm('mailbox', 'delete', '-u', address, customers)
    await choose([])
    expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
    expect([await count('INBOX'), await count('Trash')]).toEqual([1, 0])
    await only('Weg damit')
  })

  async function sqlTask(emailId: string, task: ServerTask) {
    const source = await db
      .selectFrom('mail_source')
      .select('id')
      .where('email_id', '=', emailId)
      .where('gone_at', 'is', null)
      .executeTakeFirstOrThrow()
    await db.insertInto('mail_server_task').values({ source_id: source.id, task }).execute()
  }

  test('one message in two mailboxes is one e-mail', async () => {
    const message = mail({ Subject: 'Doppelt', 'Message-ID': '<twice@example.org>' })
    await mailboxWith('first', message)
    const address = dovecot.account('second')
    const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
    await dovecot.deliver(address, message)
    expect(await syncOnce(appContext, id)).toBe(0)
    expect(await places((await only('Doppelt')).id)).toHaveLength(2)
  })

  test('messages with the same Message-ID and different texts are separate e-mails', async () => {
    const fields = { Subject: 'Paket', 'Message-ID': '<parcel@example.org>' }
    await mailboxWith('parcels', mail(fields, 'Paket 1 kommt'), mail(fields, 'Paket 2 kommt'))
    expect(await emails('Paket')).toHaveLength(2)
  })

  test('different messages without a Message-ID are separate e-mails', async () => {
    await mailboxWith('noid', mail({ Subject: 'Ohne' }, 'eins'), mail({ Subject: 'Ohne' }, 'zwei'))
    expect(await emails('Ohne')).toHaveLength(2)
  })

  test('many messages with the same id and subject stay separate, also when moved', async () => {
    const fields = { Subject: 'Immer gleich', 'Message-ID': '<always@example.org>' }
    const count = 25
    const { address, id } = await mailboxWith(
      'always',
      ...Array.from({ length: count }, (_, at) => mail(fields, `Meldung ${at}`)),
    )
    await db
      .updateTable('mailbox')
      .set({ settings: JSON.stringify({ ...mailboxAt(dovecot.imap, address), folders: ['Archive'] }) })
      .where('id', '=', id)
      .execute()
    await dovecot.doveadm('move', '-u', address, 'Archive', 'mailbox', 'INBOX', 'all')
    expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
    expect(await emails('Immer gleich')).toHaveLength(count)
  })

  test('a message that cannot be filed is quarantined with its source, and others come in', async () => {
    await sql`alter table email add constraint no_such_subject check (subject <> 'Unheil')`.execute(db)
    const address = dovecot.account('broken')
    const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
    await dovecot.deliver(
      address,
      mail({ Subject: 'Vor dem Unheil' }),
      mail({ Subject: 'Unheil' }),
      mail({ Subject: 'Nach dem Unheil' }),
    )
    expect(await syncOnce(appContext, id)).toBe(2)
    expect(await syncOnce(appContext, id)).toBe(0)
    const { answer } = await as('ADMIN').call(mailboxApi.quarantine, { params: { id } })
    expect(answer).toMatchObject([
      { subject: 'Unheil', folder: 'INBOX', tries: 1, reason: expect.stringContaining('no_such_subject') },
    ])
    const params = { id: answer[0]?.id ?? '' }
    const source = await as('ADMIN').call(mailboxApi.quarantinedSource, { params })
    expect(source.response.body).toContain('Subject: Unheil')
    expect(answer[0]?.sizeByte).toBe(source.response.rawPayload.length)
    const again = await as('ADMIN').call(mailboxApi.replay, { params })
    expect(again.answer).toMatchObject({ emailRef: null, reason: expect.stringContaining('no_such_subject') })
    await sql`alter table email drop constraint no_such_subject`.execute(db)
    const filed = await as('ADMIN').call(mailboxApi.replay, { params })
    expect(filed.answer).toEqual({ emailRef: (await only('Unheil')).id, reason: '' })
    expect((await as('ADMIN').call(mailboxApi.quarantine, { params: { id } })).answer).toEqual([])
  })
})

describe('threads and owners', () => {
  test('an answer joins its thread and is assigned to the former owner', async () => {
    const { address, id } = await mailboxWith('threads', mail({ Subject: 'Frage', 'Message-ID': '<q@example.org>' }))
    const user = await db.selectFrom('app_user').select('id').where('username', '=', 'USER').executeTakeFirstOrThrow()
    const question = await only('Frage')
    await db.updateTable('email').set({ state: 'CLOSED', assignee_id: user.id }).where('id', '=', question.id).execute()
    await dovecot.deliver(
      address,
      mail({ Subject: 'Re: Frage', 'Message-ID': '<a@example.org>', 'In-Reply-To': '<q@example.org>' }),
    )
    await syncOnce(appContext, id)
    expect(await only('Re: Frage')).toMatchObject({ thread_id: question.id, assignee_id: user.id, state: 'OPEN' })
  })

  test('messages arriving out of order join one thread', async () => {
    const last = mail({ Subject: 'C', 'Message-ID': '<c@x.org>', 'In-Reply-To': '<b@x.org>' })
    const other = mail({ Subject: 'D', 'Message-ID': '<d@x.org>', References: '<a@x.org>' })
    const middle = mail({ Subject: 'B', 'Message-ID': '<b@x.org>', 'In-Reply-To': '<a@x.org>' })
    const first = mail({ Subject: 'A', 'Message-ID': '<a@x.org>' })
    await mailboxWith('order', last, other, middle, first)
    const threads = await Promise.all(['A', 'B', 'C', 'D'].map(async (subject) => (await only(subject)).thread_id))
    expect(new Set(threads).size).toBe(1)
  })

  test('an answer without references joins a thread only when it is from the same person', async () => {
    const fields = { Subject: 'Offerte 4711', 'Message-ID': '<offer@x.org>' }
    await mailboxWith(
      'subjects',
      mail(fields),
      mail({ Subject: 'AW: Offerte 4711', 'Message-ID': '<offer2@x.org>' }),
      mail({ Subject: 'Re: Offerte 4711', From: 'fremd@example.com', 'Message-ID': '<offer3@x.org>' }),
    )
    const [root, own, foreign] = await Promise.all(['Offerte 4711', 'AW: Offerte 4711', 'Re: Offerte 4711'].map(only))
    expect(own?.thread_id).toBe(root?.id)
    expect(foreign?.thread_id).toBe(foreign?.id)
  })
})
