import type { z } from 'zod'
import type { Provider } from '#contract/calls/calls'
import type { CallEvent, CallMessage } from '#contract/calls/telephony'

/** What came, by field; a field that comes several times is a list. */
export type Fields = Readonly<Record<string, unknown>>

/** What is to be recorded, in this order; or why there is nothing. */
export type Heard = readonly CallMessage[] | 'UNREADABLE' | 'IGNORED'

export interface MadeUpCall {
  readonly event: CallEvent
  readonly callId: string
  readonly from: string
  readonly to: string
}

/** What one kind of exchange sends. */
export interface Adapter {
  readonly provider: Provider
  /** Where it sends its messages, as which content. */
  readonly path: string
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
  read(fields: Fields, now: Date): Heard
  /** What it can tell of a call that comes in. */
  readonly events: readonly CallEvent[]
  /** Its message of such a call. */
  example(call: MadeUpCall, now: Date): Fields
}

type Written = z.input<typeof CallMessage>
export type WrittenMessage = { [Field in keyof Written]: unknown }

/** A field as text; empty where it is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** A field that may be one or several. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')

/** What a call lasted in seconds; none lasts longer than a year, whatever is written. */
export const secondsOf = (seconds: number): number => Math.min(Math.max(seconds || 0, 0), 31_536_000)
