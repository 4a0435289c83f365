import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ValidEmailAddress } from '#contract/email-address'
import { knownFieldNames, parsePlaceholder } from '#contract/lists/placeholders'
import { numberOf } from '../src/calls/numbers/numbers.ts'
import { countryCode } from '../src/contacts/countries.ts'
import { fold, readCountry, readDate } from '../src/contacts/imports/read-values.ts'
import { scanCsv } from '../src/contacts/imports/scan-csv.ts'
import { notationsOfPhone, phoneNeedle, readPhone, withoutPhones } from '../src/contacts/phone.ts'
import { checkEori, checkUid } from '../src/contacts/tax-numbers.ts'
import { wordsOf } from '../src/db/words.ts'
import { cleanHtml } from '../src/files/clean-html.ts'
import { mailExcerpt } from '../src/files/mail-excerpt.ts'
import { textType } from '../src/files/text-type.ts'
import { readXml } from '../src/files/xml.ts'
import { disposition } from '../src/http/disposition.ts'
import { fieldsIn, placeholderFaults } from '../src/lists/templates/find-placeholders.ts'
import { renderTemplate, renderText } from '../src/lists/templates/render-template.ts'
import { bareSubject, isAnswer } from '../src/mail/filing/thread.ts'
import { readAddress } from '../src/mail/outgoing/addresses.ts'
import { textOfHtml } from '../src/mail/outgoing/plain-text.ts'
import { addresses, apart } from '../src/mail/reading/addresses.ts'
import { readReport, tellsOfArrival } from '../src/mail/reading/bounce.ts'
import { decodeText } from '../src/mail/reading/charset.ts'
import { inUtf8 } from '../src/mail/reading/encoded-words.ts'
import { readInvitation } from '../src/mail/reading/invitations.ts'
import { readHead, readMessage } from '../src/mail/reading/read-message.ts'
import { textOfPackedRtf } from '../src/mail/reading/rtf.ts'
import { safeHtml, textOfSafeHtml } from '../src/mail/reading/safe-html.ts'
import { readTnef } from '../src/mail/reading/tnef.ts'
import { takeUuencoded } from '../src/mail/reading/uuencoded.ts'
import { inVisualOrder } from '../src/orders/prints/visual-order.ts'
import { wrap } from '../src/orders/prints/wrap.ts'
import { bareTerm } from '../src/overview/omnisearch/recognise.ts'
import { mentionsIn } from '../src/together/comments/mentions.ts'
import { growsTooFast, looksSlow } from './growth.ts'
import { patternsOfProduct, repeatsWithoutEnd, textsFor } from './patterns.ts'

const id = '01999999-0000-7000-8000-000000000000'
const mail = (head: string, body = '') => Buffer.from(`From: a@b.ch\r\n${head}\r\n\r\n${body}`)
const typed = (type: string, text: string) => mail(`MIME-Version: 1.0\r\nContent-Type: ${type}`, text)
const orRefused = (html: string) => {
  try {
    return cleanHtml(html, { quotes: true })
  } catch {
    return ''
  }
}
async function drained(text: string) {
  const options = { delimiter: ';', maxRecordBytes: 1_000_000, maxCells: 500 }
  for await (const { cells } of scanCsv([Buffer.from(text)], options)) cells.map(fold)
}

