import { type Kysely, sql } from 'kysely'
import { permissions } from '#contract/permissions'
import { lock } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import { archiveProject, removeProject } from '../work/projects/archive-project.ts'
import { addProject } from '../work/projects/projects.ts'
import { demoId } from './contacts.ts'

interface Planned {
  readonly title: string
  readonly description: string
  /** Index of the step on the board. */
  readonly step: number
  /** Days from today. */
  readonly start: number
  readonly finished: number
  readonly reminder?: number
  readonly contacts?: readonly number[]
  readonly goes?: 'ARCHIVE' | 'BIN'
}

const planned: readonly Planned[] = [
  {
    title: 'Frühlingsmesse',
    description: '<p>Stand mit drei <b>Feuerschalen</b>, Prospekte in drei Sprachen.</p>',
    step: 1,
    start: -20,
    finished: 25,
    contacts: [210, 217],
  },
  {
    title: 'Neuer Katalog',
    description: '<p>Bilder bis Ende Monat, Texte danach.</p>',
    step: 1,
    start: -30,
    finished: -2,
    contacts: [224],
  },
  {
    title: 'Umzug des Lagers',
    description: '<ul><li>Regale</li><li>Stapler</li></ul>',
    step: 0,
    start: 14,
    finished: 40,
    reminder: 7,
  },
  { title: 'Ausstellung im Garten', description: '', step: 0, start: 5, finished: 60, contacts: [231, 238] },
  { title: 'Schulung der Händler', description: '<p>Zwei Abende.</p>', step: 2, start: -3, finished: 3, reminder: -1 },
  { title: 'Feuerring in Bronze', description: '<p>Muster prüfen.</p>', step: 2, start: -60, finished: 90 },
  { title: 'Weihnachtsaktion', description: '', step: 1, start: -300, finished: -270, goes: 'ARCHIVE' },
  { title: 'Eigener Lieferwagen', description: '', step: 0, start: 0, finished: 30, goes: 'BIN' },
]

/** Adds the projects of the demo: planned, in progress, due, archived and in the bin. */
export async function addDemoProjects(appContext: AppContext): Promise<void> {
  const { rows } = await sql<{ id: string; users: string[]; steps: string[] }>`
    select b.id, (select array_agg(s.id order by s.position) from blackboard_step s where s.blackboard_id = b.id) as steps,
           (select array_agg(u.id order by lower(u.username)) from app_user u
             where lower(u.username) in ('admin', 'user') and u.deleted_at is null) as users
      from blackboard b where b.kind = 'PROJECT' order by fold(b.title) limit 1`.execute(appContext.database.kysely)
  const [board] = rows
  const admin = board?.users?.[0]
  if (!board || !admin || (await hasProjects(appContext.database.kysely))) return
  const actor = { ...systemActor(admin), roles: ['ADMIN'], permissions: new Set(permissions) }
  await inTransaction(appContext, actor, async (ctx) => {
    await lock(ctx.db, 'demoProjects')
    if (await hasProjects(ctx.db)) return
    for (const [index, project] of planned.toReversed().entries()) {
      const { start, finished, reminder, contacts = [], step, goes, ...said } = project
      const added = await addProject(ctx, {
        ...said,
        taskboardRef: board.id,
        step: board.steps[step] ?? board.steps[0],
        assigneeRef: board.users[index % board.users.length] ?? admin,
        start: inDays(ctx, start),
        finished: inDays(ctx, finished),
        reminderAtUtc: reminder === undefined ? null : inDays(ctx, reminder),
        contactRefs: contacts.map((at) => demoId(at)),
      })
      const { id } = (await added.ask(ctx.db)).value
      if (goes === 'ARCHIVE') await archiveProject(ctx, id)
      if (goes === 'BIN') await removeProject(ctx, id)
    }
    // Demo users shall not find notifications of these assignments.
    await ctx.db.updateTable('notification').set({ read_at: ctx.now.toISOString() }).execute()
  })
}

const hasProjects = async (db: Kysely<DB>) =>
  (await db.selectFrom('project').select('id').limit(1).executeTakeFirst()) !== undefined

/** Returns the full hour that many days from now. */
const inDays = ({ now }: Ctx, days: number) => {
  const at = new Date(now.getTime() + days * 86_400_000)
  at.setUTCMinutes(0, 0, 0)
  return at.toISOString()
}
