import type { House } from '../http/context.ts'
import { addUserWithRole } from '../users/first-admin.ts'
import { hashPassword } from '../users/passwords.ts'

const users = { admin: 'ADMIN', user: 'USER', termin: 'TERMIN_USER', pm: 'PROJECT_MANAGER', api: 'TERMIN_API' }
export const demoPassword = 'glut-demo'

/** Adds what a newcomer tries the product on: a user of each role. Adds nothing twice. */
export async function addDemo({ database }: House): Promise<void> {
  const hash = await hashPassword(demoPassword)
  for (const [username, role] of Object.entries(users)) await addUserWithRole(database.kysely, username, hash, role)
}