/** Functions that read text of strangers, or text of any length. */
const readers: Record<string, (text: string) => unknown> = {
  'HTML of ours, as text and with placeholders': (text) => {
    const clean = orRefused(text)
    textOfHtml(clean)
    placeholderFaults(clean, knownFieldNames)
    fieldsIn(clean)
    renderTemplate(clean, { contactFullName: 'x' }, 'DE')
  },
  'placeholders in text': (text) => {
    placeholderFaults(text, knownFieldNames)
    renderText(text, {}, 'DE')
    parsePlaceholder(text)
  },
  'HTML of mails': (text) => textOfSafeHtml(safeHtml(text, () => null)?.html ?? ''),
  'a style in a mail': (text) => safeHtml(`<p style="width:${text.replace(/["&;]/g, '')}!">x</p>`, () => null),
  'a calendar': (text) => readInvitation(`BEGIN:VEVENT\n${text}\nEND:VEVENT`, ''),
  'a property of a calendar': (text) => readInvitation(`BEGIN:VEVENT\nDTSTART;${text.replace(/\n/g, '')}`, ''),
  'a quoted property of a calendar': (text) =>
    readInvitation(`BEGIN:VEVENT\nSUMMARY;ENCODING=QUOTED-PRINTABLE:${text.replace(/\n/g, '')}`, ''),
  'a report': (text) =>
    readReport({
      ...{ parts: [], subject: text.slice(0, 998), body: text, people: [text.slice(0, 320)] },
      header: (name) => (name === 'x-failed-recipients' ? undefined : text),
    }),
  'a report of parts': (text) => {
    const parts = ['message/delivery-status', 'message/rfc822', 'text/plain'].map((mimeType) => ({
      mimeType,
      content: Buffer.from(text),
    }))
    readReport({ parts, subject: '', body: '', header: () => undefined, people: [] })
    tellsOfArrival(parts)
  },
  'a uuencoded text': (text) => takeUuencoded(text),
  'words of a head': (text) => inUtf8(text),
  'a text in some characters': (text) => decodeText(Buffer.from(text), text.slice(0, 40)),
  'a packed message': (text) => readTnef(Buffer.concat([Buffer.from('789f3e220000', 'hex'), Buffer.from(text)])),
  'a packed text': (text) => textOfPackedRtf(Buffer.from(`${'\0'.repeat(8)}MELA\0\0\0\0${text}`)),
  'a subject': (text) => [bareSubject(text.slice(0, 998)), isAnswer(text)],
  'an address of a mail': (text) => addresses([{ name: '', address: `a<${text}> b` }]),
  'a field of addresses': (text) => apart(text),
  'a recipient': (text) => readAddress(text.slice(0, 320)),
  'an e-mail address': (text) => ValidEmailAddress.safeParse(text),
  'a term of a search': (text) => [bareTerm(text), wordsOf(text)],
  'a CSV file': drained,
  'a date': (text) => readDate(text),
  'a country': (text) => [readCountry(text), countryCode(text)],
  'a phone number': (text) => [readPhone(text.slice(0, 1000)), notationsOfPhone(text), phoneNeedle(text)],
  'a line with phone numbers': withoutPhones,
  'a number of a call': (text) => numberOf(text),
  'a tax number': (text) => [checkUid(text), checkEori(text)],
  'a name folded': fold,
  mentions: (text) => mentionsIn(text.slice(0, 10_000), [{ id, username: 'admin' }]),
  'a name of a download': (text) => disposition('attachment', text),
  'a text file': (text) => textType(Buffer.from(text), 'x.txt', async () => Buffer.from(text), false),
  'a drawing': (text) => textType(Buffer.from(`<svg>${text}`), 'x.svg', async () => Buffer.from(`<svg>${text}`), false),
  'an XML': (text) => readXml(text, { opened: () => {}, text: () => {}, closed: () => {} }),
  'an XML with a beginning': (text) => readXml(`<?xml version="1.0"?><a>${text}`, { text: () => {} }),
  'a printed text': (text) => [...wrap(text, 40, (piece) => piece.length)],
  'a printed line': inVisualOrder,
}

