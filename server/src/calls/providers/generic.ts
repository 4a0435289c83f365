import { type CallEvent, CallMessage, telephonyApi } from '#contract/calls/telephony'
import { lookupTable } from '../../lookup-table.ts'
import { type Adapter, type Fields, textOf, textsOf } from './provider.ts'
import { readMessages } from './read-message.ts'

/** The event names of the contract, and those that are usual in other CRM systems. */
const events = lookupTable<CallEvent>({
  ringing: 'RINGING',
  newcall: 'RINGING',
  answered: 'ANSWERED',
  answer: 'ANSWERED',
  held: 'HELD',
  ended: 'ENDED',
  missed: 'MISSED',
  voicemail: 'VOICEMAIL',
})
const directions = lookupTable<'IN' | 'OUT'>({ in: 'IN', out: 'OUT' })

function eventOf(fields: Fields): CallEvent | undefined {
  const word = textOf(fields.event).toLowerCase()
  if (word !== 'hangup') return events.get(word)
  // The exchange reports the end of an answered call with this event as well; an answered call stays answered.
  return textOf(fields.cause) === 'normalClearing' ? 'ENDED' : 'MISSED'
}

/** Returns the time from ISO 8601 (unchanged, not checked) or from seconds since 1970. */
function timeIn(text: string): string | undefined {
  if (text === '') return undefined
  return /^\d{9,11}(\.\d+)?$/.test(text) ? new Date(Number(text) * 1000).toISOString() : text
}

const several = (value: unknown) => textsOf(value).flatMap((text) => text.split(',').map((one) => one.trim()))

/** Any exchange or telephone that can call a URL. */
export const generic: Adapter = {
  provider: 'GENERIC',
  path: telephonyApi.tellByForm.path,
  contentType: 'application/x-www-form-urlencoded',
  events: ['RINGING', 'ANSWERED', 'HELD', 'ENDED', 'MISSED', 'VOICEMAIL'],
  read: (fields) =>
    readMessages({
      event: eventOf(fields),
      callId: textOf(fields.callId),
      from: textOf(fields.from),
      to: textOf(fields.to),
      direction: directions.get(textOf(fields.direction).toLowerCase() || 'in'),
      extension: several(fields.extension ?? fields.user),
      answeredBy: several(fields.answeredBy ?? fields.answeringNumber),
      at: timeIn(textOf(fields.at)),
    }),
  example: ({ event, callId, from, to }) => ({
    event,
    callId,
    from,
    to,
    direction: 'IN',
    ...(event === 'ANSWERED' ? { answeredBy: to } : {}),
  }),
}

/** Programs that send JSON, with fields exactly as the contract has them. */
export const asDocumented: Adapter = {
  ...generic,
  path: telephonyApi.tell.path,
  contentType: 'application/json',
  read: (fields) => {
    const { error, data } = CallMessage.safeParse(fields, { reportInput: true })
    return error ?? [data]
  },
}
