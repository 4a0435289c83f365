import { type RawBuilder, sql } from 'kysely'
import type { MailAddress } from '#contract/mail/emails'

/** So much of its text is searched. */
const searchedLength = 20_000

/** What an e-mail is found by; blanks and accents as `search_text` reads them fastest. */
export function searchTextOf(subject: string, people: readonly MailAddress[], text: string): RawBuilder<string> {
  const named = people.flatMap(({ name, address }) => [name, address])
  const searched = [subject, ...named, text.slice(0, searchedLength)].join(' ').toWellFormed()
  return sql<string>`search_text(${searched.replace(/\s+/g, ' ').normalize('NFC')})`
}
