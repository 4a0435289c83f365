import { encounterApi } from '@glut/contract/encounters'
import { draftApi, outgoingApi } from '@glut/contract/outgoing'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'
import { addMailbox, smtpServer } from '../../test/smtp.ts'
import { workOnce } from './outbox.ts'

const { as, database, house } = await testApp()
const smtp = await smtpServer()
const mailbox = await addMailbox(house, smtp.port)
const newContact = contactFactory(as)
const user = as('USER')

interface Message {
  [field: string]: unknown
}
const send = (message: Message, { files = [] as File[], query = {}, id = mailbox } = {}) =>
  user.call(outgoingApi.send, {
    params: { id },
    query,
    body: { message: JSON.stringify({ recipients: ['kunde@example.test'], subject: 'Offerte', ...message }) },
    files,
  })

/** Lets everything leave at once and be delivered. */
async function deliver() {
  await sql`update outbox set leaves_at = now(), next_try_at = null where state = 'WAITING'`.execute(database.kysely)
  while (await workOnce(house));
}
const last = async () => {
  const { raw = '', ...envelope } = smtp.received.at(-1) ?? {}
  return { ...envelope, raw, mail: await PostalMime.parse(raw) }
}
const file = (content: string, name: string) => new File([content], name)

describe('a message', () => {
  test('goes from the call to the recipient, and becomes an e-mail and an encounter', async () => {
    const { id } = await newContact({ emailAddresses: [{ address: 'kunde@example.test', favorite: true }] })
    const { answer, status, problem } = await send(
      { bodyAsHtml: '<p>Guten Tag</p><p>Anbei <strong>die Offerte</strong>.</p>', bcc: ['chefin@glut.example'] },
      { files: [file('Preise 2026', 'Preise.txt')] },
    )
    expect(status, JSON.stringify(problem)).toBe(200)
    expect(Date.parse(answer.leavesAtUtc) - Date.now()).toBeGreaterThan(10_000)
    expect(await workOnce(house)).toBe(false)
    await deliver()
    const { from, to, mail, raw } = await last()
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
      select e.direction, e.state, e.contact_id, e.sent_at is not null as sent, '<' || e.message_id || '>' as "messageId",
             o.state as delivery from email e join outbox o on o.email_id = e.id where e.id = ${answer.emailRef}`.execute(
      database.kysely,
    )
    expect(rows).toEqual([
      {
        direction: 'OUTGOING',
        state: 'CLOSED',
        contact_id: id,
        sent: true,
        messageId: mail.messageId,
        delivery: 'ACCEPTED',
      },
    ])
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
})
