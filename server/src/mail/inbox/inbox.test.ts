import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { encounterApi } from '#contract/contacts/encounters'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import type { Permission } from '#contract/permissions'
import { commentApi } from '#contract/together/comments'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emailFactory } from '../../../test/emails.ts'

const { as, database, appContext, app, holding, sessionOf } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const { buildEmail, buildMailbox } = emailFactory({ database, appContext })

const idOf = async (username: string) =>
  (await database.kysely.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow())
    .id
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const get = async (id: string) => (await user.call(emailApi.get, { params: { id } })).answer
const timeline = async (id: string) =>
  (await user.call(encounterApi.list, { params: { id }, query: {} })).answer.encounters
const tasksOf = async (id: string) => {
  const { rows } = await sql<{ task: string }>`
    select t.task from mail_server_task t join mail_source s on s.id = t.source_id where s.email_id = ${id}
     order by t.id`.execute(database.kysely)
  return rows.map(({ task }) => task)
}

describe('the state of an e-mail', () => {
  test('changes when it is taken, assigned, closed and opened again', async () => {
    const id = await buildEmail()
    const [me, other] = [await idOf('USER'), await idOf('ADMIN')]
    const taken = await user.call(emailApi.setInProgress, { params: { id }, query: {} })
    expect(taken.answer).toMatchObject({ state: 'IN_PROGRESS', assigneeRef: me, version: 2 })
    const given = await user.call(emailApi.setInProgress, { params: { id }, query: { userId: other } })
    expect(given.answer).toMatchObject({ state: 'IN_PROGRESS', assigneeRef: other })
    const closed = await user.call(emailApi.setToClose, { params: { id }, query: {} })
    expect(closed.answer).toMatchObject({ state: 'CLOSED', assigneeRef: other })
    const open = await user.call(emailApi.setToOpen, { params: { id }, query: {} })
    expect(open.answer).toMatchObject({ state: 'OPEN', assigneeRef: null })
  })

  test('is not changed by a request with an old version, which gets the current state', async () => {
    const id = await buildEmail()
    await as('ADMIN').call(emailApi.setInProgress, { params: { id }, query: { version: 1 } })
    const late = await user.call(emailApi.setInProgress, { params: { id }, query: { version: 1 } })
    expect(late.problem).toMatchObject({ status: 409, code: 'STALE_VERSION' })
    expect(late.problem.current).toMatchObject({ id, assigneeRef: await idOf('ADMIN'), version: 2 })
    expect((await get(id)).assigneeRef).toBe(await idOf('ADMIN'))
  })

  test('keeps its version when set to the same value', async () => {
    const id = await buildEmail()
    expect((await user.call(emailApi.setToOpen, { params: { id }, query: {} })).answer.version).toBe(1)
  })

  test('cannot be assigned to an unknown or disabled user', async () => {
    const id = await buildEmail()
    const disabled = await idOf((await holding('EMAIL_READ')).name)
    await database.pool.query('update app_user set disabled = true where id = $1', [disabled])
    for (const userId of ['01a00000-0000-7000-8000-000000000000', disabled]) {
      const { problem } = await user.call(emailApi.setInProgress, { params: { id }, query: { userId } })
      expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'userId' }] })
    }
    expect(await get(id)).toMatchObject({ state: 'OPEN', assigneeRef: null, version: 1 })
  })

  test('is in the history with the user who changed it', async () => {
    const id = await buildEmail()
    await user.call(emailApi.setInProgress, { params: { id }, query: {} })
    await user.call(emailApi.toggleImportant, { params: { id } })
    await user.call(emailApi.setSeen, { params: { id }, query: {} })
    const { entries } = (await user.call(historyApi.ofEmail, { params: { id }, query: {} })).answer
    expect(entries.map(({ username, changes }) => [username, changes.map(({ field }) => field).sort()])).toEqual([
      ['USER', ['important']],
      ['USER', ['assigneeId', 'state']],
    ])
  })
})

