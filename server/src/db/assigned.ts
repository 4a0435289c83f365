import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Tables whose rows can be assigned to users and roles, in `<table>_user` and `<table>_role`. */
type Owner = 'blackboard' | 'document_classification'

interface Assigned {
  readonly assignedUsers: readonly string[]
  readonly assignedRoles: readonly string[]
}

const users = (owner: Owner) => sql.table(`${owner}_user`)
const roles = (owner: Owner) => sql.table(`${owner}_role`)

/** Returns `'assignedUsers', […], 'assignedRoles', […]` for a json_build_object; `id` is the assigned row. */
export const assignedJson = (owner: Owner, id: RawBuilder<unknown>) => sql`
  'assignedUsers', coalesce((select json_agg(a.user_id order by a.user_id) from ${users(owner)} a where a.owner_id = ${id}), '[]'),
  'assignedRoles', coalesce((select json_agg(a.role_id order by a.role_id) from ${roles(owner)} a where a.owner_id = ${id}), '[]')`

/** The part of a caller that decides what they see. */
export interface Seeing {
  readonly id: string | null
  readonly roles: readonly string[]
}

/** Returns SQL that is true for a row assigned to nobody, to this user or to a role of theirs; ADMIN sees all. */
export function seenBy(owner: Owner, id: RawBuilder<unknown>, actor: Seeing): RawBuilder<boolean> {
  if (actor.roles.includes('ADMIN')) return sql`true`
  return sql`(
    not exists (select from ${users(owner)} a where a.owner_id = ${id})
      and not exists (select from ${roles(owner)} a where a.owner_id = ${id})
    or exists (select from ${users(owner)} a where a.owner_id = ${id} and a.user_id = ${actor.id})
    or exists (select from ${roles(owner)} a join role r on r.id = a.role_id
                where a.owner_id = ${id} and r.name = any (${actor.roles}::text[])))`
}

/** Returns SQL like `seenBy`, for a user `u` of the query instead of the caller. */
export const seenByUser = (owner: Owner, id: string): RawBuilder<boolean> => sql`(
  exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.name = 'ADMIN')
  or not exists (select from ${users(owner)} a where a.owner_id = ${id})
    and not exists (select from ${roles(owner)} a where a.owner_id = ${id})
  or exists (select from ${users(owner)} a where a.owner_id = ${id} and a.user_id = u.id)
  or exists (select from ${roles(owner)} a join user_role ur on ur.role_id = a.role_id where a.owner_id = ${id} and ur.user_id = u.id))`

/** Returns SQL that is true for a role to which something is assigned: it allows more than its permissions say. */
export const isRoleAssigned = (roleId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from blackboard_role a where a.role_id = ${roleId})
  or exists (select from document_classification_role a where a.role_id = ${roleId}))`

/** Replaces the assigned users and roles. Errors: VALIDATION for a user or role that does not exist. */
export async function assign(db: Kysely<DB>, owner: Owner, id: string, assigned: Assigned): Promise<void> {
  await write(db, users(owner), sql.ref('user_id'), id, assigned.assignedUsers)
  await write(db, roles(owner), sql.ref('role_id'), id, assigned.assignedRoles)
}

async function write(
  db: Kysely<DB>,
  table: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from ${table} where owner_id = ${id} and ${column} <> all (${ids}::uuid[])`.execute(db)
  await sql`
    insert into ${table} (owner_id, ${column}) select ${id}, one from unnest(${ids}::uuid[]) as one
    on conflict do nothing`.execute(db)
}
