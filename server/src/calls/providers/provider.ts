import type { z } from 'zod'
import type { Provider } from '#contract/calls/calls'
import type { CallEvent, CallMessage } from '#contract/calls/telephony'

/** The fields of a message; a field that occurs several times is a list. */
export type Fields = Readonly<Record<string, unknown>>

/** The messages to record, in this order; or the reason why there are none: an error says what is unreadable. */
export type Heard = readonly CallMessage[] | z.ZodError | 'UNREADABLE' | 'IGNORED'

export interface MadeUpCall {
  readonly event: CallEvent
  readonly callId: string
  readonly from: string
  readonly to: string
}

/** How one kind of exchange sends its messages. */
export interface Adapter {
  readonly provider: Provider
  /** Path to which the exchange sends its messages. */
  readonly path: string
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
  read(fields: Fields, now: Date): Heard
  /** Events that the exchange can report of an incoming call. */
  readonly events: readonly CallEvent[]
  /** Returns the message that the exchange would send about a made-up incoming call. */
  example(call: MadeUpCall, now: Date): Fields
}

type Written = z.input<typeof CallMessage>
export type WrittenMessage = { [Field in keyof Written]: unknown }

/** Returns a field as text; empty where it is neither a text nor a number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** Returns a field that may be one value or several as a list of texts. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')

/** Returns a duration in seconds, limited to between zero and one year. */
export const secondsOf = (seconds: number): number => Math.min(Math.max(seconds || 0, 0), 31_536_000)
