import { type CallEvent, telephonyApi } from '#contract/calls/telephony'
import { lookupTable } from '../../lookup-table.ts'
import { numberOf } from '../numbers/numbers.ts'
import { type Adapter, type Fields, secondsOf, textOf } from './provider.ts'
import { readMessages } from './read-message.ts'

/** Placetel writes numbers as they are dialled within Germany. */
function fromGermany(number: string): string {
  if (/^00\d/.test(number)) return `+${number.slice(2)}`
  return /^0\d{5,}$/.test(number) ? `+49${number.slice(1)}` : number
}
const inGermany = (number: string) => numberOf(number).replace(/^\+49/, '0').replace(/^\+/, '00') || 'anonymous'

/** Events for the ways in which a call ended. A blocked call never rang, so it is not missed. */
const endings = lookupTable<CallEvent>({
  accepted: 'ENDED',
  blocked: 'ENDED',
  voicemail: 'VOICEMAIL',
  missed: 'MISSED',
  busy: 'MISSED',
  canceled: 'MISSED',
  unavailable: 'MISSED',
  congestion: 'MISSED',
})

function eventOf({ event, type }: Fields): CallEvent | undefined {
  if (event === 'IncomingCall' || event === 'OutgoingCall') return 'RINGING'
  if (event === 'CallAccepted') return 'ANSWERED'
  return event === 'HungUp' ? endings.get(textOf(type)) : undefined
}

/** The Notify API of Placetel. */
export const placetel: Adapter = {
  provider: 'PLACETEL',
  path: telephonyApi.placetel.path,
  contentType: 'application/x-www-form-urlencoded',
  events: ['RINGING', 'ANSWERED', 'ENDED', 'MISSED', 'VOICEMAIL'],
  read(fields, now) {
    const peer = textOf(fields.peer)
    const call = {
      callId: textOf(fields.call_id),
      from: fromGermany(textOf(fields.from)),
      to: fromGermany(textOf(fields.to)),
      direction: fields.event === 'OutgoingCall' || fields.direction === 'out' ? 'OUT' : 'IN',
      extension: fields.event === 'OutgoingCall' ? [peer] : [],
      answeredBy: fields.event === 'CallAccepted' ? [peer] : [],
    }
    const message = { ...call, event: eventOf(fields) }
    // Only the end of an outgoing call tells, by its duration, that it was answered.
    const seconds = secondsOf(Number(textOf(fields.duration)))
    if (call.direction !== 'OUT' || message.event !== 'ENDED' || !(seconds > 0)) return readMessages(message)
    const answered = new Date(now.getTime() - seconds * 1000).toISOString()
    return readMessages({ ...message, at: now.toISOString() }, { ...call, event: 'ANSWERED', at: answered })
  },
  example({ event, callId, from, to }) {
    const call = { from: inGermany(from), to: inGermany(to), call_id: callId, direction: 'in' }
    if (event === 'RINGING') return { event: 'IncomingCall', ...call }
    if (event === 'ANSWERED') return { event: 'CallAccepted', ...call, peer: to }
    const [type] = [...endings].find(([, meaning]) => meaning === event) ?? []
    return { event: 'HungUp', ...call, type, duration: event === 'ENDED' ? '60' : '0' }
  },
}
