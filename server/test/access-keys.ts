import { createHmac, randomBytes } from 'node:crypto'
import type { KeyScope } from '#contract/permissions'
import { hashOfSecret } from '../src/http/access-keys.ts'
import type { testApp } from './app.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'database' | 'appContext'>

/** Returns functions that add access keys in the name of a user. */
export function accessKeyFactory({ database, appContext }: App) {
  async function add(username: string, scope: KeyScope, secret: { secret_hash: Buffer } | { sealed_secret: Buffer }) {
    const { id: user_id } = await database.kysely
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const row = { title: `${scope} of ${username}`, scope, user_id, ...secret }
    return (await database.kysely.insertInto('access_key').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const made = () => randomBytes(32).toString('base64url')

  return {
    /** Adds a key that calls show; returns the headers of such a call. */
    async shown(username: string, scope: KeyScope) {
      const secret = made()
      const id = await add(username, scope, { secret_hash: hashOfSecret(secret) })
      return { id, headers: { authorization: `Bearer ${id}.${secret}` } }
    },
    /** Adds a key that signs; returns a function for the headers of a signed message. */
    async signing(username: string, scope: KeyScope) {
      const secret = made()
      const id = await add(username, scope, { sealed_secret: appContext.services.vault.seal(secret) })
      return { id, sign: (body: string | Buffer, message: Message = {}) => signed(secret, body, message) }
    },
  }
}

interface Message {
  readonly id?: string
  readonly at?: number
}

function signed(secret: string, body: string | Buffer, { id = randomBytes(9).toString('hex'), at }: Message) {
  const timestamp = String(at ?? Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
