import { describe, expect, test } from 'vitest'
import { mail } from '../../../test/mail.ts'
import { parseMessage } from './parse.ts'

const daemon = {
  'Return-Path': '<>',
  From: 'Mail Delivery System <mailer-daemon@mx.example.net>',
  To: 'wir@example.ch',
}
const original = 'From: wir@example.ch\r\nTo: weg@example.org\r\nSubject: Offerte\r\nMessage-ID: <ours@example.ch>'
const read = (fields: Record<string, string>, body: string) =>
  parseMessage(Buffer.from(mail({ ...daemon, ...fields }, body)))
const lines = (text: string) => text.replaceAll('\n', '\r\n')
const parts = (...all: string[]) => `${all.map((part) => `--r\r\n${part}\r\n`).join('')}--r--`
const about = ({ kind, report }: Awaited<ReturnType<typeof read>>) => [
  kind,
  report?.recipients.map(({ recipient }) => recipient),
  report?.originalMessageId,
]

/** Texts of servers for people, all about the same message. */
const texts: [string, string, string][] = [
  [
    'qmail',
    'failure notice',
    `Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<weg@example.org>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 unknown user

--- Below this line is a copy of the message.

Return-Path: <wir@example.ch>
${original}`,
  ],
  [
    'Exim',
    'Mail delivery failed: returning message to sender',
    `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  weg@example.org
    host mx.example.org [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<weg@example.org>:
    550 5.1.1 unknown user

------ This is a copy of the message, including all the headers. ------

${original}`,
  ],
  [
    'Postfix',
    'Undelivered Mail Returned to Sender',
    `This is the mail system at host mx.example.net.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<weg@example.org> (expanded from <alias@example.org>): host mx.example.org[192.0.2.1] said: 550
    5.1.1 User unknown (in reply to RCPT TO command)

${original}`,
  ],
  [
    'Sendmail',
    'Returned mail: see transcript for details',
    `The original message was received at Fri, 2 Jan 2026 10:00:00 +0100

   ----- The following addresses had permanent fatal errors -----
<weg@example.org>
    (reason: 550 5.1.1 User unknown)

   ----- Transcript of session follows -----
... while talking to mx.example.org.:
>>> DATA
<<< 550 5.1.1 User unknown

   ----- Original message follows -----

${original}`,
  ],
  [
    'Exchange of old',
    'Undeliverable: Offerte',
    `Your message

  To:      weg@example.org
  Subject: Offerte
  Sent:    Fri, 2 Jan 2026 10:00:00 +0100

did not reach the following recipient(s):

weg@example.org on Fri, 2 Jan 2026 10:00:05 +0100
    The recipient name is not recognized
	The MTS-ID of the original message is: c=ch;a= ;p=x
    MSEXCH:IMS:X:Y:Z 0 (000C05A6) Unknown Recipient

${original}`,
  ],
  [
    'Exchange on the web in German',
    'Unzustellbar: Offerte',
    `Ihre Nachricht an weg@example.org konnte nicht zugestellt werden.

weg wurde unter example.org nicht gefunden.

Ursprüngliche Nachrichtenkopfzeilen:
${original}`,
  ],
  [
    'Exchange in French',
    'Non remis : Offerte',
    `Votre message à weg@example.org n'a pas pu être remis.

weg n'a pas été trouvé sur example.org.

${original}`,
  ],
  [
    'Exchange in Italian',
    'Non recapitabile: Offerte',
    `Impossibile recapitare il messaggio a weg@example.org. Non è stato possibile consegnare il messaggio.

${original}`,
  ],
  [
    'Gmail',
    'Delivery Status Notification (Failure)',
    `** Address not found **

Your message wasn't delivered to weg@example.org because the address couldn't be found, or is unable to receive mail.

----- Original message -----

${original}`,
  ],
  [
    'Gmail of old',
    'Delivery Status Notification (Failure)',
    `Delivery to the following recipient failed permanently:

     weg@example.org

Technical details of permanent failure:
Google tried to deliver your message, but it was rejected by the server for the recipient domain example.org.

----- Original message -----

${original}`,
  ],
  [
    'Notes',
    'DELIVERY FAILURE: User weg (weg@example.org) not listed in Domino Directory',
    `Your message

  Subject: Offerte

was not delivered to:

  weg@example.org

because:

  User weg (weg@example.org) not listed in Domino Directory

${original}`,
  ],
  [
    'GMX and web.de',
    'Mail delivery failed: returning message to sender',
    `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error.

The following address failed:

"weg@example.org":
SMTP error from remote server for RCPT TO command, host: mx.example.org (192.0.2.1) reason: 550 no such user

--- The header of the original message is following. ---

${original}`,
  ],
  [
    'T-Online',
    'Zustellung fehlgeschlagen',
    `|------------------------- Message log follows: -------------------------|
 no valid recipients were found for this message
|------------------------- Failed addresses follow: ---------------------|
 <weg@example.org> ... unknown host
|------------------------- Message text follows: ------------------------|
${original}`,
  ],
  [
    'Bluewin and Swisscom',
    'E-Mail konnte nicht zugestellt werden',
    `Guten Tag

Die folgende E-Mail-Adresse konnte nicht erreicht werden:

    weg@example.org

Grund: 550 Mailbox unbekannt

${original}`,
  ],
  [
    'Orange and Free',
    "Échec de la remise d'un message",
    `Ce message a été généré automatiquement.
Le message que vous avez envoyé n'a pas pu être distribué au destinataire suivant :

   <weg@example.org>: 550 5.1.1 Adresse inconnue

${original}`,
  ],
  [
    'a server that names the address in a sentence',
    'Message could not be delivered',
    `Sorry, the mailbox weg@example.org is full and your message could not be delivered.

${original}`,
  ],
  [
    'a server that names nobody but quotes the message',
    'Mail could not be delivered',
    `The server was unable to deliver the message below for a permanent reason.

--- Original message ---

${original}`,
  ],
  [
    'quoted with signs before each line',
    'Returned mail: User unknown',
    `The following recipient could not be reached, for he has no mailbox here:

> ${original.replaceAll('\r\n', '\r\n> ')}`,
  ],
]

