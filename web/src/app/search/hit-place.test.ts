import { expect, test } from 'vitest'
import type { SearchHit } from '#contract/overview/omnisearch'
import { deliveredRoles, type RoleName } from '#contract/permissions'
import type { CurrentUser } from '#contract/users/users'
import { setCurrentUser } from '../../session/session.ts'
import { hitPlace } from './hit-place.ts'

const signInAs = (role: RoleName) =>
  setCurrentUser({ roles: [role], permissions: [...deliveredRoles[role]] } as Partial<CurrentUser> as CurrentUser)
const placeOf = (hit: Partial<SearchHit>) =>
  hitPlace({ id: 'one', contactRef: 'contact', blackBoardRef: 'board', assigneeRef: null, ...hit } as SearchHit)

test('a hit leads to the address of the specification', () => {
  signInAs('USER')
  expect([
    placeOf({ searchType: 'CONTACT' }),
    placeOf({ searchType: 'FLAME' }),
    placeOf({ searchType: 'PROJECT' }),
    placeOf({ searchType: 'ENCOUNTER' }),
    placeOf({ searchType: 'EMAIL' }),
    placeOf({ searchType: 'EMAIL', assigneeRef: 'anna' }),
    placeOf({ searchType: 'CONTACT_ATTACHMENT' }),
  ]).toEqual([
    '/contacts/one',
    '/flames/one/board',
    '/projects/one/board',
    '/contacts/contact/encounters/one',
    '/emails/-2/one',
    '/emails/anna/one',
    '/contacts/contact/attachments/one',
  ])
})

test('a hit has no address when the user may not enter its screen', () => {
  signInAs('PROJECT_MANAGER')
  expect(placeOf({ searchType: 'PROJECT' })).toBeNull()
  signInAs('TERMIN_USER')
  expect(placeOf({ searchType: 'CONTACT' })).toBe('/contacts/one')
})
