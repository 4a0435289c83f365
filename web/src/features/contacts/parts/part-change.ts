import { contactApi } from '#contract/contacts/contacts'
import { historyApi } from '#contract/history'

/** What is read anew after a change of an address, mail or number. */
export const partReads = [contactApi.get, contactApi.search, historyApi.ofContact] as const

/** The refusals that the editor of a part answers with a question. */
export const partChange = {
  refreshes: partReads,
  quiet: ['EMAIL_EXIST', 'PHONENUMBER_EXIST', 'STALE_VERSION'],
} as const
