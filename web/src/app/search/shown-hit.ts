import { formatPhone } from '#contract/contacts/phone-format'
import type { SearchHit } from '#contract/overview/omnisearch'

/** What was found in a hit, as it is shown everywhere else. */
export const foundText = ({ matched }: Pick<SearchHit, 'matched'>): string =>
  matched.field === 'PHONE_NUMBER' ? formatPhone(matched.text) : matched.text
