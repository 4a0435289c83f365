import { expect, it } from 'vitest'
import { ValidEmailAddress } from './email-address.ts'

const isOne = (text: string) => ValidEmailAddress.safeParse(text).success

it.each([
  'a@b.ch',
  'info@müller.ch',
  'jürg.o’brien@bäckerei-zürich.example',
  "o'brien+kasse@xn--mller-kva.ch",
  'a&b/c@example.museum',
  `a@${'x'.repeat(63)}.ch`,
])('accepts %s as an e-mail address', (text) => expect(isOne(text)).toBe(true))

it.each([
  '',
  'abc',
  '@example.ch',
  'a@b',
  'a@localhost',
  'a@1.2.3.4',
  'a b@example.ch',
  'a@exa mple.ch',
  '.a@example.ch',
  'a.@example.ch',
  'a..b@example.ch',
  'a@-b.ch',
  'a@b-.ch',
  'a@b..ch',
  'a@b@c.ch',
  'a,b@example.ch',
  'Anna <a@b.ch>',
  'a\u200b@b.ch',
  `a@${'x'.repeat(64)}.ch`,
  `${'a'.repeat(65)}@b.ch`,
])('rejects %s as an e-mail address', (text) => expect(isOne(text)).toBe(false))

it.each(['  a@b.ch ', 'a@b.ch\u200b', '\u202aa@b.ch\u202c\u00a0', 'a@b.ch\n'])(
  'invisible characters at the ends of %j are trimmed',
  (text) => expect(ValidEmailAddress.parse(text)).toBe('a@b.ch'),
)
