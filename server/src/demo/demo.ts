import type { House } from '../http/context.ts'
import { addUserWithRole } from '../users/first-admin.ts'
import { hashPassword } from '../users/passwords.ts'
import { addDemoContacts } from './fill.ts'

const users = { admin: 'ADMIN', user: 'USER', termin: 'TERMIN_USER', pm: 'PROJECT_MANAGER', api: 'TERMIN_API' }
export const demoPassword = 'glut-demo'
const contactCount = 2000

/** Adds what a newcomer tries the product on: a user of each role, contacts. Adds nothing twice. */
export async function addDemo({ database }: House): Promise<void> {
  const hash = await hashPassword(demoPassword)
  for (const [username, role] of Object.entries(users)) await addUserWithRole(database.kysely, username, hash, role)
  await addDemoContacts(database.kysely, contactCount)
}