/** Readers that run in a worker with limits, because a library is slow with many short lines. */
const inThread: Record<string, (text: string) => unknown> = {
  'a mail of HTML': (text) => readMessage(typed('text/html', text), id),
  'a mail of text': (text) => readMessage(typed('text/plain', text), id),
  'a mail of lines that go on': (text) => readMessage(typed('text/plain; format=flowed; delsp=yes', text), id),
  'a mail of Base64': (text) => readMessage(mail('Content-Transfer-Encoding: base64', text), id),
  'a mail of parts without lines': (text) => readMessage(typed('multipart/mixed', text), id),
  'a message in a mail': (text) => readMessage(typed('message/rfc822', `Subject: ${text}`), id),
  'a mail of parts': (text) => readMessage(typed('multipart/mixed; boundary=x', `--x\r\n\r\n${text}\r\n--x--`), id),
  'a mail of quoted printable': (text) =>
    readMessage(mail('Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/plain', text), id),
  'a calendar in a mail': (text) => readMessage(typed('text/calendar; method=REQUEST', text), id),
  'a report in a mail': (text) => readMessage(typed('message/delivery-status', text), id),
  'a type of a mail': (text) => readMessage(mail(`Content-Type: ${text.replace(/[\r\n]/g, '')}`), id),
  'a name of a file in a mail': (text) =>
    readMessage(mail(`Content-Disposition: attachment; filename="${text.replace(/[\r\n"]/g, '')}"`, 'x'), id),
  'a description of a file in a mail': (text) =>
    readMessage(mail(`Content-Type: image/png\r\nContent-Description: ${text.replace(/[\r\n]/g, ' ')}`, 'x'), id),
  ...Object.fromEntries(
    ['Subject', 'From', 'To', 'Date', 'Received', 'References', 'Message-ID', 'Reply-To', 'Sender'].map((field) => [
      `${field} of a mail`,
      (text: string) => readMessage(mail(`${field}: ${text.replace(/[\r\n]/g, ' ')}`), id),
    ]),
  ),
  'a head of a mail': (text) => readMessage(Buffer.from(text), id),
  'a head alone': (text) => readHead(Buffer.from(text), id),
  'a mail among documents': (text) => mailExcerpt(typed('text/html', text)),
}

const pieces = [
  ...[
    'a',
    'A',
    '0',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '.',
    '-',
    '_',
    '/',
    '\\',
    '%',
    '@',
    ',',
    ';',
    ':',
    '!',
    'é',
    '\u0301',
  ],
  ...['<', '>', '"', "'", '=', '&', '#', '(', ')', '[', ']', '{', '}', '{{', '}}', '{{a', '<!--', '-->', '<![CDATA['],
  ...['<b>', '</b>', '<b>a</b>', '<p>', '<div>', '<table><tr><td>', '<ul><li>', '<blockquote>', '<svg>', '<font>'],
  ...['<a href="https://x.ch">', '<a href="x">a</a>', '<img src="cid:x">', '<img src="//x">', '<p style="width:0">'],
  ...[
    '<script>',
    '<style>',
    '<textarea>',
    '<iframe>',
    '<b a=b ',
    'a:b;',
    '&amp;',
    '&nbsp;',
    '&#x41;',
    '&lt',
    '<br>',
    '<hr>',
  ],
  ...['=?utf-8?q?=41?=', '=?utf-8?b?', '?=', '=\r\n', '=41', '<a@b.ch>', 'a@b.ch, ', '"a" <', 'Re: ', '[a] ', '> '],
  ...[
    ';a=b',
    ';aa',
    ';"a"',
    '(a',
    'BEGIN:VTIMEZONE\n',
    'DTSTART:20260101\n',
    'Action: failed\n',
    'Subject: a\n',
    '\n ',
  ],
  ...[
    '--x\r\n',
    '--x--',
    'filename*0=a; ',
    '-- ',
    '--------',
    '<!doctype',
    'on a=',
    'href=',
    '@admin ',
    '🔥',
    '\0',
    '\u200b',
  ],
]

