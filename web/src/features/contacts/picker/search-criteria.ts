import { z } from 'zod'
import type { ContactSearch } from '#contract/contacts/contacts'

const textCriteria = [
  'givenName',
  'surname',
  'company',
  'street',
  'zipCode',
  'city',
  'country',
  'emailAddress',
  'phoneNumber',
] as const
const flagCriteria = ['reseller', 'placeOfExperience', 'customer'] as const
type TextCriterion = (typeof textCriteria)[number]
type FlagCriterion = (typeof flagCriteria)[number]

const text = z.string().trim().max(255)
/** Values of the search form; an empty select is null. */
export const SearchForm = z.object({
  givenName: text,
  surname: text,
  company: text,
  street: text,
  zipCode: text.max(20),
  city: text,
  country: text.nullable(),
  emailAddress: text,
  phoneNumber: text.max(50),
  reseller: z.boolean(),
  placeOfExperience: z.boolean(),
  customer: z.boolean(),
})
export type SearchForm = z.output<typeof SearchForm>

/** The non-empty criteria, for the URL and the request body. */
export type Criteria = { [Name in TextCriterion]?: string } & { [Name in FlagCriterion]?: true }

export const noCriteria: Criteria = {}

export function criteriaOf(form: SearchForm): Criteria {
  const criteria: Criteria = {}
  for (const name of textCriteria) if (form[name]) criteria[name] = form[name]
  for (const name of flagCriteria) if (form[name]) criteria[name] = true
  return criteria
}

/** Reads criteria from the URL; the router parses digits as numbers. */
export function readCriteria(search: Record<string, unknown>): Criteria {
  const criteria: Criteria = {}
  for (const name of textCriteria) {
    const value = search[name]
    if (typeof value === 'string' || typeof value === 'number') criteria[name] = String(value).trim().slice(0, 255)
    if (criteria[name] === '') delete criteria[name]
  }
  for (const name of flagCriteria) if (search[name] === true || search[name] === 'true') criteria[name] = true
  return criteria
}

export function formOf(criteria: Criteria): SearchForm {
  const form = { country: criteria.country ?? null } as SearchForm
  for (const name of textCriteria) if (name !== 'country') form[name] = criteria[name] ?? ''
  for (const name of flagCriteria) form[name] = criteria[name] ?? false
  return form
}

export const isEmpty = (criteria: Criteria) => Object.keys(criteria).length === 0
export const hasText = (criteria: Criteria) => textCriteria.some((name) => criteria[name])

export const bodyOf = (criteria: Criteria): Partial<ContactSearch> => ({ ...criteria })
