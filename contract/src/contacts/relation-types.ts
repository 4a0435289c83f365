import { z } from 'zod'
import { Id, Instant, Version } from '../endpoint.ts'
import { legalTypes } from './parts.ts'

export const relationTypes = [
  'RESELLER',
  'RESELLER_CUSTOMER',
  'PARENTS',
  'CHILD',
  'COUPLE',
  'EMPLOYER',
  'EMPLOYEE',
  'DONOR',
] as const
export type RelationType = (typeof relationTypes)[number]

/** Type of a relation as seen from the other contact; a donor has none. */
export const mirrorOf = {
  RESELLER: 'RESELLER_CUSTOMER',
  RESELLER_CUSTOMER: 'RESELLER',
  PARENTS: 'CHILD',
  CHILD: 'PARENTS',
  COUPLE: 'COUPLE',
  EMPLOYER: 'EMPLOYEE',
  EMPLOYEE: 'EMPLOYER',
  DONOR: null,
} as const satisfies Record<RelationType, RelationType | null>

export const ContactRelation = z.object({
  id: Id,
  version: Version,
  /** Other contact; `type` says what it is to this one: with EMPLOYER it is the employer. */
  contactRef: Id,
  type: z.enum(relationTypes),
  /** Donation as seen by the donor: this contact is the donor, and the relation is changed at the other contact. */
  given: z.boolean(),
  active: z.boolean(),
  fullName: z.string(),
  legalType: z.enum(legalTypes),
  city: z.string(),
  createdAtUtc: Instant,
})
export type ContactRelation = z.output<typeof ContactRelation>
