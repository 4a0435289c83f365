import { readPhone } from '../../contacts/contacts.ts'

/** What exchanges write for somebody who hides their number. */
const hidden = /^(anonymous|anonym|private|privat|unknown|unbekannt|unavailable|withheld|restricted|none|null|-)?$/i

/** The number in what an exchange writes: E.164 where it can be read as one, else as it stands; empty where it is hidden. */
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

/** For comparing extensions and numbers of ours, whatever the notation. */
export const keyOf = (written: string): string => numberOf(written).toLowerCase()

/** Those of a text in which they are parted by commas. */
export const keysOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map(keyOf)
    .filter(Boolean)