/** Returns pseudo-random numbers that are equal in every run. */
function drawing(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** `npm run test:hostile` tries longer texts of more kinds. */
const all = Boolean(process.env.HOSTILE_TEXTS)
const { mixtures, lengths, lengthsInThread } = all
  ? { mixtures: 25, lengths: [8_000, 100_000], lengthsInThread: [2_000, 20_000] }
  : { mixtures: 0, lengths: [2_000, 16_000], lengthsInThread: [2_000, 8_000] }

function hostileTexts(seed: number): string[] {
  const draw = drawing(seed)
  const one = () => pieces[draw(pieces.length)] ?? ''
  return [...pieces, ...Array.from({ length: mixtures }, () => one() + one() + (draw(2) ? one() : ''))]
}

const seed = 20_261_122
const repeated = (piece: string, length: number) => `a${piece.repeat(Math.ceil(length / piece.length))}!`

describe('the time to read hostile text grows at most linearly:', () => {
  it.each(Object.entries(readers))('%s', { timeout: 300_000 }, async (_, read) => {
    for (const piece of hostileTexts(seed)) {
      const found = await growsTooFast((length) => read(repeated(piece, length)), lengths, 8)
      expect(found && [piece, found]).toBeNull()
    }
  })

  it.each(Object.entries(inThread))('%s', { timeout: 300_000 }, async (_, read) => {
    for (const piece of hostileTexts(seed)) {
      const found = await growsTooFast((length) => read(repeated(piece, length)), lengthsInThread, 40)
      expect(found && [piece, found]).toBeNull()
    }
  })

  // the calendar library is exempt where our own calendars are only written
  it('every file that parses with a library is among the readers', () => {
    const libraries = /from '(sanitize-html|postal-mime|libphonenumber-js[^']*|saxes|ical\.js)'/
    const root = path.resolve(import.meta.dirname, '../src')
    const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    const parsing = files.filter((file) => libraries.test(readFileSync(path.join(root, file), 'utf8')))
    expect(parsing.filter((file) => !/^(demo|calendars\/icalendar)\//.test(file)).toSorted()).toEqual([
      'contacts/phone.ts',
      'files/bounded-html.ts',
      'files/mail-excerpt.ts',
      'files/xml.ts',
      'mail/reading/addresses.ts',
      'mail/reading/calendar.ts',
      'mail/reading/file-name.ts',
      'mail/reading/invitations.ts',
      'mail/reading/mime-parser.ts',
      'mail/reading/mime-part.ts',
      'mail/reading/read-message.ts',
      'mail/reading/safe-html.ts',
    ])
  })
})

/** Patterns with quadratic time, with the greatest length of text that they ever get. */
const limited: Record<string, number> = {
  // digits of a number
  'contract/src/orders/package-totals.ts 0+$': 30,
  'contract/src/sentences/issue.ts \\B(?<!\\.\\d*)(?=(\\d{3})+(?!\\d))': 30,
  'server/src/contacts/imports/roll-back.ts \\B(?=(\\d{3})+$)': 30,
  // detail of a PostgreSQL error about an index, which begins with column names
  'server/src/db/constraint-errors.ts \\(([^)]*)\\)=\\(': 500,
  // name of a ZIP member that is already recognised as a sheet
  'server/src/files/office-excerpt.ts (\\d+)\\.xml$': 500,
  // file name that was cut before
  'server/src/mail/reading/file-name.ts ^[.\\s]+|[.\\s]+$': 500,
  // date in a mail header
  'server/src/mail/reading/mail-date.ts (\\p{L}{3,})\\.?\\s+(\\d{1,2}),?\\s+(\\d\\d?:.*?)\\s(\\d{4})\\b(.*)$': 1000,
  // e-mail address
  'server/src/mail/outgoing/absence.ts ^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|notifications?|owner-.*|.*-request)([+-].*)?@': 320,
  'server/src/mail/outgoing/addresses.ts ^(?:"([^"<>]*)"|([^"<>]*?))\\s*<([^<>]*)>$': 320,
  // text typed or pasted into one field
  'web/src/features/mail/composer/RecipientField.tsx \\s*<[^<>]*>\\s*$': 320,
  'web/src/ui/dates/parse-date.ts ^\\d*:?\\d*$': 100,
}

describe('a regular expression of the product', () => {
  it('takes linear time or never gets a long text', { timeout: 300_000 }, () => {
    const slow = new Set<string>()
    const looked = new Map<string, boolean>()
    for (const pattern of patternsOfProduct()) {
      const name = `${pattern.file} ${pattern.source}`
      if (name in limited || !repeatsWithoutEnd(pattern)) continue
      const regex = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`)
      const isSlow =
        looked.get(`${regex}`) ??
        textsFor(pattern, all).some((text) => looksSlow((length) => text(length).replace(regex, '')))
      looked.set(`${regex}`, isSlow)
      if (isSlow) slow.add(name)
    }
    expect([...slow]).toEqual([])
  })
})
