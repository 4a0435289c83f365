import type { MailServer, NewMailbox, secretNames } from './mailboxes.ts'

export type SecretName = (typeof secretNames)[number]
type Places = Pick<NewMailbox, 'type' | 'address' | 'incoming' | 'outgoing' | 'office'>

/**
 * The secrets that a change would carry to where they were not typed for: another server, port or user, or without the
 * encryption that there was. They count no more until somebody types them again.
 */
export function secretsToTypeAgain(before: Places, after: Places): SecretName[] {
  const isMoved = (which: 'incoming' | 'outgoing') =>
    before.type !== after.type || isElsewhere(serverOf(before, which), serverOf(after, which))
  const office = (['tenantId', 'clientId', 'user'] as const).some(
    (name) => before.office?.[name] !== after.office?.[name],
  )
  const isOfficeMoved = office || isMoved('incoming') || isMoved('outgoing')
  return [
    ...(isMoved('incoming') ? (['incomingPassword'] as const) : []),
    ...(isMoved('outgoing') ? (['outgoingPassword'] as const) : []),
    ...(isOfficeMoved ? (['clientSecret', 'certificate'] as const) : []),
  ]
}

/** Those that a mailbox of this type goes by. */
export const secretsOfType = (type: NewMailbox['type']): readonly SecretName[] =>
  type === 'OFFICE_365' ? ['clientSecret', 'certificate'] : ['incomingPassword', 'outgoingPassword']

function serverOf(places: Places, which: 'incoming' | 'outgoing'): MailServer | null {
  const server = places[which]
  return server && { ...server, user: server.user || places.address }
}

function isElsewhere(before: MailServer | null, after: MailServer | null): boolean {
  if (!before || !after) return before !== after
  return (
    before.host.toLowerCase() !== after.host.toLowerCase() ||
    before.port !== after.port ||
    before.user !== after.user ||
    (before.security !== 'NONE' && after.security === 'NONE')
  )
}
