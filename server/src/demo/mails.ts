import { randomFrom } from './random.ts'

export interface DemoSender {
  readonly name: string
  readonly address: string
}

export const demoMailbox = { title: 'Demo-Postfach', address: 'info@glutwerk.example' }
const count = 200
/** Number of days over which the messages are spread. */
const days = 60

/** Yields messages of the demo contacts until `now`; the same contacts yield the same messages. */
export function* demoMails(
  senders: readonly DemoSender[],
  now: Date,
  seed = 7,
): Generator<{ name: string; message: string }> {
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  if (senders.length === 0) return
  for (let at = 0; at < count; at++) {
    const sender = pick(senders)
    const [subject, text] = pick(texts)
    const thing = pick(things)
    const at0 = now.getTime() - ((count - at) / count) * days * 86_400_000
    const html = random() < 0.4
    const fields = {
      sender,
      id: `demo-${at}@kunden.example`,
      subject: subject.replaceAll('{thing}', thing),
      date: new Date(at0 - (at0 % 60_000)),
      text: [
        pick(greetings),
        text.replaceAll('{thing}', thing),
        pick(endings),
        `Freundliche Grüsse\r\n${sender.name}`,
      ].join('\r\n\r\n'),
      html,
      attachment:
        random() < 0.15 ? { name: 'Skizze.txt', text: `Aufstellplatz für ${thing}: 4 x 4 m, ebener Kies.` } : null,
    }
    yield { name: `d${String(at).padStart(4, '0')}`, message: write(fields) }
  }
  for (const [at, { hoursAgo, ...stranger }] of strangers(senders[0]?.name ?? '').entries()) {
    const id = `demo-new-${at}@kunden.example`
    const date = new Date(now.getTime() - hoursAgo * 3_600_000)
    const fields = { ...stranger, text: stranger.lines.join('\r\n'), id, date, html: false, attachment: null }
    yield { name: `e${String(at).padStart(4, '0')}`, message: write(fields) }
  }
}

interface Fields {
  readonly sender: DemoSender
  readonly id: string
  readonly subject: string
  readonly date: Date
  readonly text: string
  readonly html: boolean
  readonly attachment: { readonly name: string; readonly text: string } | null
}

function write({ sender, id, subject, date, text, html, attachment }: Fields): string {
  const paragraphs = text.split('\r\n\r\n').map((line) => `<p>${line.replaceAll('\r\n', '<br>')}</p>`)
  const body = part(html ? 'text/html' : 'text/plain', html ? paragraphs.join('\r\n') : text)
  const content = attachment
    ? [
        'Content-Type: multipart/mixed; boundary="demo"',
        '',
        '--demo',
        body,
        '--demo',
        `Content-Disposition: attachment; filename="${attachment.name}"`,
        part('text/plain', attachment.text),
        '--demo--',
        '',
      ].join('\r\n')
    : body
  return [...head(sender, demoMailbox, subject, id, date), content].join('\r\n')
}

/** Returns the answer to a sent message: thanks, with the received text. */
export function demoAnswer(recipient: string, original: string, id: string, date: Date): string {
  const header = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(original.split(/\r?\n\r?\n/)[0] ?? '')?.[1] ?? ''
  return [
    `From: <${recipient}>`,
    `To: <${demoMailbox.address}>`,
    `Subject: Re: ${header('subject')}`,
    `Message-ID: <${id}>`,
    `In-Reply-To: ${header('message-id')}`,
    `References: ${`${header('references')} ${header('message-id')}`.trim()}`,
    `Date: ${date.toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="demo-answer"',
    '',
    '--demo-answer',
    part(
      'text/plain',
      'Guten Tag\r\n\r\nVielen Dank, Ihre Nachricht ist angekommen. Sie liegt bei, wie wir sie erhalten haben.\r\n\r\nFreundliche Grüsse',
    ),
    '--demo-answer',
    'Content-Type: message/rfc822',
    'Content-Disposition: attachment; filename="Ihre Nachricht.eml"',
    '',
    original,
    '--demo-answer--',
    '',
  ].join('\r\n')
}

const head = (from: DemoSender, to: { title: string; address: string }, subject: string, id: string, date: Date) => [
  `From: ${word(from.name)} <${from.address}>`,
  `To: <${to.address}>`,
  `Subject: ${word(subject)}`,
  `Message-ID: <${id}>`,
  `Date: ${date.toUTCString()}`,
  'MIME-Version: 1.0',
]
const part = (type: string, text: string) =>
  [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    (
      Buffer.from(text)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n'),
  ].join('\r\n')
const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

/** Senders whose address no contact has: one with a telling signature, and a second address of a known contact. */
const strangers = (known: string) => [
  {
    sender: { name: 'Nora Camenzind', address: 'nora.camenzind@seeblick.example' },
    subject: 'Feuerschalen für unsere Terrasse',
    hoursAgo: 3,
    lines: [
      'Guten Tag',
      '',
      'Für die Terrasse unseres Hotels hätten wir gerne zwei Feuerschalen Luna 100 und eine Grillschale Stella 90.',
      'Was kostet das mit Lieferung nach Weggis, und wann könnten Sie liefern?',
      '',
      'Freundliche Grüsse',
      'Nora Camenzind',
      'Hotel Seeblick AG',
      'Seestrasse 12',
      '6353 Weggis',
      'Tel. 041 000 73 21',
    ],
  },
  {
    sender: { name: known, address: 'privat@post.example' },
    subject: 'Frage zur Abdeckhaube',
    hoursAgo: 7,
    lines: [
      'Grüezi',
      '',
      'Passt die Abdeckhaube Luna 80 auch auf ältere Schalen mit 78 cm?',
      '',
      'Beste Grüsse',
      known,
      '079 000 51 18',
    ],
  },
]
const things = [
  'Feuerschale Luna 80',
  'Feuerschale Luna 100',
  'Feuerring Sola',
  'Grillschale Stella 90',
  'Funkenschutz',
  'Abdeckhaube',
]
const greetings = ['Guten Tag', 'Grüezi', 'Sehr geehrte Damen und Herren', 'Hallo zusammen']
const endings = [
  'Vielen Dank für eine baldige Antwort.',
  'Am besten erreichen Sie mich am Vormittag.',
  'Danke und einen schönen Tag.',
  'Ich freue mich auf Ihre Nachricht.',
]
const texts: readonly (readonly [subject: string, text: string])[] = [
  ['Anfrage {thing}', 'Wir interessieren uns für «{thing}». Was kostet sie, und wie lange ist die Lieferfrist?'],
  ['Liefertermin {thing}', 'Wann dürfen wir mit der Lieferung rechnen? Wir brauchen «{thing}» für ein Fest.'],
  ['Bestellung {thing}', 'Gerne bestelle ich «{thing}» gemäss Ihrer Offerte, Lieferung an meine Adresse.'],
  ['Rost an {thing}', 'Nach dem Winter zeigt «{thing}» Rost am Rand. Ist das normal, und wie pflege ich sie?'],
  [
    'Rechnung {thing}',
    'Auf der Rechnung fehlt der vereinbarte Rabatt für «{thing}». Bitte schicken Sie uns eine neue.',
  ],
  ['Abholung {thing}', 'Können wir «{thing}» am Freitag bei Ihnen abholen? Wir kommen mit einem Anhänger.'],
  ['Ersatzteil zu {thing}', 'Zu «{thing}» suchen wir den passenden Funkenschutz. Haben Sie einen an Lager?'],
  ['Danke', 'Das erste Feuer in «{thing}» hat gebrannt, und alle waren begeistert. Herzlichen Dank für die Beratung!'],
]
