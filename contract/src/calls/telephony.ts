import { z } from 'zod'
import { Done, endpoint, fileAnswer, Id, Instant, IsoWeekday, OptionalText, PlainDate, Text } from '../endpoint.ts'
import { Candidate, callDirections, PhoneCall, providers } from './calls.ts'

/** Events of a call. MISSED is the end of a call that no person answered; a voicemail box does not count. */
export const callEvents = ['RINGING', 'ANSWERED', 'HELD', 'ENDED', 'MISSED', 'VOICEMAIL'] as const
export type CallEvent = (typeof callEvents)[number]

/** Phone number as an exchange writes it; text that is no number is kept. */
const PhoneText = OptionalText(100)

const PhoneTexts = z.union([PhoneText.transform((one) => [one]), z.array(PhoneText).max(50)]).default([])

/** Message of any exchange about one event of a call. */
export const CallMessage = z.object({
  event: z.enum(callEvents),
  callId: Text(200),
  from: PhoneText.default(''),
  to: PhoneText.default(''),
  direction: z.enum(callDirections).default('IN'),
  /** Extension that rings, if it is not `to`; several values are several telephones. */
  extension: PhoneTexts,
  /** Extension that answered, in any notation that the exchange uses. */
  answeredBy: PhoneTexts,
  /** Time of the event; default now. */
  at: z.iso.datetime({ offset: true }).optional(),
})
export type CallMessage = z.output<typeof CallMessage>

/**
 * Why a message notified nobody: it could not be read, its event is ignored, the call is outgoing, its extension
 * belongs to nobody, or it came late.
 */
const unheardReasons = ['UNREADABLE', 'IGNORED', 'OUTGOING', 'NOBODY', 'LATE'] as const

const LogEntry = z.object({
  id: Id,
  provider: z.enum(providers),
  atUtc: Instant,
  call: PhoneCall.nullable(),
  why: z.enum(unheardReasons).nullable(),
  /** Latest messages of the call, in order of arrival. */
  messages: z.array(z.unknown()),
})
export type LogEntry = z.output<typeof LogEntry>

/** Filters for calls from outside: all, missed ones, and missed ones after which nobody spoke with the number. */
export const loggedCalls = ['INCOMING', 'MISSED', 'UNRETURNED'] as const
/** Span of days in Zurich, both included. With a filter the log holds only calls, no unused messages. */
export const LogQuery = z
  .object({ calls: z.enum(loggedCalls), since: PlainDate, until: PlainDate, weekday: IsoWeekday })
  .partial()
export type LogQuery = z.output<typeof LogQuery>

/** Fields as an exchange sends them; the adapter of its provider reads them. */
const Fields = z.record(z.string(), z.unknown())
/** Whole access key, or the id of a key that signs. */
const ByKey = z.object({ key: OptionalText(300) })
const key = { key: 'TELEPHONY' } as const
const perMinute = 3000

const MadeUp = CallMessage.pick({ from: true, to: true }).extend({ provider: z.enum(providers).default('GENERIC') })

