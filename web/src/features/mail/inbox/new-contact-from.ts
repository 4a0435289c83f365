import type { Email } from '#contract/mail/emails'

/** What the form of a new contact is filled in with: the address, and the name as far as it is one of a person. */
export function newContactFrom({ id, from }: Pick<Email, 'id' | 'from'>): Record<string, string> {
  return { emailRef: id, emailAddress: from.address, ...nameIn(from.name) }
}

/** 'Anna Muster' and 'Muster, Anna'; anything that looks like a company or an address stands as the company. */
function nameIn(name: string): Record<string, string> {
  const plain = name
    .replace(/["']/g, '')
    .replace(/\(.*?\)/g, '')
    .trim()
  if (plain === '' || plain.includes('@')) return {}
  if (/\b(ag|gmbh|sa|sarl|sàrl|ltd|inc|kg|team|info|support|service|shop)\b/i.test(plain)) return { company: plain }
  const [last = '', first] = plain.split(/\s*,\s*/)
  if (first) return { givenName: first, surname: last }
  const words = plain.split(/\s+/)
  if (words.length === 1) return { surname: plain }
  return { givenName: words.slice(0, -1).join(' '), surname: words.at(-1) ?? '' }
}
