import { describe, expect, it } from 'vitest'
import type { Email } from '#contract/mail/emails'
import { bareSubject, forward, type ReplyWords, reply, replyAll, written } from './reply.ts'

const words: ReplyWords = {
  answer: 'AW: ',
  forward: 'WG: ',
  wrote: (who, at) => `Am ${at} schrieb ${who}:`,
  from: 'Von',
  to: 'An',
  cc: 'CC',
  date: 'Datum',
  subject: 'Betreff',
  forwardedMessage: 'Weitergeleitete E-Mail',
  formatDate: (instant) => instant.slice(0, 10),
}
const own = ['verkauf@glut.example', 'info@glut.example']
const address = (one: string, name = '') => ({ name, address: one })
const email = (overrides: Partial<Email> = {}) =>
  ({
    id: 'e1',
    direction: 'INCOMING',
    subject: 'Frage zum Feuerring',
    from: address('anna@example.test', 'Anna Beispiel'),
    to: [address('Verkauf@glut.example', 'Verkauf'), address('bruno@example.test')],
    cc: [address('INFO@glut.example'), address('carla@example.test', 'Carla'), address('anna@example.test')],
    replyTo: [],
    html: '<p>Guten Tag</p>',
    text: 'Guten Tag',
    contactRef: 'c1',
    mailboxRef: 'm2',
    sentAtUtc: '2026-02-01T08:30:00.000Z',
    receivedAtUtc: '2026-02-01T08:31:00.000Z',
    attachments: [
      { id: 'a1', name: 'Plan.pdf', inline: false },
      { id: 'a2', name: 'logo.png', inline: true },
    ],
    ...overrides,
  }) as Email

describe('the subject', () => {
  it.each([
    ['Frage', 'Frage'],
    ['AW: Frage', 'Frage'],
    ['Re: AW: WG: Frage', 'Frage'],
    ['RE[2]: Fwd: TR : Frage', 'Frage'],
    ['Reparatur: Rost', 'Reparatur: Rost'],
    ['AW:', ''],
  ])('of %j is %j without its prefixes', (subject, bare) => expect(bareSubject(subject)).toBe(bare))
})

describe('an answer', () => {
  it('to a message without a sender has no recipient yet', () => {
    expect(reply(email({ from: address('') }), own, words).to).toEqual([])
  })
  it('goes to the sender, from the mailbox that received the message, with a quote and a reference to the message', () => {
    expect(reply(email({ subject: 'Re: Frage' }), own, words)).toEqual({
      to: ['Anna Beispiel <anna@example.test>'],
      subject: 'AW: Frage',
      quote:
        '<p>Am 2026-02-01 schrieb Anna Beispiel &lt;anna@example.test&gt;:</p><blockquote><p>Guten Tag</p></blockquote>',
      contactRef: 'c1',
      mailboxRef: 'm2',
      basedOn: 'e1',
      answerTo: 'Anna Beispiel',
    })
  })

  it('to an address without a name is titled with the name of its contact', () => {
    const nameless = (contactName: string | null) =>
      reply(email({ from: address('a@b.test'), contactName }), own, words)
    expect(nameless('Anna Beispiel').answerTo).toBe('Anna Beispiel')
    expect(nameless(null).answerTo).toBe('a@b.test')
  })

  it('goes to the reply address of the sender, unless that is an own address', () => {
    expect(reply(email({ replyTo: [address('shop@example.test')] }), own, words).to).toEqual(['shop@example.test'])
    expect(reply(email({ replyTo: [address('info@glut.example')] }), own, words).to).toEqual([
      'Anna Beispiel <anna@example.test>',
    ])
  })

  it('to an own message goes to its recipients', () => {
    const sent = email({ direction: 'OUTGOING', from: address('verkauf@glut.example'), to: [address('a@b.test')] })
    expect(reply(sent, own, words).to).toEqual(['a@b.test'])
  })

  it('to all leaves out own addresses, and names nobody twice', () => {
    const { to, cc } = replyAll(email(), own, words)
    expect(to).toEqual(['Anna Beispiel <anna@example.test>'])
    expect(cc).toEqual(['bruno@example.test', 'Carla <carla@example.test>'])
  })

  it('quotes plain text as escaped HTML', () => {
    expect(reply(email({ html: '', text: 'a < b\n<script>' }), own, words).quote).toContain(
      '<blockquote><p>a &lt; b<br>&lt;script&gt;</p></blockquote>',
    )
  })
})

it('forwarding takes along the attachments, and the pictures within the text', () => {
  const html = '<p><img src="/api/emails/e1/attachments/a2"></p>'
  const { subject, quote, emailAttachments, forwarded, to } = forward(email({ subject: 'WG: Frage', html }), words)
  expect({ subject, forwarded, to }).toEqual({ subject: 'WG: Frage', forwarded: true, to: undefined })
  expect(emailAttachments?.map(({ id }) => id)).toEqual(['a1'])
  expect(quote).toContain(html)
  expect(quote).toContain('<strong>Von:</strong> Anna Beispiel &lt;anna@example.test&gt;<br>')
})

it('a recipient is written without a name that looks like an address, and without brackets in the name', () => {
  expect(written([address('evil@x.test', 'chef@glut.example'), address('a@b.test', '"A" <B>')])).toEqual([
    'evil@x.test',
    'A B <a@b.test>',
  ])
})
