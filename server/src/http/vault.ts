import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Encrypts the secrets that the database stores. */
export interface Vault {
  seal(text: string): Buffer
  /** Decrypts a secret. Throws when the bytes were changed or encrypted with another key. */
  open(sealed: Buffer): string
  /** Returns a keyed hash: the same text always gives the same one, and it cannot be reversed. */
  fingerprint(text: string): Buffer
}

/** Opens the vault with SECRET_KEY (32 bytes in hex or base64), or with a key file that the first start creates. */
export function openVault(secretKey: string | null, dataDir: string): Vault {
  const key = secretKey === null ? keyOfFile(path.join(dataDir, 'secret.key')) : parseKey(secretKey, 'SECRET_KEY')
  // Created once: for an import, which takes several fingerprints per row, creating it is most of the work.
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
  // Left by a process that was killed before it linked its key to `file`. A running one that loses its file here uses ours.
  for (const name of fs.readdirSync(path.dirname(file))) {
    if (/^secret\.key\.[0-9a-f]{12}$/.test(name)) fs.rmSync(path.join(path.dirname(file), name), { force: true })
  }
  return parseKey(fs.readFileSync(file, 'utf8').trim(), file)
}

/** Writes the key to another file first, so that a killed process leaves the whole key or none. */
function makeKeyFile(file: string): void {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  fs.writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    fs.linkSync(unfinished, file)
  } catch (error) {
    // Another process was faster, and its key counts.
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
