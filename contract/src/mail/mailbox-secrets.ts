import type { MailServer, NewMailbox, secretNames } from './mailboxes.ts'

export type SecretName = (typeof secretNames)[number]
type Places = Pick<NewMailbox, 'type' | 'address' | 'incoming' | 'outgoing' | 'office'>

/**
 * Returns the secrets that a change would send to another server, port or user than they were typed for, or without the
 * former encryption. They must be typed again.
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

/** Returns the secrets that a mailbox of this type signs in with. */
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
