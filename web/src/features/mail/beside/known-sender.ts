import type { Email } from '#contract/mail/emails'
import { ownLines } from './own-lines.ts'

/** What an e-mail tells about its sender, named like the criteria of the contact search. */
export interface KnownSender {
  readonly givenName?: string
  readonly surname?: string
  readonly company?: string
  readonly street?: string
  readonly zipCode?: string
  readonly city?: string
  readonly country?: string
  readonly emailAddress?: string
  readonly phoneNumber?: string
}

type Message = Pick<Email, 'from' | 'text'>

/** Extracts data about the sender for a new contact, omitting what is uncertain. */
export function knownSender({ from, text }: Message): KnownSender {
  const lines = ownLines(text).filter(Boolean)
  const signature = signatureIn(lines)
  const phone = phoneIn(signature) ?? phoneIn(lines)
  return {
    ...nameOf(from.name, signature.find(looksLikeName) ?? ''),
    ...companyIn(signature),
    ...placeIn(signature, from.address),
    ...(from.address.includes('@') ? { emailAddress: from.address } : {}),
    ...(phone ? { phoneNumber: phone } : {}),
  }
}

/** Returns the search criteria: a name, else the company. */
export function searchedBy({ givenName, surname, company }: KnownSender): KnownSender {
  if (surname) return { ...(givenName && !isInitial(givenName) ? { givenName } : {}), surname }
  return company ? { company } : {}
}

/** An initial such as «R.» finds nobody. */
const isInitial = (name: string) => /^\p{L}\.?$/u.test(name)

const legalForm =
  /(?<![\p{L}\d])(ag|gmbh|sa|s\.a\.|sarl|sàrl|ltd\.?|llc|inc\.?|kg|ohg|gbr|e\.?v\.?|genossenschaft|stiftung)(?![\p{L}\d])/iu
const desk = /\b(team|info|support|service|shop|sekretariat|empfang|office|newsletter|noreply)\b/i

