import { createHash } from 'node:crypto'
import { type CallEvent, telephonyApi } from '#contract/calls/telephony'
import { lookupTable } from '../../lookup-table.ts'
import { numberOf } from '../numbers/numbers.ts'
import { type Adapter, secondsOf, textOf } from './provider.ts'
import { readMessages } from './read-message.ts'

/** Events and directions for the call types of the 3CX journal. */
const kinds = lookupTable<{ event: CallEvent; direction: 'IN' | 'OUT' }>({
  Inbound: { event: 'ENDED', direction: 'IN' },
  Missed: { event: 'MISSED', direction: 'IN' },
  Outbound: { event: 'ENDED', direction: 'OUT' },
  Notanswered: { event: 'MISSED', direction: 'OUT' },
})

/** Returns the time, or null for a time that never came, which 3CX writes as the year 1. */
function timeIn(text: string): Date | null {
  const time = new Date(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
  return time.getTime() > 0 ? time : null
}

/** Returns the seconds of `hh:mm:ss` or of a number of seconds. */
const secondsIn = (text: string) => secondsOf(text.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0))

/** The call journal of 3CX: it reports each call once, after its end, and without an id. */
export const threeCx: Adapter = {
  provider: 'THREE_CX',
  path: telephonyApi.threeCxCalls.path,
  contentType: 'application/json',
  events: ['ENDED', 'MISSED'],
  read(fields, now) {
    const kind = kinds.get(textOf(fields.callType))
    const [number, agent] = [textOf(fields.number), textOf(fields.agent)]
    if (!kind || agent === '') return 'UNREADABLE'
    const seconds = secondsIn(textOf(fields.duration))
    const ended = timeIn(textOf(fields.ended)) ?? now
    const told = timeIn(textOf(fields.answered)) ?? new Date(ended.getTime() - seconds * 1000)
    const answered = kind.event === 'ENDED' ? told : null
    const started = timeIn(textOf(fields.started)) ?? answered ?? ended
    const named = [textOf(fields.callType), number, agent, started.toISOString()].join(' ')
    const call = {
      callId: createHash('sha256').update(named).digest('hex'),
      from: kind.direction === 'IN' ? number : agent,
      to: kind.direction === 'IN' ? agent : number,
      direction: kind.direction,
      extension: [agent],
    }
    // The end goes first, so that the call never rings on a screen.
    return readMessages(
      { ...call, event: kind.event, at: ended.toISOString() },
      ...(answered ? [{ ...call, event: 'ANSWERED', at: answered.toISOString(), answeredBy: [agent] }] : []),
      { ...call, event: 'RINGING', at: started.toISOString() },
    )
  },
  example({ event, from, to }, now) {
    const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
    const isSpoken = event === 'ENDED'
    return {
      callType: isSpoken ? 'Inbound' : 'Missed',
      number: numberOf(from),
      agent: to,
      duration: isSpoken ? '00:01:00' : '00:00:00',
      started: before(75),
      answered: isSpoken ? before(60) : '',
      ended: before(0),
    }
  },
}