describe('marking as read', () => {
  test('queues only the latest flag, for mailboxes that pass it on', async () => {
    const loud = await buildEmail({ mailboxId: await buildMailbox() })
    const silent = await buildEmail({ mailboxId: await buildMailbox({ marksSeen: false }) })
    for (const id of [loud, silent]) await user.call(emailApi.setSeen, { params: { id }, query: {} })
    expect([await tasksOf(loud), await tasksOf(silent)]).toEqual([['SEEN'], []])
    expect([(await get(loud)).seen, (await get(loud)).version]).toEqual([true, 1])
    await user.call(emailApi.setSeen, { params: { id: loud }, query: { seen: 'false' } })
    expect(await tasksOf(loud)).toEqual(['UNSEEN'])
  })
})

describe('the contact of an e-mail', () => {
  test('has it on the timeline, and linking another contact moves it there', async () => {
    const [one, other] = [await buildContact(), await buildContact()]
    const id = await buildEmail({ subject: 'Ofen', text: 'Zwei Stück' })
    const linked = (await user.call(emailApi.linkToContact, { params: { id }, query: { contactRef: one.id } })).answer
    expect(linked).toMatchObject({ contactRef: one.id, contactName: one.fullName })
    expect(await timeline(one.id)).toMatchObject([
      { id: linked.encounterRef, encounterType: 'EMAIL_INCOMING', title: 'Ofen', upstreamId: id },
    ])
    await user.call(emailApi.linkToContact, { params: { id }, query: { contactRef: one.id } })
    expect(await timeline(one.id)).toHaveLength(1)
    const moved = (await user.call(emailApi.linkToContact, { params: { id }, query: { contactRef: other.id } })).answer
    expect(moved.encounterRef).toBe(linked.encounterRef)
    expect([(await timeline(one.id)).length, (await timeline(other.id)).length]).toEqual([0, 1])
  })

  test('loses its encounter when the e-mail is released', async () => {
    const { id: contactRef } = await buildContact()
    const id = await buildEmail()
    await user.call(emailApi.linkToContact, { params: { id }, query: { contactRef } })
    const released = (await user.call(emailApi.releaseContact, { params: { id } })).answer
    expect(released).toMatchObject({ contactRef: null, encounterRef: null })
    expect(await timeline(contactRef)).toEqual([])
    const again = (await user.call(emailApi.linkToContact, { params: { id }, query: { contactRef } })).answer
    expect((await timeline(contactRef)).map((one) => one.id)).toEqual([again.encounterRef])
  })

  test('is proposed by the address of the sender', async () => {
    const address = 'anna.vorschlag@example.org'
    const id = await buildEmail({ from: 'Anna.Vorschlag@example.org' })
    const contact = await buildContact({ emailAddresses: [{ address }] })
    expect((await get(id)).proposedContacts).toEqual([{ id: contact.id, fullName: contact.fullName }])
    await user.call(emailApi.linkToContact, { params: { id }, query: { contactRef: contact.id } })
    expect((await get(id)).proposedContacts).toEqual([])
  })

  test('is linked at once when created from the e-mail', async () => {
    const emailRef = await buildEmail()
    const body = { surname: 'Neu', emailAddresses: [{ address: 'kunde.neu@example.org' }] }
    const { answer } = await user.call(contactApi.add, { body, query: { emailRef } })
    expect((await get(emailRef)).contactRef).toBe(answer.id)
    expect(await timeline(answer.id)).toMatchObject([{ upstreamId: emailRef }])
  })

  test('is not created from an e-mail that somebody else linked meanwhile', async () => {
    const [emailRef, theirs] = [await buildEmail(), await buildContact()]
    const { version: emailVersion } = await get(emailRef)
    await as('ADMIN').call(emailApi.linkToContact, { params: { id: emailRef }, query: { contactRef: theirs.id } })
    const surname = `Zweiter${Date.now()}`
    const add = (version?: number) =>
      user.call(contactApi.add, { body: { surname }, query: { emailRef, emailVersion: version } })
    const late = await add(emailVersion)
    expect(late.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', current: { contactRef: theirs.id } })
    const { rows } = await sql`select 1 from contact where surname = ${surname}`.execute(database.kysely)
    expect([rows, (await get(emailRef)).contactRef]).toEqual([[], theirs.id])
    const { answer } = await add((await get(emailRef)).version)
    expect((await get(emailRef)).contactRef).toBe(answer.id)
  })

  test('cannot be in the bin', async () => {
    const { id: contactRef } = await buildContact()
    await user.call(contactApi.remove, { params: { id: contactRef } })
    const { problem } = await user.call(emailApi.linkToContact, {
      params: { id: await buildEmail() },
      query: { contactRef },
    })
    expect(problem.code).toBe('IN_BIN')
  })
})

describe('filing an e-mail with another contact', () => {
  const attachments = [
    { name: 'plan.png', mimeType: 'image/png', content: png },
    { name: 'start.exe', mimeType: 'application/octet-stream', content: 'MZ and more' },
    { name: 'logo.png', mimeType: 'image/png', content: Buffer.concat([png, png]), inline: true },
  ]

  test('adds attachments as documents and comments as text only once', async () => {
    const { id: contactRef } = await buildContact()
    const id = await buildEmail({ text: 'Der Plan', attachments })
    await user.call(commentApi.add, { params: { id }, body: { text: 'Bitte <b>prüfen</b>' } })
    const file = () =>
      user.call(emailApi.addToEncounter, {
        params: { id },
        query: { contactRef, withAttachment: 'true', withComments: 'true' },
      })
    const { answer, status } = await file()
    expect(status).toBe(200)
    expect(answer.attachments.map(({ name, result }) => [name, result])).toEqual([
      ['plan.png', 'OK'],
      ['start.exe', 'BLACKLISTED'],
    ])
    const [encounter] = await timeline(contactRef)
    expect(encounter).toMatchObject({ id: answer.encounterRef, upstreamId: id })
    expect(encounter?.description).toContain('Der Plan')
    expect(encounter?.description).toContain('Bitte &lt;b&gt;prüfen')
    const again = (await file()).answer
    expect(again.encounterRef).toBe(answer.encounterRef)
    expect(again.attachments[0]?.result).toBe('EXIST')
    expect((await timeline(contactRef))[0]?.description.match(/prüfen/g)).toHaveLength(1)
    const documents = await user.call(contactDocumentApi.list, { params: { id: contactRef } })
    expect(documents.answer.map(({ name }) => name)).toEqual(['plan.png'])
    expect((await get(id)).contactRef).toBeNull()
  })

  test('replaces a document of the same name only on request', async () => {
    const { id: contactRef } = await buildContact()
    const params = { id: contactRef }
    const ours = new File([Buffer.concat([png, Buffer.from('ours')])], 'Plan.png')
    await as('ADMIN').call(contactDocumentApi.upload, { params, file: ours })
    const id = await buildEmail({ attachments })
    const file = async (asNewVersion?: 'true') =>
      (
        await user.call(emailApi.addToEncounter, {
          params: { id },
          query: { contactRef, withAttachment: 'true', asNewVersion },
        })
      ).answer.attachments[0]
    const documents = async () =>
      (await user.call(contactDocumentApi.list, { params })).answer.map(({ name, versions }) => [name, versions])
    const numbered = await file()
    expect(numbered?.result).toBe('OK')
    expect(await documents()).toEqual([
      ['plan (2).png', 1],
      ['Plan.png', 1],
    ])
    expect(numbered?.detail).toContain('plan (2).png')
    expect((await file())?.result).toBe('EXIST')
    expect(await documents()).toHaveLength(2)
    expect((await file('true'))?.detail).toContain('neue Version')
    expect(await documents()).toContainEqual(['Plan.png', 2])
  })

  test('stores hundreds of attachments with one name side by side, equal contents once', async () => {
    const { id: contactRef } = await buildContact()
    const contents = [...Array.from({ length: 499 }, (_, at) => `text ${at}`), 'text 0', 'text 498']
    const many = contents.map((content) => ({ name: 'a.txt', mimeType: 'text/plain', content }))
    const id = await buildEmail({
      attachments: [...many, { name: 'a (7).txt', mimeType: 'text/plain', content: 'own' }],
    })
    const { answer } = await user.call(emailApi.addToEncounter, {
      params: { id },
      query: { contactRef, withAttachment: 'true' },
    })
    const results = answer.attachments.map(({ result }) => result)
    expect([results[0], results[498], results[499], results[500], results[501]]).toEqual([
      'OK',
      'OK',
      'EXIST',
      'EXIST',
      'OK',
    ])
    expect(answer.attachments.map(({ detail }) => detail).slice(-3)).toEqual([
      expect.stringContaining('a.txt'),
      expect.stringContaining('a (499).txt'),
      expect.stringContaining('a (7) (2).txt'),
    ])
    const documents = await user.call(contactDocumentApi.list, { params: { id: contactRef } })
    expect(documents.answer).toHaveLength(500)
  })

  test('needs the rights for contacts and encounters, as linking does', async () => {
    const { id: contactRef } = await buildContact()
    const id = await buildEmail({ attachments })
    const calls = (who: Pick<typeof user, 'call'>) => [
      () => who.call(emailApi.linkToContact, { params: { id }, query: { contactRef } }),
      () => who.call(emailApi.addToEncounter, { params: { id }, query: { contactRef, withAttachment: 'true' } }),
      () => who.call(emailApi.releaseContact, { params: { id } }),
    ]
    const statuses = async (...permissions: Permission[]) => {
      const who = await holding('EMAIL_READ', 'EMAIL_MODIFY', ...permissions)
      const found: number[] = []
      for (const call of calls(who)) found.push((await call()).status)
      return found
    }
    expect(await statuses()).toEqual([403, 403, 403])
    expect(await statuses('CONTACT_READ')).toEqual([403, 403, 403])
    expect(await statuses('ENCOUNTER_CREATE', 'ENCOUNTER_MODIFY')).toEqual([403, 403, 403])
    expect(await timeline(contactRef)).toEqual([])
    expect(await statuses('CONTACT_READ', 'ENCOUNTER_CREATE', 'ENCOUNTER_MODIFY')).toEqual([200, 200, 200])
  })

  test('adds neither attachments nor comments unless asked', async () => {
    const { id: contactRef } = await buildContact()
    const id = await buildEmail({ attachments })
    await user.call(commentApi.add, { params: { id }, body: { text: 'Intern' } })
    await user.call(emailApi.addToEncounter, { params: { id }, query: { contactRef } })
    expect((await timeline(contactRef))[0]?.description).not.toContain('Intern')
    expect((await user.call(contactDocumentApi.list, { params: { id: contactRef } })).answer).toEqual([])
  })
})

describe('the bin of e-mails', () => {
  test('queues the move on the server and cancels it on a restore', async () => {
    const id = await buildEmail({ mailboxId: await buildMailbox() })
    expect((await user.call(emailApi.remove, { params: { id }, query: {} })).status).toBe(204)
    expect(await tasksOf(id)).toEqual(['BIN'])
    expect((await get(id)).deletedAtUtc).not.toBeNull()
    const bin = (await user.call(emailApi.list, { query: { bin: 'true' } })).answer.emails
    expect(bin.map((one) => one.id)).toContain(id)
    expect((await user.call(emailApi.setToClose, { params: { id }, query: {} })).problem.code).toBe('IN_BIN')
    const back = (await user.call(emailApi.restore, { params: { id } })).answer
    expect(back.deletedAtUtc).toBeNull()
    expect(await tasksOf(id)).toEqual([])
  })

  test('queues the move back when the server has already moved the e-mail', async () => {
    const mailboxId = await buildMailbox()
    const id = await buildEmail({ mailboxId })
    await user.call(emailApi.remove, { params: { id }, query: {} })
    await sql`update mail_folder set role = 'TRASH' where mailbox_id = ${mailboxId}`.execute(database.kysely)
    await sql`delete from mail_server_task`.execute(database.kysely)
    await user.call(emailApi.restore, { params: { id } })
    expect(await tasksOf(id)).toEqual(['UNBIN'])
  })

  test('affects only the mailbox that the request names', async () => {
    const [one, other] = [await buildMailbox(), await buildMailbox()]
    const id = await buildEmail({ mailboxId: one })
    const remove = (mailboxId: string) => user.call(emailApi.remove, { params: { id }, query: { mailboxId } })
    expect((await remove(randomUUID())).problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'mailboxId' }] })
    expect((await remove(other)).status).toBe(204)
    expect(await tasksOf(id)).toEqual([])
  })
})

