import { describe, expect, test } from 'vitest'
import { mail } from '../../../test/mail.ts'
import { parseMessage } from './parse.ts'

/** Each letter is a byte. */
const read = (fields: Record<string, string>, body: string) => parseMessage(Buffer.from(mail(fields, body), 'latin1'))
const parts = (boundary: string, ...all: string[]) =>
  `${all.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--`
const withParts = (type: string, ...all: string[]) =>
  read({ 'Content-Type': `multipart/${type}; boundary=x` }, parts('x', ...all))
const plain = (text: string) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
const html = (text: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${text}`

describe('versions of a text', () => {
  test.each(['', ' \r\n \r\n'])(
    'what is found and listed is that of the HTML where the other is empty',
    async (text) => {
      const message = await withParts('alternative', plain(text), html('<p>Bestellung</p>'))
      expect(message).toMatchObject({ text: 'Bestellung', preview: 'Bestellung', html: '<p>Bestellung</p>' })
    },
  )
})