/** Parses 'Anna Muster' and 'Muster, Anna'; text that looks like a company is returned as company. */
function nameIn(name: string): KnownSender | undefined {
  const plain = name
    .replace(/["']/g, '')
    .replace(/\([^()]*\)/g, '')
    .trim()
  if (plain === '' || plain.includes('@')) return undefined
  if (legalForm.test(plain) || desk.test(plain)) return { company: plain }
  const [last = '', first] = plain.split(',').map((part) => part.trim())
  if (first) return { givenName: first, surname: last }
  const words = plain.split(/\s+/)
  if (words.length === 1) return { surname: plain }
  return { givenName: words.slice(0, -1).join(' '), surname: words.at(-1) ?? '' }
}

/** Returns the name in the header, or the one in the signature if that completes it: «Alain G» is Alain Gisler. */
function nameOf(head: string, signed: string): KnownSender | undefined {
  const [inHead, below] = [nameIn(head), nameIn(signed)]
  return !inHead || (below && begins(wordsOf(inHead), wordsOf(below))) ? below : inHead
}

const wordsOf = ({ givenName = '', surname = '' }: KnownSender) =>
  `${givenName} ${surname}`
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(Boolean)

/** Tests if `head` abbreviates `whole` word by word (the last word or initials): «R. Imhof» is Regula Imhof. */
const begins = (head: readonly string[], whole: readonly string[]) =>
  head.length > 0 &&
  head.some((word, at) => word.length > 1 && whole[at] === word) &&
  head.every((word, at) => {
    const mayBeBegun = head.length > 1 && (at === head.length - 1 || word.length === 1)
    return mayBeBegun ? whole[at]?.startsWith(word) === true : whole[at] === word
  })

const greeting =
  /^(mit )?(freundliche[nr]?|beste[nr]?|viele[nr]?|liebe[nr]?|herzliche[nr]?|schöne[nr]?|sonnige[nr]?|frohe[nr]?) gr(ü|ue)(ss|ß)|^(lg|mfg|gruss|grüsse|grüße|gr(ü|ue)ssli)\b|^(kind|best|warm|many)? ?regards\b|^sincerely\b|^(cordialement|bien à vous|salutations|meilleures salutations|avec mes|veuillez)/i
const mostLines = 14

/** Returns the lines below the closing or the two dashes; empty without either. */
function signatureIn(lines: readonly string[]): string[] {
  const at = lines.findLastIndex((line) => line === '--' || greeting.test(line))
  return at < 0 ? [] : lines.slice(at + 1, at + 1 + mostLines)
}

const looksLikeName = (line: string) => /^\p{Lu}[\p{L}'’.-]+( \p{Lu}[\p{L}'’.-]+){1,2}$/u.test(line)

const numberPattern = /(?<![\d\w.])((?:\+|00)[1-9]\d{0,2}|0)[ \d()/.'’-]{7,18}\d(?!\d)/g
const otherNumber = /\b(fax|telefax|uid|mwst|tva|vat|iban|che|konto|postfach|bestell|auftrag|rechnung)/i

/** Returns the first telephone number, preferably a mobile one. */
function phoneIn(lines: readonly string[]): string | undefined {
  const found = lines
    .filter((line) => !otherNumber.test(line) || /\b(tel|mobil|phone|natel)/i.test(line))
    .flatMap((line) =>
      [...line.replace(/\b(tele)?fax\b.*$/i, '').matchAll(numberPattern)].map(([number]) => number.trim()),
    )
    .filter(isPhone)
  return found.find((number) => /^(\+41|0041|0)[ (0)]*7[4-9]/.test(number)) ?? found[0]
}

function isPhone(number: string): boolean {
  const digits = number.replace('(0)', '').replace(/\D/g, '')
  if (/^\d{1,2}\.\d{1,2}\.\d{2,4}$/.test(number)) return false
  return number.startsWith('+') || number.startsWith('00')
    ? digits.length >= 10 && digits.length <= 15
    : digits.length === 10 || (digits.length > 10 && digits.length <= 12)
}

function companyIn(signature: readonly string[]): KnownSender {
  const company = signature
    .flatMap(parts)
    .find((part) => legalForm.test(part) && part.length <= 80 && !/[@:]/.test(part))
  return company ? { company } : {}
}

/** Splits a line of a signature into its parts. */
const parts = (line: string): string[] =>
  line
    .split(/[|·•]|,\s|\s[–—-]\s/)
    .map((part) => part.trim())
    .filter(Boolean)

const placePattern = /^(?:(CH|D|DE|A|AT|F|FR|FL|LI|I|IT)[- ])?(\d{4,5}) (\p{Lu}[\p{L}.'’ /-]{1,40})$/u
const streetPattern = /^\p{L}[\p{L}.'’ -]{2,60} \d{1,4} ?[a-z]?$/iu
const countries: Record<string, string> = { D: 'DE', A: 'AT', F: 'FR', FL: 'LI', I: 'IT' }

/** Extracts zip code and town, with the street directly before them. */
function placeIn(signature: readonly string[], address: string): KnownSender {
  const all = signature.flatMap(parts)
  const at = all.findIndex((part) => placePattern.test(part))
  const [, code, zipCode, city] = placePattern.exec(all[at] ?? '') ?? []
  if (!zipCode || !city) return {}
  const street = all.slice(Math.max(0, at - 2), at).findLast((part) => streetPattern.test(part))
  const country = code ? (countries[code] ?? code) : countryBy(zipCode, address)
  return { ...(street ? { street } : {}), zipCode, city: city.trim(), country }
}

/** Guesses the country: four digits are Swiss unless the domain says otherwise. */
function countryBy(zipCode: string, address: string): string {
  const top = address.split('.').at(-1)?.toUpperCase() ?? ''
  if (zipCode.length === 4) return ['AT', 'LI'].includes(top) ? top : 'CH'
  return ['FR', 'IT'].includes(top) ? top : 'DE'
}
