import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import { ById, Done, endpoint, fileAnswer, Id, Instant, OptionalText, PlainDate, Text, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { mailAdmin } from '../permissions.ts'

export const mailboxTypes = ['IMAP', 'POP3', 'OFFICE_365'] as const
export type MailboxType = (typeof mailboxTypes)[number]
export const connectionSecurities = ['TLS', 'STARTTLS', 'NONE'] as const
/** Ways to reach an OFFICE_365 mailbox: Microsoft Graph, or IMAP and SMTP with XOAUTH2. */
export const officeProtocols = ['GRAPH', 'IMAP_SMTP'] as const
export const folderRoles = ['INBOX', 'SENT', 'DRAFTS', 'JUNK', 'TRASH', 'ARCHIVE', 'OTHER'] as const
export type FolderRole = (typeof folderRoles)[number]

export const mailboxStates = ['NEW', 'OK', 'ERROR', 'AUTH_ERROR', 'OFF'] as const
/** Faults of a connection; each has a sentence that says what to do. */
export const mailFaults = [
  'HOST_UNKNOWN',
  'REFUSED',
  'TIMEOUT',
  'CERTIFICATE',
  'NO_STARTTLS',
  'CREDENTIALS',
  'TOKEN',
  'NOT_ALLOWED',
  'CONTENT_REFUSED',
  'TOO_LARGE',
  'MESSAGE_REFUSED',
  'FOLDER_MISSING',
  'THROTTLED',
  'QUOTA',
  'DISCONNECTED',
  'LATER',
  'PROTOCOL',
  'SECRET_UNREADABLE',
  'OWN_FAULT',
] as const
export type MailFault = (typeof mailFaults)[number]

const MailServer = z.object({
  host: Text(255),
  port: z.int().min(1).max(65_535),
  security: z.enum(connectionSecurities),
  user: OptionalText(255).default(''),
})
export type MailServer = z.output<typeof MailServer>

const Office = z.object({
  tenantId: Text(100),
  clientId: Text(100),
  /** Address of the mailbox in the tenant. */
  user: Text(255),
  protocol: z.enum(officeProtocols).default('GRAPH'),
  /** Expiry of the secret or certificate; a warning appears 30 days before. */
  secretExpiresOn: PlainDate.nullable().default(null),
})

const fields = {
  type: z.enum(mailboxTypes),
  title: Text(255),
  /** Sender address of the messages. */
  address: ValidEmailAddress,
  senderName: OptionalText(255).default(''),
  /** IMAP and POP3: server that mail is fetched from. */
  incoming: MailServer.nullable().default(null),
  /** IMAP and POP3: server that mail is submitted to. */
  outgoing: MailServer.nullable().default(null),
  office: Office.nullable().default(null),
  /** Paths on the server of the folders that are read besides INBOX and Sent. */
  folders: z.array(Text(500)).max(50).default([]),
  /** POP3: days after which messages are removed from the server; null: never. */
  deleteAfterDays: z.int().min(1).max(3650).nullable().default(null),
  /** Marks a message as read on the server when somebody opens it. */
  marksSeen: z.boolean().default(true),
  maxMessageBytes: z.int().min(100_000).max(150_000_000).default(limits.email.messageBytes),
  active: z.boolean().default(true),
}
/** Secrets are written and never returned; a change without them keeps them. */
const secrets = {
  incomingPassword: z.string().max(1000).optional(),
  outgoingPassword: z.string().max(1000).optional(),
  clientSecret: z.string().max(1000).optional(),
  /** PEM of certificate and key. */
  certificate: z.string().max(20_000).optional(),
}
export const secretNames = ['incomingPassword', 'outgoingPassword', 'clientSecret', 'certificate'] as const

export const Mailbox = z.object({
  id: Id,
  version: Version,
  ...fields,
  /** Names of the stored secrets. */
  secrets: z.array(z.enum(secretNames)),
})
export type Mailbox = z.output<typeof Mailbox>
export const NewMailbox = z.object({ ...fields, ...secrets })
export type NewMailbox = z.output<typeof NewMailbox>
const MailboxChange = z.object({ version: Version, ...fields, ...secrets })

/** Mailbox as everybody who reads mail sees it; the first one is the default sender. */
export const MailboxSummary = z.object({
  id: Id,
  type: z.enum(mailboxTypes),
  title: z.string(),
  address: z.string(),
  senderName: z.string(),
  maxMessageBytes: z.int(),
  active: z.boolean(),
  state: z.enum(mailboxStates),
})
export type MailboxSummary = z.output<typeof MailboxSummary>

const Folder = z.object({
  path: z.string(),
  role: z.enum(folderRoles),
  /** Whether the folder is read. */
  read: z.boolean(),
  messages: z.int().nullable(),
})
export type Folder = z.output<typeof Folder>

/** Step of a connection test, in the order of execution; the test ends at the first failure. */
const TestStep = z.object({
  step: z.enum(['CONNECT', 'SIGN_IN', 'FOLDERS', 'SEND']),
  ok: z.boolean(),
  fault: z.enum(mailFaults).nullable(),
  /** Explanation and advice, in the language of the request. */
  detail: z.string(),
  /** Answer of the server, unchanged. */
  said: z.string(),
})
export type TestStep = z.output<typeof TestStep>

/** State of a mailbox. */
const Cockpit = z.object({
  mailboxRef: Id,
  state: z.enum(mailboxStates),
  fault: z.enum(mailFaults).nullable(),
  detail: z.string(),
  said: z.string(),
  lastTryAtUtc: Instant.nullable(),
  lastSuccessAtUtc: Instant.nullable(),
  lastMessageAtUtc: Instant.nullable(),
  /** Messages on the server that are not stored yet; null: unknown. */
  backlog: z.int().nullable(),
  /** True: the server announces new mail; false: the mailbox is polled. */
  pushed: z.boolean(),
  outboxWaiting: z.int(),
  outboxFailed: z.int(),
  quarantined: z.int(),
  /** Tasks that the server refused too often. */
  refused: z.int(),
  secretExpiresOn: PlainDate.nullable(),
  secretExpiresSoon: z.boolean(),
})
export type Cockpit = z.output<typeof Cockpit>

/** Message that could not be read; its source is kept. */
const Quarantined = z.object({
  id: Id,
  mailboxRef: Id,
  folder: z.string(),
  receivedAtUtc: Instant,
  sizeByte: z.int(),
  subject: z.string(),
  from: z.string(),
  reason: z.string(),
  tries: z.int(),
})
export type Quarantined = z.output<typeof Quarantined>

/** Tasks to do on a server about a message. */
export const serverTasks = ['SEEN', 'UNSEEN', 'ANSWERED', 'FORWARDED', 'BIN', 'UNBIN', 'REMOVE'] as const
export type ServerTask = (typeof serverTasks)[number]

export const historyStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
const HistoryRun = z.object({
  id: Id,
  from: PlainDate,
  to: PlainDate,
  state: z.enum(historyStates),
  total: z.int().nullable(),
  done: z.int(),
  filed: z.int(),
  detail: z.string(),
  startedAtUtc: Instant,
  finishedAtUtc: Instant.nullable(),
})
export type HistoryRun = z.output<typeof HistoryRun>

const admin = 'GENERAL_ADMIN_FUNCTIONS'

export const mailboxApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/mailboxes',
    allow: 'EMAIL_READ',
    summary: 'The mailboxes, the default one first',
    shows: ['mailbox'],
    response: z.array(MailboxSummary),
  }),
  cockpit: endpoint({
    method: 'GET',
    path: '/api/mailboxes/_cockpit',
    allow: admin,
    summary: 'How every mailbox is doing',
    shows: ['mailbox', 'email'],
    response: z.array(Cockpit),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/mailboxes/:id',
    allow: admin,
    summary: 'The settings of a mailbox, without its secrets',
    params: ById,
    shows: ['mailbox mailbox=:id'],
    response: Mailbox,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/mailboxes',
    allow: admin,
    summary: 'Connect a mailbox',
    body: NewMailbox,
    response: Mailbox,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/mailboxes/:id',
    allow: admin,
    summary: 'Change a mailbox; a secret that is left out stays',
    params: ById,
    body: MailboxChange,
    response: Mailbox,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/mailboxes/:id',
    allow: admin,
    summary: 'Disconnect a mailbox; its messages stay',
    ends: true,
    params: ById,
    response: Done,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/mailboxes/_test',
    reads: true,
    allow: admin,
    summary: 'Try a connection and say what is wrong; secrets that are left out are those of the mailbox with this id',
    body: NewMailbox.extend({ id: Id.nullable().default(null) }),
    shows: [],
    response: z.object({ steps: z.array(TestStep) }),
  }),
  folders: endpoint({
    method: 'GET',
    path: '/api/mailboxes/:id/folders',
    allow: admin,
    summary: 'The folders on the server',
    params: ById,
    shows: [],
    response: z.array(Folder),
  }),
  import: endpoint({
    method: 'GET',
    path: '/api/mailboxes/import',
    allow: 'EMAIL_READ',
    startsWork: true,
    summary: 'Fetch new mail of all mailboxes now, in the background',
    shows: [],
    response: z.object({ mailboxes: z.int() }),
  }),
  synchronizeHistory: endpoint({
    method: 'POST',
    path: '/api/mailboxes/synchronize/_contactHistory',
    allow: admin,
    summary: 'File past mail, from one day to another, as encounters of the contacts, in the background',
    query: z
      .object({ from: PlainDate, to: PlainDate })
      .refine(({ from, to }) => from <= to, { path: ['to'], params: { code: 'END_BEFORE_START' } }),
    response: HistoryRun,
  }),
  historyRuns: endpoint({
    method: 'GET',
    path: '/api/mailboxes/synchronize/_contactHistory',
    allow: admin,
    summary: 'The latest synchronisations of past mail and how far they are',
    shows: ['mailbox'],
    response: z.array(HistoryRun),
  }),
  cancelHistory: endpoint({
    method: 'PUT',
    path: '/api/mailboxes/synchronize/_contactHistory/:id/cancel',
    allow: admin,
    summary: 'Stop a synchronisation; what it filed stays',
    params: ById,
    response: HistoryRun,
  }),
  quarantine: endpoint({
    method: 'GET',
    path: '/api/mailboxes/:id/quarantine',
    allow: mailAdmin,
    summary: 'Messages that could not be read',
    params: ById,
    shows: ['mailbox mailbox=:id'],
    response: z.array(Quarantined),
  }),
  quarantinedSource: endpoint({
    method: 'GET',
    path: '/api/mailboxes/quarantine/:id/source',
    allow: mailAdmin,
    summary: 'The source of a message that could not be read',
    params: ById,
    response: fileAnswer('message/rfc822'),
  }),
  replay: endpoint({
    method: 'PUT',
    path: '/api/mailboxes/quarantine/:id/replay',
    allow: mailAdmin,
    summary: 'Read a message again',
    params: ById,
    response: z.object({ emailRef: Id.nullable(), reason: z.string() }),
  }),
}
