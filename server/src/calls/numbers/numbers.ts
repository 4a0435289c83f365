import { readPhone } from '../../contacts/contacts.ts'

/** Words that exchanges send in place of a hidden number. */
const hidden = /^(anonymous|anonym|private|privat|unknown|unbekannt|unavailable|withheld|restricted|none|null|-)?$/i

/** Returns the number in a text of an exchange: as E.164 where possible, else unchanged; empty for a hidden one. */
export function numberOf(written: string): string {
  const trimmed = written.trim()
  const plain = (/<([^<>]*)>$/.exec(trimmed)?.[1] ?? trimmed)
    .replace(/^(sips?|tel):/i, '')
    .replace(/[@;].*$/, '')
    .trim()
  if (hidden.test(plain)) return ''
  if (!/^[\d\s+()/.-]+$/.test(plain)) return plain
  return readPhone(plain)?.number ?? plain
}

/** Returns a key by which extensions and numbers of users are compared, whatever their notation. */
export const keyOf = (written: string): string => numberOf(written).toLowerCase()

/** Returns the keys of the extensions in a text, separated by commas, semicolons or line breaks. */
export const keysOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map(keyOf)
    .filter(Boolean)
