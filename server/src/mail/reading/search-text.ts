import { type RawBuilder, sql } from 'kysely'
import type { MailAddress } from '#contract/mail/emails'

/** Number of characters of the text that are searchable. */
const searchedLength = 20_000

/** Returns the searchable text of an e-mail, with blanks and accents in the form that `search_text` reads fastest. */
export function searchTextOf(subject: string, people: readonly MailAddress[], text: string): RawBuilder<string> {
  const named = people.flatMap(({ name, address }) => [name, address])
  const searched = [subject, ...named, text.slice(0, searchedLength)].join(' ').toWellFormed()
  return sql<string>`search_text(${searched.replace(/\s+/g, ' ').normalize('NFC')})`
}
