import net from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { mailboxApi, type NewMailbox } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { mailboxAt } from '../../../test/mail.ts'
import { deliverBySmtp } from '../outgoing/smtp.ts'
import { isLinkLocal } from '../transports/callable.ts'
import { mailError, plainLine } from '../transports/faults.ts'
import { openImap } from '../transports/imap.ts'
import { openPop3 } from '../transports/pop3.ts'
import { giveUpMs } from '../transports/transport.ts'

const { as } = await testApp()
const admin = as('ADMIN')

/** Servers that send a fixed greeting and record what they receive. */
const servers: net.Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
const popReply = (said: string) => (said.startsWith('PASS') ? '-ERR no\r\n' : '+OK\r\n')
async function listening(greeting: string | null, reply: (said: string) => string = popReply) {
  const heard: string[] = []
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    if (greeting !== null) socket.write(greeting)
    socket.on('data', (data) => {
      heard.push(data.toString())
      if (greeting !== null) socket.write(reply(String(data)))
    })
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as net.AddressInfo).port, heard }
}

describe('a saved password', async () => {
  const server = { host: 'mail.example.test', port: 995, security: 'TLS', user: 'info' } as const
  const given: NewMailbox = {
    ...mailboxAt(1, 'info@example.test'),
    type: 'POP3',
    title: 'Bewahrt',
    active: false,
    incoming: server,
    outgoing: { ...server, port: 465 },
    incomingPassword: 'KEPT-INCOMING',
    outgoingPassword: 'KEPT-OUTGOING',
  }
  const kept = await admin.call(mailboxApi.add, { body: given }).then(({ answer }) => answer)
  const { id, secrets: _, ...fields } = kept
  const put = (change: object) => admin.call(mailboxApi.update, { params: { id }, body: { ...fields, ...change } })
  const tried = (change: object) => admin.call(mailboxApi.test, { body: { ...fields, ...change, id } })

  test.each([
    ['host', { incoming: { ...server, host: 'evil.example.test' } }],
    ['port', { incoming: { ...server, port: 110 } }],
    ['user', { incoming: { ...server, user: 'other' } }],
    ['security', { incoming: { ...server, security: 'NONE' as const } }],
  ])('must be entered again for another %s, in a test and in an update', async (_what, change) => {
    for (const call of [put, tried]) {
      const { status, problem } = await call(change)
      expect([status, problem.errors]).toMatchObject([400, [{ path: 'incomingPassword', code: 'typeSecretAgain' }]])
    }
  })

  test('must be entered again for another outgoing server and another type', async () => {
    const elsewhere = await put({ outgoing: { ...server, host: 'evil.example.test' } })
    expect(elsewhere.problem.errors).toMatchObject([{ path: 'outgoingPassword' }])
    const { problem } = await put({ type: 'IMAP' })
    expect(problem.errors?.map(({ path }) => path)).toEqual(['incomingPassword', 'outgoingPassword'])
  })

  test('is never sent to a server it was not entered for', async () => {
    const { port, heard } = await listening('+OK hello\r\n')
    const incoming = { host: '127.0.0.1', port, security: 'NONE', user: 'info' }
    expect((await tried({ incoming })).status).toBe(400)
    expect((await put({ incoming, active: true })).status).toBe(400)
    expect(heard).toEqual([])
    await tried({ incoming, incomingPassword: 'TYPED', outgoingPassword: 'TYPED' })
    expect(heard.join('')).toContain('PASS TYPED')
    expect(heard.join('')).not.toContain('KEPT')
  })

  test('is kept when its server stays the same or gets safer, and removed with its type', async () => {
    const { answer } = await put({ title: 'Anders', incoming: { ...server, host: 'MAIL.example.test' } })
    expect(answer.secrets).toEqual(['incomingPassword', 'outgoingPassword'])
    const office = { tenantId: 't', clientId: 'c', user: 'info@example.test', protocol: 'GRAPH', secretExpiresOn: null }
    const moved = { ...fields, version: answer.version, type: 'OFFICE_365', incoming: null, outgoing: null, office }
    const { answer: changed } = await put({ ...moved, clientSecret: 'KEPT-CLIENT' })
    expect(changed.secrets).toEqual(['clientSecret'])
    const other = await put({ ...moved, version: changed.version, office: { ...office, tenantId: 'evil' } })
    expect(other.problem.errors).toMatchObject([{ path: 'clientSecret', code: 'typeSecretAgain' }])
    const incoming = { host: 'evil.example.test', port: 993, security: 'TLS', user: '' }
    expect((await put({ ...moved, version: changed.version, incoming })).problem.errors?.[0]?.path).toBe('clientSecret')
  })
})