describe('attachments of an e-mail', () => {
  test('are shown inline when safe and downloaded otherwise', async () => {
    const id = await buildEmail({
      attachments: [
        { name: 'bild.png', mimeType: 'image/png', content: 'png' },
        { name: 'seite.html', mimeType: 'text/html', content: '<script>alert(1)</script>' },
        { name: 'zeichnung.svg', mimeType: 'image/svg+xml', content: '<svg/>' },
      ],
    })
    const { answer } = await user.call(emailApi.attachments, { params: { id } })
    const heads = []
    for (const { id: attId } of answer) {
      const { response } = await user.call(emailApi.attachment, { params: { id, attId }, query: { isPreview: 'true' } })
      const { 'content-type': type, 'content-disposition': how, 'x-content-type-options': sniff } = response.headers
      heads.push([type, String(how).split(';')[0], sniff])
    }
    expect(heads).toEqual([
      ['image/png', 'inline', 'nosniff'],
      ['application/octet-stream', 'attachment', 'nosniff'],
      ['application/octet-stream', 'attachment', 'nosniff'],
    ])
  })

  test('cannot be read through another e-mail', async () => {
    const id = await buildEmail({ attachments: [{ name: 'a.txt', mimeType: 'text/plain', content: 'a' }] })
    const [one] = (await user.call(emailApi.attachments, { params: { id } })).answer
    const other = await buildEmail()
    const { status } = await user.call(emailApi.attachment, { params: { id: other, attId: one?.id ?? '' }, query: {} })
    expect(status).toBe(404)
  })

  test('keep the thumbnail made by a browser', async () => {
    const id = await buildEmail({ attachments: [{ name: 'a.png', mimeType: 'image/png', content: 'a' }] })
    const attId = (await get(id)).attachments[0]?.id ?? ''
    const webp = new File([Buffer.from('RIFF\0\0\0\0WEBPVP8 ')], 'thumbnail.webp')
    const kept = await user.call(emailApi.saveThumbnail, { params: { id, attId }, file: webp })
    expect(kept.answer).toMatchObject({ id: attId, thumbnail: true })
    const { response } = await user.call(emailApi.attachment, { params: { id, attId }, query: { thumbnail: 'true' } })
    expect(response.headers['content-type']).toBe('image/webp')
  })

  test('have the original message as their source file', async () => {
    const id = await buildEmail({ subject: 'Quelle', text: 'So kam sie' })
    const { response } = await user.call(emailApi.source, { params: { id }, query: {} })
    expect(response.body).toBe('Subject: Quelle\r\n\r\nSo kam sie')
    expect(response.headers['content-disposition']).toContain('Quelle.eml')
  })
})

