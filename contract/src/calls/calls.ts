import { z } from 'zod'
import { Encounter } from '../contacts/encounters.ts'
import { phoneTypes } from '../contacts/parts.ts'
import { ById, Done, endpoint, Id, Instant, OptionalText } from '../endpoint.ts'
import { limits } from '../limits.ts'

/** Senders of call messages: any exchange by the generic interface, and those with a format of their own. */
export const providers = ['GENERIC', 'SIPGATE', 'PLACETEL', 'THREE_CX'] as const
export type Provider = (typeof providers)[number]
export const callDirections = ['IN', 'OUT'] as const
export const callStates = ['RINGING', 'ANSWERED', 'HELD', 'ENDED', 'MISSED'] as const
export type CallState = (typeof callStates)[number]
/** Why a contact may be the caller, surest first. */
const candidateReasons = ['EXACT', 'SHARED', 'HOUSEHOLD', 'COMPANY', 'SIGNATURE'] as const

export const Candidate = z.object({
  contactRef: Id,
  name: z.string(),
  city: z.string(),
  reason: z.enum(candidateReasons),
})
export type Candidate = z.output<typeof Candidate>

export const PhoneCall = z.object({
  id: Id,
  provider: z.enum(providers),
  direction: z.enum(callDirections),
  state: z.enum(callStates),
  /** Number of the outside party, E.164 where it can be read as a number; empty where it is withheld. */
  number: z.string(),
  /** Both parties are users. */
  internal: z.boolean(),
  startedUtc: Instant,
  answeredUtc: Instant.nullable(),
  endedUtc: Instant.nullable(),
  /** User names: who answered, and whom the call reached. */
  answeredBy: z.string().nullable(),
  reached: z.array(z.string()),
  contactRef: Id.nullable(),
  contactName: z.string().nullable(),
  encounterRef: Id.nullable(),
})
export type PhoneCall = z.output<typeof PhoneCall>

export const callApi = {
  own: endpoint({
    method: 'GET',
    path: '/api/calls/own',
    allow: 'CONTACT_READ',
    summary: 'The last 20 calls of the past day that reached the caller or were made by them, the latest first',
    shows: ['call', 'contact', 'encounter', 'user'],
    response: z.array(PhoneCall),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/calls/:id/candidates',
    allow: 'CONTACT_READ',
    summary: 'Who may be at the other end of a call that reached the caller, the surest first, at most 10',
    params: ById,
    shows: ['call', 'contact', 'email'],
    response: z.array(Candidate),
  }),
  dial: endpoint({
    method: 'POST',
    path: '/api/calls/dial',
    allow: 'CONTACT_READ',
    perMinute: 30,
    summary: 'Call a number through sipgate: the telephone of the caller rings first',
    body: z.object({ number: OptionalText(50).min(2) }),
    response: Done,
  }),
  addNumber: endpoint({
    method: 'POST',
    path: '/api/calls/:id/number',
    allow: 'CONTACT_MODIFY',
    summary: 'Add the number of a call to a contact, which the call then belongs to',
    params: ById,
    body: z.object({ contactRef: Id, type: z.enum(phoneTypes) }),
    response: Done,
  }),
  addEncounter: endpoint({
    method: 'POST',
    path: '/api/calls/:id/encounter',
    allow: 'ENCOUNTER_CREATE',
    idempotencyKey: 'accepted',
    summary: 'Write a call down as an encounter TELEPHONE of its contact; a second time answers the first one',
    params: ById,
    body: z.object({ contactRef: Id, description: OptionalText(limits.encounter.descriptionLength).default('') }),
    response: Encounter,
  }),
}