const access = (port: number) => ({
  server: { host: '127.0.0.1', port, security: 'NONE' as const, user: 'a' },
  password: 'b',
  token: null,
  giveUp: 50,
})

test('a server that throttles the opening of a folder reports THROTTLED, not FOLDER_MISSING', async () => {
  const { port } = await listening('* OK [CAPABILITY IMAP4rev1] hello\r\n', (said) => {
    const [tag, command] = said.split(/\s/)
    if (command === 'SELECT') return `${tag} NO [LIMIT] Too many commands, try again later.\r\n`
    return `${command === 'LIST' ? '* LIST () "/" INBOX\r\n' : ''}${tag} OK done\r\n`
  })
  const transport = await openImap({ ...access(port), giveUp: 5000 })
  const cursor = { path: 'INBOX', ref: null, uidValidity: null, uidNext: null, highestModseq: null, deltaLink: null }
  await expect(transport.look(cursor, false, async () => {})).rejects.toMatchObject({ fault: 'THROTTLED' })
  transport.abandon()
})

describe('a silent server', () => {
  test('is given up with TIMEOUT', async () => {
    const { port } = await listening(null)
    const faults = await Promise.all(
      [
        openPop3(access(port)),
        openImap(access(port)),
        deliverBySmtp(access(port), {
          from: 'a@b.ch',
          to: [],
          size: 1,
          open: () => Promise.reject(new Error('never')),
          onContent: async () => {},
        }),
      ].map((opening) =>
        opening.then(
          () => 'opened',
          (error) => mailError(error).fault,
        ),
      ),
    )
    expect(faults).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT'])
    expect(giveUpMs).toBe(15_000)
  })
})

describe('the message of a strange server', () => {
  test('is shown as one line of limited, printable text', async () => {
    const bell = `-ERR a\u0007\u001b[31mred\u202e\t\0${'x'.repeat(2000)}\r\n`
    const { port } = await listening(bell)
    const body = mailboxAt(port, 'info@example.test', { type: 'POP3' })
    const { answer } = await admin.call(mailboxApi.test, { body })
    expect(answer.steps.at(-1)?.said).toMatch(/^a \[31mred x{290}$/)
    expect(plainLine('a\r\nb\u2028c')).toBe('a b c')
  })
})

describe('a link-local address', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
  ])('is recognised: %s', (address) => expect(isLinkLocal(address)).toBe(true))
  test.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fd00::1', '169.253.0.1', 'fec0::1'])(
    'is not recognised: %s',
    (address) => expect(isLinkLocal(address)).toBe(false),
  )
  test.each(['169.254.169.254', '[fe80::1]', '::ffff:169.254.169.254', '0xa9fea9fe', '2852039166'])(
    'written as %s is never called, neither to fetch nor to send',
    async (host) => {
      for (const type of ['IMAP', 'POP3']) {
        const incoming = { host, port: 80, security: 'NONE', user: 'a' }
        const { answer } = await admin.call(mailboxApi.test, {
          body: mailboxAt(1, 'info@example.test', { type, incoming }),
        })
        expect(answer.steps).toMatchObject([
          { step: 'CONNECT', fault: 'HOST_UNKNOWN', said: expect.stringContaining('never called') },
        ])
      }
      const access = { server: { host, port: 25, security: 'NONE' as const, user: '' }, password: '' }
      const sending = { from: '', to: [], size: 0, open: () => Promise.reject(new Error()), onContent: async () => {} }
      await expect(deliverBySmtp(access, sending)).rejects.toMatchObject({ fault: 'HOST_UNKNOWN' })
    },
  )
})
