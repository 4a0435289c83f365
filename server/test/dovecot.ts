import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { deliverByLmtp } from './lmtp.ts'

export const mailPassword = 'geheim1'

export interface DovecotOptions {
  /** Capabilities that the server announces, to simulate a limited server. */
  readonly capability?: string
  /** Certificate and key files: the server then offers TLS on a port of its own, and STARTTLS on the plain one. */
  readonly tls?: { readonly certificate: string; readonly key: string }
  /** URL for checking XOAUTH2 tokens. */
  readonly introspection?: string
}

export interface Dovecot {
  readonly imap: number
  readonly imaps: number
  readonly pop3: number
  readonly lmtp: number
  /** Returns the address of an account. Any name works; the password is `mailPassword`. */
  account(name: string): string
  /** Delivers messages over LMTP. */
  deliver(address: string, ...messages: (string | Buffer)[]): Promise<void>
  doveadm(...args: string[]): Promise<string>
  /** Returns the account's folder on disk. */
  folderOf(address: string): string
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops the server and deletes all mail. */
  remove(): Promise<void>
}

/** Starts Dovecot. As root its network-facing processes run as its own users, otherwise all as the current user. */
export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  // Unix sockets have a length limit, which a long TMPDIR would exceed.
  const folder = mkdtempSync('/tmp/glut-dovecot-')
  chmodSync(folder, 0o755)
  const me = userInfo()
  const asRoot = me.uid === 0
  const owner = asRoot ? idsOf('nobody') : { uid: me.uid, gid: me.gid }
  const [imap, imaps, pop3, lmtp] = [await freePort(), await freePort(), await freePort(), await freePort()]
  for (const name of ['run', 'state', 'log', 'mail']) mkdirSync(path.join(folder, name), { mode: 0o755 })
  chownSync(path.join(folder, 'mail'), owner.uid, owner.gid)
  const group = asRoot ? 'dovecot' : execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()
  const parts = {
    folder,
    ports: { imap, imaps, pop3, lmtp },
    owner,
    internal: asRoot ? 'dovecot' : me.username,
    login: asRoot ? 'dovenull' : me.username,
    group,
  }
  if (options.introspection) writeFileSync(path.join(folder, 'oauth2.conf'), oauth2(options.introspection))
  const configuration = path.join(folder, 'dovecot.conf')
  writeFileSync(configuration, configurationOf(parts, options))
  const run = promisify(execFile)
  const start = async () => {
    // Daemon processes would keep pipes open.
    const [code] = await once(spawn('dovecot', ['-c', configuration], { stdio: 'ignore' }), 'exit')
    if (code !== 0) throw new Error(`Dovecot ended with ${code}`)
    for (const port of [imap, lmtp]) await listening(port)
  }
  await start()
  const stop = async () => {
    const pid = pidOf(folder)
    if (pid === null) return
    process.kill(pid)
    // A dead process that nobody has reaped keeps its id, so the removal of the pid file is awaited instead.
    for (let waited = 0; waited < 300 && pidOf(folder) !== null; waited++) await sleep(10)
  }
  return {
    imap,
    imaps,
    pop3,
    lmtp,
    account: (name) => `${name}@example.test`,
    deliver: (address, ...messages) => deliverByLmtp(lmtp, address, messages),
    doveadm: async (...args) => (await run('doveadm', ['-c', configuration, ...args])).stdout,
    folderOf: (address) => path.join(folder, 'mail', address.split('@')[0] ?? '', 'Maildir'),
    start,
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function pidOf(folder: string): number | null {
  try {
    return Number(readFileSync(path.join(folder, 'run', 'master.pid'), 'utf8'))
  } catch {
    return null
  }
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (what: string) => Number(execFileSync('id', [what, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const open = await new Promise<boolean>((done) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy()
        done(true)
      })
      socket.on('error', () => done(false))
    })
    if (open) return
    await sleep(20)
  }
  throw new Error('Dovecot does not listen')
}

const oauth2 = (introspection: string) => `introspection_mode = post
introspection_url = ${introspection}
username_attribute = username
active_attribute = active
active_value = true
force_introspection = yes
`

interface Parts {
  readonly folder: string
  readonly ports: { imap: number; imaps: number; pop3: number; lmtp: number }
  readonly owner: { uid: number; gid: number }
  readonly internal: string
  readonly login: string
  readonly group: string
}

function configurationOf({ folder, ports, owner, internal, login, group }: Parts, options: DovecotOptions): string {
  const { tls, introspection, capability } = options
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log/dovecot.log
listen = 127.0.0.1
protocols = imap pop3 lmtp
${tls ? `ssl = yes\nssl_cert = <${tls.certificate}\nssl_key = <${tls.key}` : 'ssl = no'}
disable_plaintext_auth = no
auth_mechanisms = plain login${introspection ? ' xoauth2 oauthbearer' : ''}
auth_failure_delay = 0
default_internal_user = ${internal}
default_internal_group = ${group}
default_login_user = ${login}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:~/Maildir
mail_uid = ${owner.uid}
mail_gid = ${owner.gid}
mail_fsync = never
passdb {
  driver = static
  mechanisms = plain login
  args = password=${mailPassword}
}
${introspection ? `passdb {\n  driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n  args = ${folder}/oauth2.conf\n}` : ''}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail/%n allow_all_users=yes
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${tls ? ports.imaps : 0}
    ssl = yes
  }
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    port = ${ports.pop3}
  }
  inet_listener pop3s {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtp}
  }
}
namespace inbox {
  inbox = yes
  separator = /
${['Sent', 'Drafts', 'Junk', 'Trash', 'Archive'].map((name) => `  mailbox ${name} {\n    auto = subscribe\n    special_use = \\${name}\n  }`).join('\n')}
}
protocol imap {
  mail_max_userip_connections = 50
${capability ? `  imap_capability = ${capability}` : ''}
}
protocol pop3 {
  pop3_uidl_format = %08Xu%08Xv
  pop3_no_flag_updates = yes
}
protocol lmtp {
  postmaster_address = postmaster@example.test
}
`
}
