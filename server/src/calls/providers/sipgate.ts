import { type CallEvent, telephonyApi } from '#contract/calls/telephony'
import { numberOf } from '../numbers/numbers.ts'
import { type Adapter, type Fields, textOf, textsOf } from './provider.ts'
import { readMessages } from './read-message.ts'

/** sipgate writes E.164 without the plus; extensions are short, or named like `w0`. */
const withPlus = (number: string) => (/^\d{7,15}$/.test(number) ? `+${number}` : number)
const withoutPlus = (number: string) => numberOf(number).replace(/^\+/, '') || 'anonymous'

/** Whether a name is that of a voice mailbox, such as `1234567v0`. */
const isMailbox = (name: string) => /^voicemail$/i.test(name) || /^\d*v\d+$/i.test(name)

/** Causes of a hang-up without a conversation. An answered call may have such a cause as well, and stays answered. */
const notSpoken = ['busy', 'cancel', 'noAnswer', 'congestion', 'notFound']

function eventOf({ event, cause }: Fields, names: readonly string[]): CallEvent | undefined {
  if (event === 'newCall') return 'RINGING'
  if (event === 'answer') return names.some(isMailbox) ? 'VOICEMAIL' : 'ANSWERED'
  if (event === 'hangup') return notSpoken.includes(textOf(cause)) ? 'MISSED' : 'ENDED'
  return undefined
}

/** The push API of sipgate.io. */
export const sipgate: Adapter = {
  provider: 'SIPGATE',
  path: telephonyApi.sipgate.path,
  contentType: 'application/x-www-form-urlencoded',
  events: ['RINGING', 'ANSWERED', 'ENDED', 'MISSED', 'VOICEMAIL'],
  read(fields) {
    // Digits that a caller dials during the call.
    if (fields.event === 'dtmf') return 'IGNORED'
    const names = [fields.fullUserId, fields.userId, fields.user].flatMap(textsOf)
    const [from, to] = [withPlus(textOf(fields.from)), withPlus(textOf(fields.to))]
    const isIn = fields.direction !== 'out'
    return readMessages({
      event: eventOf(fields, names),
      callId: textOf(fields.callId),
      from,
      to,
      direction: isIn ? 'IN' : 'OUT',
      extension: fields.event === 'newCall' ? [...names, isIn ? to : from] : [],
      answeredBy: fields.event === 'answer' && isIn ? [...names, withPlus(textOf(fields.answeringNumber))] : [],
    })
  },
  example({ event, callId, from, to }) {
    const call = { direction: 'in', from: withoutPlus(from), to: withoutPlus(to), callId, origCallId: callId }
    if (event === 'RINGING') return { event: 'newCall', ...call, user: [to], userId: [to], fullUserId: [to] }
    const answering = { user: to, userId: to, fullUserId: to, answeringNumber: withoutPlus(to) }
    if (event === 'ANSWERED') return { event: 'answer', ...call, ...answering }
    if (event === 'VOICEMAIL') return { event: 'answer', ...call, user: 'voicemail' }
    return { event: 'hangup', ...call, cause: event === 'ENDED' ? 'normalClearing' : 'noAnswer' }
  },
}

/** Returns the answer that gives sipgate the address for later events; without it sipgate reports new calls alone. */
export const sipgateAnswer = (address: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Response onAnswer="${address}" onHangup="${address}"/>\n`
