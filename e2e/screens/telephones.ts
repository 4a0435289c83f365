import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Database } from '../../server/src/db/db.ts'
import { addPerson, unique } from '../data.ts'

export const corner = (page: Page) => page.getByRole('region', { name: 'Soeben geschehen' })
export const callsButton = (page: Page) => page.getByRole('button', { name: /^Anrufe, / })

/** Adds two users with an extension each, and an access key for the exchange. */
export async function telephones(database: Database) {
  const [me, colleague] = [await addPerson(database), await addPerson(database)]
  const [own, other] = [`7${unique()}`, `8${unique()}`]
  for (const [name, extension] of [
    [me, own],
    [colleague, other],
  ]) {
    await database.pool.query('update app_user set extensions = $1 where username = $2', [extension, name])
  }
  const secret = randomBytes(32).toString('base64url')
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into access_key (title, scope, user_id, secret_hash)
     select 'Telefonanlage', 'TELEPHONY', id, $1 from app_user where username = 'admin' returning id`,
    [createHash('sha256').update(secret).digest()],
  )
  return { me, own, other, key: `${rows[0]?.id}.${secret}` }
}