export const telephonyApi = {
  tell: endpoint({
    method: 'POST',
    path: '/api/telephony/calls',
    allow: key,
    perMinute,
    accepts: true,
    summary: 'An exchange tells what happened to a call; told twice or late it changes nothing',
    // A message that cannot be read is accepted as well, to be kept in the log.
    body: z.union([CallMessage, Fields]),
    response: Done,
  }),
  tellByAddress: endpoint({
    method: 'GET',
    path: '/api/telephony/calls/:key',
    allow: key,
    writes: true,
    perMinute,
    accepts: true,
    summary: 'The same for an exchange or a telephone that can only call an address: the fields stand in the query',
    params: ByKey,
    query: Fields,
    response: Done,
  }),
  tellByForm: endpoint({
    method: 'POST',
    path: '/api/telephony/calls/:key',
    allow: key,
    forms: true,
    perMinute,
    accepts: true,
    summary: 'The same for an exchange that can send no header of its own',
    params: ByKey,
    body: Fields,
    response: Done,
  }),
  sipgate: endpoint({
    method: 'POST',
    path: '/api/telephony/sipgate/:key',
    allow: key,
    forms: true,
    perMinute,
    summary: 'sipgate.io tells of a call, and is answered where it shall tell of the rest',
    params: ByKey,
    body: Fields,
    response: fileAnswer('application/xml'),
  }),
  placetel: endpoint({
    method: 'POST',
    path: '/api/telephony/placetel/:key',
    allow: { signature: 'TELEPHONY', header: 'x-placetel-signature' },
    forms: true,
    perMinute,
    accepts: true,
    summary: 'Placetel tells of a call, signed; the address holds the id of the key',
    params: ByKey,
    body: Fields,
    response: Done,
  }),
  threeCxContacts: endpoint({
    method: 'GET',
    path: '/api/telephony/3cx/contacts',
    allow: key,
    perMinute,
    summary: '3CX asks whose number it is; of several contacts at most 5',
    query: z.object({ number: OptionalText(100) }),
    shows: [],
    response: z.object({
      contacts: z.array(
        z.object({
          id: Id,
          givenName: z.string(),
          surname: z.string(),
          company: z.string(),
          email: z.string(),
          number: z.string(),
          url: z.string(),
        }),
      ),
    }),
  }),
  threeCxCalls: endpoint({
    method: 'POST',
    path: '/api/telephony/3cx/calls',
    allow: key,
    forms: true,
    perMinute,
    accepts: true,
    summary: '3CX tells of a call that is over',
    body: Fields,
    response: Done,
  }),
  threeCxTemplate: endpoint({
    method: 'GET',
    path: '/api/telephony/3cx/template',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'The template file by which 3CX asks and tells; it holds no key',
    response: fileAnswer('application/xml'),
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/telephony/log',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'The last 300 calls, and messages of which none came, with what the exchange told, the latest first',
    query: LogQuery,
    shows: ['call', 'contact', 'encounter', 'user'],
    response: z.array(LogEntry),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/telephony/log/_count',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'How many calls there are of what the log shows the last 300 of',
    query: LogQuery,
    shows: ['call'],
    response: z.object({ count: z.int() }),
  }),
  tryOut: endpoint({
    method: 'POST',
    path: '/api/telephony/_try',
    reads: true,
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    shows: ['user', 'contact', 'email'],
    summary: 'Whom a call would reach and who it would be from; nothing is written and nobody is told',
    body: MadeUp,
    response: z.object({
      /** Numbers as the product understands them. */
      from: z.string(),
      to: z.string(),
      /** User names. */
      reached: z.array(z.string()),
      internal: z.boolean(),
      candidates: z.array(Candidate),
      /** Request that the exchange would send. */
      request: z.object({ method: z.string(), path: z.string(), contentType: z.string(), body: z.string() }),
      /** Events that the exchange can send of such a call. */
      events: z.array(z.enum(callEvents)),
    }),
  }),
  sipgateAccount: endpoint({
    method: 'GET',
    path: '/api/telephony/sipgate-account',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'With what calls are placed through sipgate; the token cannot be read again',
    shows: ['call'],
    response: z.object({ tokenId: z.string() }),
  }),
  saveSipgateAccount: endpoint({
    method: 'PUT',
    path: '/api/telephony/sipgate-account',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Place calls through sipgate with this personal access token; without its id, none',
    body: z
      .object({ tokenId: OptionalText(200), token: OptionalText(500) })
      .refine(({ tokenId, token }) => tokenId === '' || token !== '', {
        path: ['token'],
        params: { code: 'REQUIRED' },
      }),
    response: Done,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/telephony/_send',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Take a made-up message as if the exchange had sent it: whom it concerns is told',
    body: MadeUp.extend({ event: z.enum(callEvents), callId: Text(200) }),
    response: Done,
  }),
}
