import { type Address, type Read, read } from '../first-reads.ts'
import { askedFilter, askedLast, queryOf, usualFilter } from './email-question.ts'
import { emailApi } from './inbox.ts'

// Apart from what the other screens read first, which need not know the calls of mail.

/** The list of messages as the address wants it, otherwise as it was left. */
function list(address: Address): Read {
  const asked = askedFilter(address)
  const one = read(emailApi.list, { query: queryOf(asked ?? usualFilter) })
  return asked ? one : { ...one, kept: askedLast }
}

/** A message stands beside the list. */
const message = (address: Address) => [read(emailApi.get, { params: { id: address.emailId ?? '' } }), list(address)]

export const firstMails = {
  emails: (address: Address) => [list(address)],
  email: message,
  emailOfOwner: message,
  emailComment: message,
}
