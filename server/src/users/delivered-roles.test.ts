import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliveredRoles, type Permission, permissions } from '#contract/permissions'
import { roleApi } from '#contract/users/roles'
import { testApp } from '../../test/app.ts'
import { databaseBefore } from '../../test/earlier-database.ts'
import { deliverRoles } from './roles.ts'

/** A version with a new permission for USER and TERMIN_USER, and with a new role. */
const next = {
  ...deliveredRoles,
  USER: [...deliveredRoles.USER, 'TELEPHONE_READ'],
  TERMIN_USER: [...deliveredRoles.TERMIN_USER, 'TELEPHONE_READ'],
  WAREHOUSE: ['FLAME_READ', 'TELEPHONE_READ'],
}

const { as, database } = await testApp()
const admin = as('ADMIN')
const without = (held: readonly string[], ...gone: string[]) => held.filter((one) => !gone.includes(one))
const rolesOf = async () => {
  const { rows } = await sql<{ name: string; permissions: string[] }>`select name, permissions from role`.execute(
    database.kysely,
  )
  return Object.fromEntries(rows.map(({ name, permissions }) => [name, permissions]))
}
async function change(name: string, held: readonly string[]) {
  const role = (await admin.call(roleApi.list, {})).answer.find((one) => one.name === name)
  if (!role) throw new Error(`there is no role ${name}`)
  const body = { ...role, permissions: held as Permission[] }
  expect((await admin.call(roleApi.update, { params: { id: role.id }, body })).status).toBe(200)
}

test('a version without new permissions leaves the roles unchanged', async () => {
  const before = await sql`select * from role order by id`.execute(database.kysely)
  await deliverRoles(database.kysely)
  expect((await sql`select * from role order by id`.execute(database.kysely)).rows).toEqual(before.rows)
})

test('new permissions of a version reach the roles, and permissions removed by an admin stay removed', async () => {
  await change('USER', without(deliveredRoles.USER, 'CONTACT_DELETE', 'EMAIL_DELETE'))
  await admin.call(roleApi.add, { body: { name: 'Own', permissions: ['CONTACT_READ'] } })
  await sql`delete from user_role where role_id = (select id from role where name = 'PROJECT_MANAGER')`.execute(
    database.kysely,
  )
  await sql`delete from role where name = 'PROJECT_MANAGER'`.execute(database.kysely)
  await sql`update role set name = 'Visits' where name = 'TERMIN_USER'`.execute(database.kysely)

  await Promise.all([1, 2, 3].map(() => deliverRoles(database.kysely, next)))
  const roles = await rolesOf()
  expect(Object.keys(roles).sort()).toEqual(['ADMIN', 'Own', 'TERMIN_API', 'USER', 'Visits', 'WAREHOUSE'])
  expect(roles.USER).toEqual([...without(deliveredRoles.USER, 'CONTACT_DELETE', 'EMAIL_DELETE'), 'TELEPHONE_READ'])
  expect(roles.WAREHOUSE).toEqual(next.WAREHOUSE)
  expect(roles.Own).toEqual(['CONTACT_READ'])
  expect(roles.Visits).toEqual(deliveredRoles.TERMIN_USER)

  await sql`update role set permissions = array_remove(permissions, 'TELEPHONE_READ') where name = 'USER'`.execute(
    database.kysely,
  )
  await deliverRoles(database.kysely, next)
  expect((await rolesOf()).USER).not.toContain('TELEPHONE_READ')
})

test('an own role with the name of a new delivered role stays unchanged', async () => {
  await admin.call(roleApi.add, { body: { name: 'Reception', permissions: ['CONTACT_READ'] } })
  for (const name of ['RECEPTION', 'Reception']) {
    await deliverRoles(database.kysely, { [name]: ['CONTACT_READ', 'CONTACT_DELETE'] })
    await deliverRoles(database.kysely, { [name]: ['CONTACT_READ', 'CONTACT_DELETE', 'EMAIL_READ'] })
  }
  expect((await rolesOf()).Reception).toEqual(['CONTACT_READ'])
  expect((await rolesOf()).RECEPTION).toBeUndefined()
})

test('ADMIN has every permission after each start', async () => {
  await sql`update role set permissions = '{}' where name = 'ADMIN'`.execute(database.kysely)
  await deliverRoles(database.kysely)
  expect(new Set((await rolesOf()).ADMIN)).toEqual(new Set(permissions))
})

test('the migration restores from the history what was delivered to the roles', async () => {
  const earlier = await databaseBefore('0070')
  const { pool, kysely } = earlier
  const old = {
    USER: ['CONTACT_READ', 'CONTACT_DELETE'],
    TERMIN_USER: ['CONTACT_READ'],
    PROJECT_MANAGER: ['PROJECT_READ'],
  }
  for (const [name, held] of Object.entries(old)) {
    await pool.query('insert into role (name, permissions) values ($1, $2)', [name, held])
  }
  await pool.query(`update role set permissions = '{CONTACT_READ}' where name = 'USER'`)
  await pool.query(`update role set name = 'Visits' where name = 'TERMIN_USER'`)
  await pool.query(`delete from role where name = 'PROJECT_MANAGER'`)
  await pool.query(`insert into role (name, permissions) values ('Own', '{CONTACT_READ}')`)
  await earlier.goOn()
  await deliverRoles(kysely, {
    USER: ['CONTACT_READ', 'CONTACT_DELETE', 'EMAIL_READ'],
    TERMIN_USER: ['CONTACT_READ', 'ENCOUNTER_READ'],
    PROJECT_MANAGER: ['PROJECT_READ'],
    TERMIN_API: [],
    Own: ['CONTACT_READ', 'FLAME_READ'],
  })
  const { rows } = await pool.query('select name, permissions from role order by name')
  expect(rows).toEqual([
    { name: 'Own', permissions: ['CONTACT_READ'] },
    { name: 'TERMIN_API', permissions: [] },
    { name: 'USER', permissions: ['CONTACT_READ', 'EMAIL_READ'] },
    { name: 'Visits', permissions: ['CONTACT_READ'] },
  ])
})