describe('comments on an e-mail', () => {
  test('are counted and need the right to read the e-mail', async () => {
    const id = await buildEmail()
    await user.call(commentApi.add, { params: { id }, body: { text: 'Wer kennt ihn?' } })
    expect((await user.call(commentApi.list, { params: { id } })).answer).toMatchObject([{ commentFor: 'EMAIL' }])
    expect((await get(id)).commentCount).toBe(1)
    expect((await as('PROJECT_MANAGER').call(commentApi.list, { params: { id } })).status).toBe(404)
  })
})

describe('remote pictures of an e-mail', () => {
  test('in the own network are never requested', async () => {
    const cookie = await sessionOf('USER')
    const asked: string[] = []
    const inner = http.createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    })
    await new Promise<void>((ready) => inner.listen(0, '127.0.0.1', ready))
    const { port } = inner.address() as AddressInfo
    const id = await buildEmail({
      blockedPictures: [`http://127.0.0.1:${port}/a`, `http://localhost:${port}/a`, 'http://[::1]/a', 'file:///a'],
    })
    const email: Email = await get(id)
    expect(email.blockedPictures).toBe(4)
    for (const number of [0, 1, 2, 3, 4]) {
      const { statusCode } = await app.inject({ url: `/api/emails/${id}/pictures/${number}`, headers: { cookie } })
      expect(statusCode).toBe(404)
    }
    expect(asked).toEqual([])
    inner.close()
  })
})
