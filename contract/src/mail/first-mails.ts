import { type Address, type Read, read } from '../first-reads.ts'
import { askedFilter, askedLast, queryOf, usualFilter } from './email-question.ts'
import { emailApi } from './inbox.ts'

// Separate from the first reads of the other screens, so that these need not load the calls of mail.

/** Returns the read of the message list: with the filter of the address, otherwise with the last one. */
function list(address: Address): Read {
  const asked = askedFilter(address)
  const one = read(emailApi.list, { query: queryOf(asked ?? usualFilter) })
  return asked ? one : { ...one, kept: askedLast }
}

/** Returns the reads of a message, which is shown beside the list. */
const message = (address: Address) => [read(emailApi.get, { params: { id: address.emailId ?? '' } }), list(address)]

export const firstMails = {
  emails: (address: Address) => [list(address)],
  email: message,
  emailOfOwner: message,
  emailComment: message,
}