describe('a bounce report without a machine-readable part', () => {
  test.each(texts)('of %s', async (_name, subject, text) => {
    const message = await read({ Subject: subject }, lines(text))
    expect(about(message)).toEqual(['BOUNCE', ['weg@example.org'], 'ours@example.ch'])
    expect(message.inReplyTo).toBe('ours@example.ch')
  })
  test('can name several addresses', async () => {
    const body =
      'The following address(es) failed:\n\n  weg@example.org\n    550 unknown\n  fort@example.org\n    550 unknown'
    const message = await read({ Subject: 'Mail delivery failed' }, lines(body))
    expect(message.report?.recipients.map(({ recipient }) => recipient)).toEqual([
      'weg@example.org',
      'fort@example.org',
    ])
  })
  test('can name several addresses with the time of each refusal', async () => {
    const one = (address: string) => `${address} on Fri, 2 Jan 2026 10:00:05 +0100\n    Unknown Recipient\n`
    const body = `did not reach the following recipient(s):\n\n${one('weg@example.org')}${one('fort@example.org')}`
    const message = await read({ Subject: 'Undeliverable: Offerte' }, lines(body))
    expect(message.report?.recipients.map(({ recipient }) => recipient)).toEqual([
      'weg@example.org',
      'fort@example.org',
    ])
  })
  test('from a machine that writes like a person is recognised', async () => {
    const fields = {
      'Return-Path': '<post_master@example.net>',
      From: 'post_master@example.net',
      Subject: 'Re:Offerte',
      'In-Reply-To': '<ours@example.ch>',
    }
    const body =
      'Error: Invalid user address\n\n550 - no such user here\n\n  MAIL FROM: wir@example.ch\n  RCPT TO: weg@example.org'
    expect(about(await read(fields, lines(body)))).toEqual(['BOUNCE', ['weg@example.org'], 'ours@example.ch'])
  })
  test('names the addresses of its X-Failed-Recipients header', async () => {
    const message = await read({ 'X-Failed-Recipients': 'weg@example.org, fort@example.org' }, 'x')
    expect(message.report?.recipients.map(({ recipient }) => recipient)).toEqual([
      'weg@example.org',
      'fort@example.org',
    ])
  })
  test('about a delay says that the message may still arrive', async () => {
    const body =
      'This is the mail system.\n\n####################################################################\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #\n####################################################################\n\n<weg@example.org>: connect to mx.example.org: timed out'
    const message = await read({ Subject: 'Warning: message delayed 4 hours' }, lines(body))
    expect([message.kind, message.report?.recipients[0]?.delayed]).toEqual(['DELAYED', true])
  })
})

describe('a bounce report that is marked as an answer', () => {
  test.each([
    ['of a mail server', { From: 'MAILER-DAEMON@example.net' }],
    ['of nobody', { From: 'post@example.net', 'Return-Path': '<>' }],
  ])('%s and has no subject', async (_name, fields) => {
    const said = lines('Could not be delivered:\n\n  weg@example.org\n  550 5.1.1 unknown')
    const message = await read({ ...fields, Subject: '', 'Auto-Submitted': 'auto-replied' }, said)
    expect([message.kind, message.report?.recipients[0]?.recipient]).toEqual(['BOUNCE', 'weg@example.org'])
  })
})

