import { CallMessage } from '#contract/calls/telephony'
import type { Heard, WrittenMessage } from './provider.ts'

/** As the contract has it; one that does not fit makes all of them unreadable. */
export function readMessages(...written: WrittenMessage[]): Heard {
  const read = written.map((one) => CallMessage.safeParse(one))
  const messages = read.flatMap(({ data }) => (data ? [data] : []))
  return messages.length === written.length ? messages : 'UNREADABLE'
}
