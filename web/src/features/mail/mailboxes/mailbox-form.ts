import { z } from 'zod'
import { limits } from '#contract/limits'
import { type Mailbox, type MailboxType, NewMailbox } from '#contract/mail/mailboxes'

type Fields = z.input<typeof NewMailbox>
type Server = { host: string; port: number | null; security: 'TLS' | 'STARTTLS' | 'NONE'; user: string }

/** Values of the form, including parts of all types; only those of the chosen type are sent. */
export interface MailboxValues {
  type: MailboxType
  title: string
  address: string
  senderName: string
  incoming: Server
  outgoing: Server
  office: Omit<NonNullable<Fields['office']>, 'protocol' | 'secretExpiresOn'> & {
    protocol: 'GRAPH' | 'IMAP_SMTP'
    secretExpiresOn: string | null
  }
  folders: string[]
  deleteAfterDays: number | null
  marksSeen: boolean
  maxMessageMb: number | null
  active: boolean
  incomingPassword: string
  outgoingPassword: string
  clientSecret: string
  certificate: string
}

export const bytesOfMb = 1_000_000
const noServer = (port: number, security: Server['security']): Server => ({ host: '', port, security, user: '' })
export const usualPort = { IMAP: 993, POP3: 995, OFFICE_365: 993 } as const

export const blankMailbox: MailboxValues = {
  type: 'IMAP',
  title: '',
  address: '',
  senderName: '',
  incoming: noServer(usualPort.IMAP, 'TLS'),
  outgoing: noServer(587, 'STARTTLS'),
  office: { tenantId: '', clientId: '', user: '', protocol: 'GRAPH', secretExpiresOn: null },
  folders: [],
  deleteAfterDays: null,
  marksSeen: true,
  maxMessageMb: limits.email.messageBytes / bytesOfMb,
  active: true,
  incomingPassword: '',
  outgoingPassword: '',
  clientSecret: '',
  certificate: '',
}

export const valuesOf = ({ incoming, outgoing, office, maxMessageBytes, ...mailbox }: Mailbox): MailboxValues => ({
  ...blankMailbox,
  ...mailbox,
  incoming: incoming ?? blankMailbox.incoming,
  outgoing: outgoing ?? blankMailbox.outgoing,
  office: office ?? blankMailbox.office,
  maxMessageMb: maxMessageBytes / bytesOfMb,
})

/** Returns the connection data in the format of the request. */
export function placesOf({
  type,
  address,
  incoming,
  outgoing,
  office,
}: MailboxValues): Pick<NewMailbox, 'type' | 'address' | 'incoming' | 'outgoing' | 'office'> {
  const isOffice = type === 'OFFICE_365'
  const server = ({ host, port, user, ...rest }: Server) => ({
    ...rest,
    host: host.trim(),
    user: user.trim(),
    port: port ?? 0,
  })
  return {
    type,
    address,
    incoming: isOffice ? null : server(incoming),
    outgoing: isOffice ? null : server(outgoing),
    office: isOffice ? office : null,
  }
}

/** Returns the request body: only the parts of the type, and only entered secrets. */
function bodyOf({ incoming, outgoing, office, maxMessageMb, ...values }: MailboxValues): unknown {
  const { incomingPassword, outgoingPassword, clientSecret, certificate, ...plain } = values
  const isOffice = values.type === 'OFFICE_365'
  const secrets = isOffice ? { clientSecret, certificate } : { incomingPassword, outgoingPassword }
  return {
    ...plain,
    incoming: isOffice ? null : incoming,
    outgoing: isOffice ? null : outgoing,
    office: isOffice ? office : null,
    folders: values.type === 'POP3' ? [] : values.folders,
    deleteAfterDays: values.type === 'POP3' ? values.deleteAfterDays : null,
    maxMessageBytes: maxMessageMb === null ? undefined : Math.round(maxMessageMb * bytesOfMb),
    ...Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret !== '')),
  }
}

/** Validates the request and assigns errors to the fields of the form. */
export const MailboxForm = z.custom<MailboxValues>().transform((values, ctx): NewMailbox => {
  const checked = NewMailbox.safeParse(bodyOf(values), { reportInput: true })
  if (checked.success) return checked.data
  for (const { path, message: _, ...issue } of checked.error.issues) {
    const place = path.map((part) => (part === 'maxMessageBytes' ? 'maxMessageMb' : part))
    ctx.addIssue({ ...issue, path: place } as never)
  }
  return z.NEVER
})