describe('a bounce report with the original message', () => {
  const report = (...all: string[]) => read({ 'Content-Type': 'multipart/report; boundary=r' }, parts(...all))
  const said = 'Content-Type: text/plain\r\n\r\nYour message could not be delivered.'
  test.each(['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'text/rfc822-header'])(
    'as %s needs no machine-readable part',
    async (type) => {
      const message = await report(said, `Content-Type: ${type}\r\n\r\n${original}\r\n\r\nText`)
      expect(about(message)).toEqual(['BOUNCE', ['weg@example.org'], 'ours@example.ch'])
    },
  )
  test('uses Original-Recipient where Final-Recipient is no address', async () => {
    const status = `Reporting-MTA: dns; a\r\n\r\nOriginal-Recipient: rfc822;weg@example.org\r\nFinal-Recipient: LOCAL;weg\r\nAction: failed\r\nStatus: 5.1.1`
    const message = await report(said, `Content-Type: message/delivery-status\r\n\r\n${status}`)
    expect(message.report?.recipients).toMatchObject([{ recipient: 'weg@example.org', status: '5.1.1' }])
  })
  test('is read when its machine-readable part names nobody', async () => {
    const message = await report(
      said,
      'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a',
      `Content-Type: message/rfc822\r\n\r\n${original}\r\n\r\nText`,
    )
    expect(about(message)).toEqual(['BOUNCE', ['weg@example.org'], 'ours@example.ch'])
  })
  test('is read inside a report of another server', async () => {
    const inner = parts(
      'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822;weg@example.org\r\nAction: failed',
      `Content-Type: message/rfc822\r\n\r\n${original}\r\n\r\nText`,
    ).replaceAll('--r', '--i')
    const message = await report(
      said,
      `Content-Type: message/rfc822\r\n\r\nMessage-ID: <report@example.net>\r\nTo: fremd@example.ch\r\nContent-Type: multipart/report; boundary=i\r\n\r\n${inner}`,
    )
    expect(about(message)).toEqual(['BOUNCE', ['weg@example.org'], 'ours@example.ch'])
  })
  test('about a delivered message is no bounce', async () => {
    const status = `Reporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822;weg@example.org\r\nAction: delivered\r\nStatus: 2.0.0`
    const message = await read(
      { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=r' },
      parts(said, `Content-Type: message/delivery-status\r\n\r\n${status}`),
    )
    expect([message.kind, message.report]).toEqual(['AUTO', null])
  })
})

describe('not taken for a bounce report:', () => {
  test('a complaint, which is a kind of its own in the thread of its message', async () => {
    const message = await read(
      { 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=r', Subject: 'Undelivered complaint' },
      parts(
        'Content-Type: text/plain\r\n\r\nAn email abuse report.',
        'Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: a/1\r\nVersion: 1',
        `Content-Type: message/rfc822\r\n\r\n${original}\r\n\r\nText`,
      ),
    )
    expect(message).toMatchObject({
      kind: 'FEEDBACK',
      report: null,
      refusesAnswers: true,
      inReplyTo: 'ours@example.ch',
    })
  })
  test.each([
    [
      'passes one on',
      { From: 'anna@example.org', 'Return-Path': '<anna@example.org>', Subject: 'WG: Undelivered Mail' },
    ],
    [
      'asks about one',
      { From: 'anna@example.org', 'Return-Path': '<anna@example.org>', Subject: 'Paket unzustellbar' },
    ],
  ])('a person who %s', async (_name, fields) => {
    const body =
      'Guten Tag, das kam zurück:\n\nThe following address(es) failed:\n\n  weg@example.org\n 550 5.1.1 unknown'
    expect((await read(fields, lines(body))).kind).toBe('NORMAL')
  })
  test('an absence answer', async () => {
    const away = {
      Subject: 'Automatische Antwort: Offerte',
      'Auto-Submitted': 'auto-replied',
      From: 'anna@example.org',
    }
    const said = 'Ihre Mail kann bis Montag nicht zugestellt werden. Bitte schreiben Sie an bert@example.org.'
    expect((await read(away, said)).kind).toBe('AUTO')
    expect((await read({ ...away, Subject: '', 'Return-Path': '<>' }, said)).kind).toBe('AUTO')
  })
  test('a message with another one attached, which stays in its own thread', async () => {
    const message = await read(
      { From: 'anna@example.org', 'Return-Path': '<anna@example.org>', 'Content-Type': 'multipart/mixed; boundary=r' },
      parts('Content-Type: text/plain\r\n\r\nsiehe', `Content-Type: message/rfc822\r\n\r\n${original}\r\n\r\nText`),
    )
    expect([message.kind, message.inReplyTo]).toEqual(['NORMAL', ''])
  })
})
