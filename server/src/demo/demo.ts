import { sql } from 'kysely'
import type { AppContext } from '../http/context.ts'
import { addUserWithRole } from '../users/first-admin.ts'
import { hashPassword } from '../users/passwords.ts'
import { addDemoAppointments } from './appointments.ts'
import { addDemoComments } from './comments.ts'
import { addDemoDocuments } from './documents.ts'
import { addDemoContacts, addDemoEncounters } from './fill.ts'
import { addDemoLists } from './fill-lists.ts'
import { addDemoFlames } from './flames.ts'
import { addDemoProjects } from './projects.ts'
import { addDemoTodos } from './todos.ts'

const users = { admin: 'ADMIN', user: 'USER', termin: 'TERMIN_USER', pm: 'PROJECT_MANAGER', api: 'TERMIN_API' }
export const demoPassword = 'glut-demo'
const contactCount = 2000

/**
 * Adds demo data: a user of each role, the lists of a company that makes fire bowls, and contacts with their records.
 * Adds nothing twice.
 */
export async function addDemo(appContext: AppContext): Promise<void> {
  const { database } = appContext
  const hash = await hashPassword(demoPassword)
  for (const [username, role] of Object.entries(users)) await addUserWithRole(database.kysely, username, hash, role)
  await addDemoContacts(database.kysely, contactCount)
  const { rows } = await sql<{ id: string }>`
    select id from app_user where username in ('admin', 'user', 'termin') order by username`.execute(database.kysely)
  await addDemoEncounters(
    database.kysely,
    contactCount,
    rows.map(({ id }) => id),
  )
  await addDemoDocuments(appContext)
  await addDemoComments(database.kysely)
  await addDemoLists(appContext)
  await addDemoFlames(appContext)
  await addDemoTodos(appContext)
  await addDemoProjects(appContext)
  await addDemoAppointments(appContext)
}
