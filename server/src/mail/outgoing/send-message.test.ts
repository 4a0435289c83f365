import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactDocumentApi } from '#contract/contacts/documents'
import { encounterApi } from '#contract/contacts/encounters'
import { imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { emailApi } from '#contract/mail/inbox'
import { draftApi, outgoingApi } from '#contract/mail/outgoing'
import { contactFactory } from '../../../test/contacts.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { addMailbox } from '../../../test/smtp.ts'
import { workOnce } from './outbox.ts'

const { as, database, holding, appContext, smtp, mailbox, user, send, sent, deliver, row, latest } = await outgoingApp()
const newContact = contactFactory(as)
const admin = as('ADMIN')
const file = (content: string | Uint8Array<ArrayBuffer>, name: string) => new File([content], name)
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const png = (name: string, more = '') => file(new Uint8Array([...pixel, ...Buffer.from(more)]), name)

describe('a message', () => {
  test('is delivered, and becomes an e-mail and an encounter', async () => {
    const { id } = await newContact({ emailAddresses: [{ address: 'kunde@example.test', favorite: true }] })
    const answer = await sent(
      { bodyAsHtml: '<p>Guten Tag</p><p>Anbei <strong>die Offerte</strong>.</p>', bcc: ['chefin@glut.example'] },
      { files: [file('Preise 2026', 'Preise.txt')] },
    )
    expect(Date.parse(answer.leavesAtUtc) - Date.now()).toBeGreaterThan(10_000)
    expect(await workOnce(appContext)).toBe(false)
    await deliver()
    const { from, to, mail, raw } = await latest()
    expect({ from, to }).toEqual({ from: 'verkauf@glut.example', to: ['kunde@example.test', 'chefin@glut.example'] })
    expect(raw).not.toContain('chefin')
    expect(mail).toMatchObject({
      from: { name: 'Glut Verkauf', address: 'verkauf@glut.example' },
      to: [{ address: 'kunde@example.test' }],
      subject: 'Offerte',
      text: 'Guten Tag\n\nAnbei die Offerte.\n',
    })
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Preise.txt'])
    expect(mail.headers.find(({ key }) => key === 'x-crm-outbox')?.value).toBe(answer.outboxRef)
    const { rows } = await sql`
      select e.direction, e.state, e.contact_id, e.sent_at is not null as sent, '<' || e.message_id || '>' as "messageId"
        from email e where e.id = ${answer.emailRef}`.execute(database.kysely)
    expect(rows).toEqual([
      { direction: 'OUTGOING', state: 'CLOSED', contact_id: id, sent: true, messageId: mail.messageId },
    ])
    expect((await row(answer.outboxRef))?.state).toBe('ACCEPTED')
    const { encounters } = (await user.call(encounterApi.list, { params: { id } })).answer
    expect(encounters).toMatchObject([
      {
        encounterType: 'EMAIL_OUTGOING',
        title: 'Offerte',
        upstreamId: answer.emailRef,
        createdBy: 'USER',
        furtherEmailAddressesToAnswer: ['chefin@glut.example'],
      },
    ])
    expect((await user.call(draftApi.list, {})).answer).toEqual([])
  })

  test('is filed as an encounter of the further contact as well', async () => {
    const { id } = await newContact({ surname: 'Lieferant' })
    const nobody = '01999999-0000-7000-8000-000000000000'
    const refused = await send({}, { query: { contactIdForFurtherEncounter: nobody } })
    expect(refused.problem.code).toBe('NOT_FOUND')
    await sent({ recipients: ['niemand@example.test'] }, { query: { contactIdForFurtherEncounter: id } })
    await sent({ subject: 'Ohne' }, { query: { rootEmailId: 'null', contactIdForFurtherEncounter: 'null' } })
    await deliver()
    const { encounters } = (await user.call(encounterApi.list, { params: { id } })).answer
    expect(encounters).toMatchObject([{ encounterType: 'EMAIL_OUTGOING', title: 'Offerte' }])
  })

  test('can use only e-mails, contacts and timelines visible to its sender', async () => {
    const { id } = await newContact({ surname: 'Fremd' })
    const writer = await holding('EMAIL_CREATE')
    const write = (message: object, query: object = {}) =>
      writer.call(outgoingApi.send, {
        params: { id: mailbox },
        query,
        body: { message: JSON.stringify({ recipients: ['kunde@example.test'], subject: 'x', ...message }) },
        files: [],
      })
    expect((await write({}, { contactIdForFurtherEncounter: id })).problem.code).toBe('FORBIDDEN')

    const told = await sent({ bodyAsHtml: `<p><img src="data:image/png;base64,${pixel.toString('base64')}"></p>` })
    const shown = (await user.call(emailApi.get, { params: { id: told.emailRef } })).answer
    const [, src = ''] = /src="([^"]+)"/.exec(shown.html) ?? []
    expect(src).toContain('/attachments/')
    const quoted = await write({ bodyAsHtml: `<p>Bild: <img src="${src}"></p>` })
    expect(quoted.status).toBe(200)
    const passedOn = (await user.call(emailApi.get, { params: { id: quoted.answer.emailRef } })).answer
    expect([passedOn.attachments, passedOn.html.includes('<img')]).toEqual([[], false])
    expect((await write({}, { rootEmailId: told.emailRef })).problem).toMatchObject({
      errors: [{ path: 'rootEmailId', code: 'unknownRef' }],
    })
    expect((await write({ emailAttachmentRefs: [shown.attachments[0]?.id] })).status).toBe(400)
    await deliver()
  })

  test('that waits cannot be deleted until it has left', async () => {
    const { emailRef, outboxRef } = await sent()
    const remove = (role: 'USER' | 'ADMIN') => as(role).call(emailApi.remove, { params: { id: emailRef }, query: {} })
    for (const role of ['ADMIN', 'USER'] as const) {
      const { problem } = await remove(role)
      expect([problem.code, problem.detail]).toEqual(['NOT_LEFT_YET', expect.stringContaining('USER')])
    }
    expect((await user.call(emailApi.get, { params: { id: emailRef } })).answer.deletedAtUtc).toBeNull()
    await deliver()
    expect((await row(outboxRef))?.state).toBe('ACCEPTED')
    expect((await remove('USER')).status).toBe(204)
  })

  test('with the same idempotency key is sent once with the same answer', async () => {
    const idempotencyKey = crypto.randomUUID()
    const before = smtp.received.length
    const [one, two] = await Promise.all([sent({ idempotencyKey }), sent({ idempotencyKey })])
    expect(one).toEqual(two)
    expect(await sent({ idempotencyKey })).toEqual(one)
    await deliver()
    expect(smtp.received.length).toBe(before + 1)
  })

  test('attaches documents of the contact, shared documents, pictures and uploaded files', async () => {
    const { id } = await newContact({ surname: 'Beilage' })
    const own = await admin.call(contactDocumentApi.upload, { params: { id }, file: file('Plan', 'Plan.txt') })
    const shared = await admin.call(sharedDocumentApi.upload, { file: file('AGB', 'AGB.txt') })
    const picture = await admin.call(imageGalleryApi.upload, { file: png('Feuer.png') })
    await sent(
      {
        contactDocumentRefs: [own.answer.document?.id],
        predefinedDocumentRefs: [shared.answer.document?.documentRef],
        imageGalleryRefs: [picture.answer.document?.documentRef],
      },
      { files: [file('x', 'Größe, Maß & Co.txt'), file('y', 'Plan "A"; b=c 🔥.txt')] },
    )
    await deliver()
    const { mail } = await latest()
    expect(mail.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])).toEqual([
      ['Plan.txt', 'text/plain', 'attachment'],
      ['AGB.txt', 'text/plain', 'attachment'],
      ['Feuer.png', 'image/png', 'attachment'],
      ['Größe, Maß & Co.txt', 'text/plain', 'attachment'],
      ['Plan "A"; b=c 🔥.txt', 'text/plain', 'attachment'],
    ])
  })

  test('cannot attach a document hidden from its sender', async () => {
    const { rows } = await sql<{ id: string }>`
      with c as (insert into document_classification (title) values ('Nur Admin') returning id)
      insert into document_classification_role (owner_id, role_id)
      select c.id, r.id from c, role r where r.name = 'PROJECT_MANAGER' returning owner_id as id`.execute(
      database.kysely,
    )
    const uploaded = await admin.call(sharedDocumentApi.upload, {
      file: file('Geheim', 'Geheim.txt'),
      body: { documentClassification: rows[0]?.id },
    })
    const predefinedDocumentRefs = [uploaded.answer.document?.documentRef]
    expect((await send({ predefinedDocumentRefs })).problem).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'predefinedDocumentRefs.0' }],
    })
  })

  test('embeds the pictures of its text, which are shown here from its attachments', async () => {
    await admin.call(imageGalleryApi.upload, { file: png('Glut Logo.png', 'logo') })
    const data = `data:image/png;base64,${pixel.toString('base64')}`
    const { emailRef } = await sent({
      bodyAsHtml: `<p>a<img src="/api/image-gallery/Glut%20Logo.png" alt="Logo"><img src="${data}"><img src="https://spy.example/x.png"><img src="/api/image-gallery/fehlt.png"></p>`,
    })
    await deliver()
    const { mail } = await latest()
    const [first, second, ...others] = mail.attachments.map(({ contentId }) => contentId?.slice(1, -1))
    expect(others).toEqual([])
    expect(mail.html?.trim()).toBe(`<p>a<img src="cid:${first}" alt="Logo" /><img src="cid:${second}" /></p>`)
    const { rows } = await sql<{ html: string; inline: boolean[]; count: number }>`
      select b.html, array(select inline from email_attachment where email_id = e.id) as inline, e.attachment_count as count
        from email e join email_body b on b.id = e.id where e.id = ${emailRef}`.execute(database.kysely)
    expect(rows[0]).toMatchObject({ inline: [true, true], count: 0 })
    expect(rows[0]?.html).toMatch(
      new RegExp(`^<p>a<img src="/api/emails/${emailRef}/attachments/[\\w-]+" alt="Logo" /><img src="/api/emails/`),
    )
  })

  test('has the signature of its sender in place of the placeholder', async () => {
    await sql`update email_signature set content = '<p>Freundliche Grüsse<br />{{userName}}</p>'`.execute(
      database.kysely,
    )
    await sent({ bodyAsHtml: '<p>Hallo</p><p>{{userSignature}}</p>' })
    await deliver()
    expect((await latest()).mail.text).toBe('Hallo\n\nFreundliche Grüsse\nUSER\n')
  })

  test('joins the thread of the e-mail that it answers and marks that as answered', async () => {
    const { rows } = await sql<{ id: string; thread: string }>`
      insert into email (direction, subject, from_address, message_id, reference_ids, thread_id, received_at)
      values ('INCOMING', 'Frage', 'kunde@example.test', 'frage@example.test',
              array(select n || '@example.test' from generate_series(1, 30) n), uuid_v7(), now())
      returning id, thread_id as thread`.execute(database.kysely)
    const root = rows[0]
    const { emailRef } = await sent({ subject: 'AW: Frage' }, { query: { rootEmailId: root?.id } })
    await deliver()
    const { mail } = await latest()
    expect(mail.inReplyTo).toBe('<frage@example.test>')
    const references = mail.references?.split(/\s+/) ?? []
    expect(references).toHaveLength(20)
    expect([references[0], references.at(-1)]).toEqual(['<1@example.test>', '<frage@example.test>'])
    const after = await sql<{ thread: string; answered: boolean; state: string }>`
      select o.thread_id as thread, r.answered_at is not null as answered, r.state
        from email o, email r where o.id = ${emailRef} and r.id = ${root?.id}`.execute(database.kysely)
    expect(after.rows).toEqual([{ thread: root?.thread, answered: true, state: 'OPEN' }])
  })
})

