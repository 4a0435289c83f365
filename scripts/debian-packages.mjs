import { spawnSync } from 'node:child_process'

/** Debian packages that the tests need. */
const packages = [
  ...['chromium', 'chromium-headless-shell', 'fonts-liberation', 'openssl', 'curl'],
  ...['kamailio', 'kamailio-utils-modules', 'sip-tester'],
  ...['dovecot-core', 'dovecot-imapd', 'dovecot-pop3d', 'dovecot-lmtpd'],
]

/** Installs the missing Debian packages when root; otherwise returns a sentence that says which to install. */
export function ensureDebianPackages() {
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return undefined
  const command = `apt-get install --yes --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0) return `The tests need Debian packages that are missing. As root: ${command}`
  console.log(`Installing Debian packages: ${missing.join(' ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const line of ['apt-get update --quiet=2', `${command} --quiet=2`]) {
    const [program, ...args] = line.split(' ')
    const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
    if (status !== 0) return `"${line}" failed${error ? `: ${error.message}` : ', see above'}.`
  }
  return undefined
}

function isInstalled(name) {
  // systems other than Debian provide a browser by CHROMIUM_BIN
  if (name.startsWith('chromium') && process.env.CHROMIUM_BIN) return true
  const { stdout } = spawnSync('dpkg', ['--status', name], { encoding: 'utf8' })
  return /^Status: .* installed$/m.test(stdout ?? '')
}
