import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Keeps secrets unreadable in the database. */
export interface Vault {
  seal(text: string): Buffer
  /** Throws when the bytes were changed or sealed with another key. */
  open(sealed: Buffer): string
  /** The same for the same text, and nothing that leads back to it without the key. */
  fingerprint(text: string): Buffer
}

/** The key of SECRET_KEY (32 bytes in hex or base64), or of a key file that the first start makes. */
export function openVault(secretKey: string | null, dataDir: string): Vault {
  const key = secretKey === null ? keyOfFile(path.join(dataDir, 'secret.key')) : parseKey(secretKey, 'SECRET_KEY')
  // Made ready once: for an import, which takes several fingerprints a row, that is most of the work.
  const ready = createSecretKey(key)
  return {
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
    fingerprint: (text) => createHmac('sha256', ready).update(text).digest(),
  }
}

function keyOfFile(file: string): Buffer {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  if (!fs.existsSync(file)) makeKeyFile(file)
  // Left by a process that was killed before it had named its key; one that is about to reads ours then.
  for (const name of fs.readdirSync(path.dirname(file))) {
    if (/^secret\.key\.[0-9a-f]{12}$/.test(name)) fs.rmSync(path.join(path.dirname(file), name), { force: true })
  }
  return parseKey(fs.readFileSync(file, 'utf8').trim(), file)
}

/** Written beside it first: a process that is killed leaves the whole key or none. */
function makeKeyFile(file: string): void {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  fs.writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    fs.linkSync(unfinished, file)
  } catch (error) {
    // Another process made it first, and that is then the one to read.
    if (!fs.existsSync(file)) throw error
  } finally {
    fs.rmSync(unfinished, { force: true })
  }
}

function parseKey(text: string, origin: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32) throw new Error(`${origin} must hold 32 bytes in hex or base64.`)
  return key
}
