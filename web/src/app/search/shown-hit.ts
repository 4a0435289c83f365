import { formatPhone } from '#contract/contacts/phone-format'
import type { SearchHit } from '#contract/overview/omnisearch'

/** Returns the matched text of a hit, with phone numbers formatted as everywhere else. */
export const foundText = ({ matched }: Pick<SearchHit, 'matched'>): string =>
  matched.field === 'PHONE_NUMBER' ? formatPhone(matched.text) : matched.text