describe('a message is refused', () => {
  const none = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox`.execute(database.kysely)
    return rows[0]?.count
  }

  test.each([
    ['a@b.test, evil@e.example'],
    ['Anna <a@b.test> <c@d.test>'],
    ['"a b"@c.test'],
    ['a@b'],
    ['a@-b.test'],
    ['a@1.2.3.4'],
    ['a@b..test'],
    ['a@b.test\r\nBcc: evil@e.example'],
    ['undisclosed-recipients:;a@b'],
    [`${'a'.repeat(65)}@b.test`],
  ])('with %j as a recipient', async (address) => {
    const before = await none()
    const { problem } = await send({ cc: [address] })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'message.cc.0', code: 'email' }] })
    expect(await none()).toBe(before)
  })

  test('with an address whose local part is not ASCII', async () => {
    expect((await send({ recipients: ['jürg@example.test'] })).problem.errors?.[0]).toMatchObject({
      path: 'message.recipients.0',
      code: 'foreignAddress',
    })
  })

  test('with 50 attachments of any kinds', async () => {
    const files = Array.from({ length: 50 }, (_, at) => file(String(at), `${at}.txt`))
    const before = await none()
    const tooMany = await send({}, { files })
    expect(tooMany.problem.detail).toBe(
      'Eine E-Mail kann höchstens 49 Anhänge haben. Es wurde nichts versendet; bitte entfernen Sie Anhänge.',
    )
    const ref = crypto.randomUUID()
    expect((await send({ contactDocumentRefs: [ref] }, { files: files.slice(0, 49) })).problem.code).toBe(
      'TOO_MANY_ATTACHMENTS',
    )
    expect(await none()).toBe(before)
    await sent({}, { files: files.slice(0, 49) })
    await deliver()
    expect((await latest()).mail.attachments).toHaveLength(49)
  })

  test('when it is larger than its mailbox allows', async () => {
    const id = await addMailbox(appContext, smtp.port, {
      title: 'Klein',
      address: 'klein@glut.example',
      maxMessageBytes: 1_000_000,
    })
    const { problem } = await send({}, { id, files: [file('x'.repeat(800_000), 'gross.txt')] })
    expect(problem.detail).toBe(
      'Die Anhänge sind mit 0.8 MB zu gross. Das Postfach «Klein» versendet höchstens 0.7 MB.',
    )
  })

  test('with too many or too deeply nested tags', async () => {
    for (const bodyAsHtml of ['<b>'.repeat(300_000), '<b>'.repeat(2000)]) {
      const { status, problem } = await send({ bodyAsHtml })
      expect([status, problem.errors]).toMatchObject([400, [{ path: 'message.bodyAsHtml', code: 'tooMuchHtml' }]])
    }
    const long = `<p>${'a'.repeat(180)}</p>`.repeat(10_000)
    expect((await send({ bodyAsHtml: `<p>Guten Tag</p><blockquote>${long}</blockquote>` })).status).toBe(200)
  })

  test('with a program, an empty file, an inactive mailbox, or without the permission', async () => {
    expect((await send({}, { files: [file('MZ\x90\0', 'setup.exe')] })).problem.errors?.[0]?.code).toBe('refusedFile')
    expect((await send({}, { files: [file('', 'leer.txt')] })).problem.errors?.[0]?.detail).toBe(
      'Die Datei «leer.txt» ist leer',
    )
    const id = await addMailbox(appContext, smtp.port, { title: 'Aus' })
    await sql`update mailbox set active = false where id = ${id}`.execute(database.kysely)
    expect((await send({}, { id })).problem.code).toBe('MAILBOX_OFF')
    const message = JSON.stringify({ recipients: ['a@b.test'] })
    const reply = await as('TERMIN_USER').call(outgoingApi.send, { params: { id }, body: { message }, files: [] })
    expect(reply.problem.code).toBe('FORBIDDEN')
  })
})

test('recipients are deduplicated, domains are sent in ASCII, and names stay unchanged', async () => {
  const { outboxRef } = await sent({
    recipients: ['Jürg Müller <info@Bäckerei.test>', 'INFO@bäckerei.test'],
    cc: ['info@bäckerei.test', 'b@example.test'],
    bcc: ['B@example.test', 'c@example.test'],
    subject: 'Zeile\r\nBcc: evil@e.example',
  })
  await deliver()
  expect((await row(outboxRef))?.accepted).toEqual(['info@xn--bckerei-5wa.test', 'b@example.test', 'c@example.test'])
  const { raw, mail } = await latest()
  expect(raw).toContain('<info@xn--bckerei-5wa.test>')
  expect(mail.to?.[0]?.name).toBe('Jürg Müller')
  expect(mail.subject).toBe('Zeile Bcc: evil@e.example')
})

test('a recipient is recognised as a contact in either spelling of the domain', async () => {
  const { id } = await newContact({ emailAddresses: [{ address: 'ofen@bäckerei.test' }] })
  const { emailRef } = await sent({ recipients: ['ofen@xn--bckerei-5wa.test'], cc: ['zweite@glut.example'] })
  await deliver()
  const { encounters } = (await user.call(encounterApi.list, { params: { id }, query: {} })).answer
  expect(encounters).toMatchObject([{ upstreamId: emailRef, furtherEmailAddressesToAnswer: ['zweite@glut.example'] }])
})

test('a picture with an invalid address is left out of texts and old signatures', async () => {
  const broken = '<img src="/api/image-gallery/%zz" /><img src="/api/image-gallery/%E0%A4%A" />'
  await sql`update email_signature set content = ${`<p>Gruss${broken}</p>`}`.execute(database.kysely)
  await sent({ bodyAsHtml: `<p>Guten Tag${broken}</p><p>{{userSignature}}</p>` })
  await deliver()
  expect((await latest()).mail.html?.trim()).toBe('<p>Guten Tag</p><p>Gruss</p>')
})
