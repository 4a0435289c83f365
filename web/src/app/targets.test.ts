import { describe, expect, it } from 'vitest'
import { deliveredRoles, type Permission, type RoleName } from '#contract/permissions'
import { screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { startTarget, viewTarget } from './targets.ts'

const user = (roles: string[], permissions: readonly Permission[]) => ({ roles, permissions }) as CurrentUser
const as = (...roles: RoleName[]) =>
  user(
    roles,
    roles.flatMap((role) => deliveredRoles[role]),
  )

describe('the view in the address of /login', () => {
  it.each([
    '/ab',
    '/contacts',
    '/contacts/0192aaaa-bbbb-7ccc-8ddd-eeeeffff0000',
    '/users?tab=roles',
    '/contacts/new?phoneNumber=%2B41791234567',
    '/loginx',
  ])('%s is followed', (view) => {
    expect(viewTarget(view)).toBe(view)
  })

  it.each([
    ['nothing', undefined],
    ['a number', 12345],
    ['2 characters', '/a'],
    ['50 characters', `/${'a'.repeat(49)}`],
    ['another site', 'https://boese.example'],
    ['another site without its scheme', '//boese.example'],
    ['another site with a backslash', '/\\boese.example'],
    ['backslashes', '\\\\boese.example'],
    ['a tab that browsers leave out', '/\t/boese.example'],
    ['a line end that browsers leave out', '/\n/boese.example'],
    ['dots before slashes', '/.//boese.example'],
    ['a script', 'javascript:alert(1)'],
    ['a path that is none of ours', 'contacts'],
    ['/login itself', '/login'],
    ['/login with a view of its own', '/login?view=/login'],
    ['a detour to /login', '/x/../login'],
  ])('%s is not followed', (_, view) => {
    expect(viewTarget(view)).toBeNull()
  })

  it('of 3 and of 49 characters is followed', () => {
    expect(viewTarget('/ab')).toBe('/ab')
    expect(viewTarget(`/${'a'.repeat(48)}`)).toHaveLength(49)
  })
})

describe('the start of a user', () => {
  it('is the dashboards, the inbox or the appointment calendar, by role', () => {
    expect(startTarget(as('ADMIN'))).toBe('/dashboards')
    expect(startTarget(as('USER'))).toBe('/emails')
    expect(startTarget(as('TERMIN_USER'))).toBe('/appointmentcalendar')
  })

  it('is the contact search for a user who may not enter that screen', () => {
    const { dashboards: _, ownUserConfiguration, ...others } = screens
    const settingsFirst = { ownUserConfiguration, ...others }
    expect(startTarget(as('ADMIN'), settingsFirst)).toBe('/contactSearch')
  })

  it('is a screen that a role made by an admin may enter', () => {
    for (const [permission, path] of [
      ['GENERAL_ADMIN_FUNCTIONS', '/more-admin-menu'],
      ['USER_MODIFY', '/more-admin-menu'],
      ['FLAME_READ', '/flames'],
      ['TODO_READ', '/ownToDos'],
      ['READ_COMMENTS', '/ownUserConfiguration'],
    ] as const) {
      expect(startTarget(user(['Lager'], [permission])), permission).toBe(path)
    }
  })

  it('is the one screen of a project manager', () => {
    expect(startTarget(as('PROJECT_MANAGER'))).toBe('/allArchivedProjects')
  })

  it('is nowhere for a user who may enter no screen', () => {
    expect(startTarget(as('TERMIN_API'))).toBeNull()
  })
})
