import { describe, expect, it } from 'vitest'
import { blankMailbox, MailboxForm } from './mailbox-form.ts'

const imap = {
  ...blankMailbox,
  title: 'Info',
  address: 'info@example.test',
  incoming: { ...blankMailbox.incoming, host: 'imap.example.test', user: 'info' },
  outgoing: { ...blankMailbox.outgoing, host: 'smtp.example.test' },
  clientSecret: 'of another type',
}

describe('the body sent for a mailbox', () => {
  it('has what its type needs, and the secrets that were typed', () => {
    const body = MailboxForm.parse({ ...imap, incomingPassword: 'geheim' })
    expect(body).toMatchObject({ type: 'IMAP', office: null, maxMessageBytes: 25_000_000, incomingPassword: 'geheim' })
    expect(Object.keys(body)).not.toContain('outgoingPassword')
    expect(Object.keys(body)).not.toContain('clientSecret')
  })

  it('has no servers for Microsoft 365', () => {
    const office = {
      tenantId: 't',
      clientId: 'c',
      user: 'info@example.test',
      protocol: 'GRAPH',
      secretExpiresOn: null,
    } as const
    expect(MailboxForm.parse({ ...imap, type: 'OFFICE_365', office })).toMatchObject({
      incoming: null,
      outgoing: null,
      clientSecret: 'of another type',
    })
  })

  it('is refused at the fields that are missing or invalid', () => {
    const { error } = MailboxForm.safeParse({ ...imap, incoming: blankMailbox.incoming, maxMessageMb: 500 })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['incoming.host', 'maxMessageMb'])
  })
})
