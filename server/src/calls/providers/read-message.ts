import { CallMessage } from '#contract/calls/telephony'
import type { Heard, WrittenMessage } from './provider.ts'

/** Parses messages with the schema of the contract; if one does not fit, all are unreadable. */
export function readMessages(...written: WrittenMessage[]): Heard {
  const read = written.map((one) => CallMessage.safeParse(one, { reportInput: true }))
  const messages = read.flatMap(({ data }) => (data ? [data] : []))
  return read.find(({ error }) => error)?.error ?? messages
}
