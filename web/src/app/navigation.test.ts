import { expect, test } from 'vitest'
import { deliveredRoles, type Permission, permissions, type RoleName } from '#contract/permissions'
import { mayEnter, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { administration } from './administration.ts'
import { isInNavigation, navigationOf, standingFor } from './navigation.ts'

const userOf = (...roles: RoleName[]) =>
  ({ roles, permissions: roles.flatMap((role) => deliveredRoles[role]) }) as Partial<CurrentUser> as CurrentUser
const screensOf = (user: CurrentUser) =>
  navigationOf(user).flatMap(({ entries }) => entries.map(({ screen }) => screen))

const own = ['flames', 'ownDueFlames', 'projects', 'ownDueProjects', 'ownToDos'] as const

test('flames, projects and to-dos with their due lists are in the navigation of the role USER only', () => {
  for (const [user, isLed] of [
    [userOf('USER'), true],
    [userOf('ADMIN', 'USER'), true],
    [userOf('ADMIN'), false],
    [userOf('PROJECT_MANAGER'), false],
    [userOf('TERMIN_USER'), false],
  ] as const) {
    expect(own.map((screen) => isInNavigation(screen, user))).toEqual(own.map(() => isLed))
  }
})

test('the administration is in the navigation of admins; project managers have the archived projects only', () => {
  expect(screensOf(userOf('PROJECT_MANAGER'))).toEqual(['allArchivedProjects'])
  expect(screensOf(userOf('ADMIN'))).toEqual(expect.arrayContaining(['dashboards', 'moreAdminMenu']))
  expect(screensOf(userOf('USER'))).not.toEqual(expect.arrayContaining(['moreAdminMenu']))
  expect(screensOf(userOf('TERMIN_USER'))).toEqual(['contactSearch', 'contacts', 'appointmentCalendar'])
  expect(screensOf(userOf('TERMIN_API'))).toEqual([])
})

test('a role made by an admin has the archived projects in its navigation if it may read and administer projects', () => {
  const made = (...permissions: Permission[]) =>
    ({ roles: ['Werkstatt'], permissions }) as Partial<CurrentUser> as CurrentUser
  expect(screensOf(made('PROJECT_READ'))).not.toContain('allArchivedProjects')
  expect(screensOf(made('ADMIN_PROJECT'))).not.toContain('allArchivedProjects')
  expect(screensOf(made('PROJECT_READ', 'ADMIN_PROJECT'))).toContain('allArchivedProjects')
})

test('whatever screen of the administration a role made by an admin may enter, its navigation leads there', () => {
  const lists = Object.values(administration).flat()
  for (const permission of permissions) {
    const user = { roles: ['Werkstatt'], permissions: [permission] } as Partial<CurrentUser> as CurrentUser
    for (const screen of lists.filter((name) => mayEnter(screens[name], user))) {
      const entry = standingFor(screen, user)
      expect(entry && isInNavigation(entry, user), `${screen} with ${permission}`).toBe(true)
    }
  }
})

test('a screen without an entry in the navigation highlights the entry that stands for it, depending on the role', () => {
  for (const [role, shown, entry] of [
    ['USER', 'flame', 'flames'],
    ['USER', 'projectComment', 'projects'],
    ['ADMIN', 'flame', 'moreAdminMenu'],
    ['ADMIN', 'project', 'moreAdminMenu'],
    ['ADMIN', 'sectors', 'moreAdminMenu'],
    ['ADMIN', 'imageGallery', 'imageGallery'],
    ['TERMIN_USER', 'contactEncounter', 'contacts'],
    ['TERMIN_USER', 'flame', undefined],
  ] as const) {
    expect(standingFor(shown, userOf(role)), `${shown} for ${role}`).toBe(entry)
  }
})
