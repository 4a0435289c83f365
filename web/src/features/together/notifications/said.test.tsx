import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { callApi, type PhoneCall } from '#contract/calls/calls'
import { deliveredRoles, type RoleName } from '#contract/permissions'
import type { Notification } from '#contract/together/notifications'
import type { CurrentUser } from '#contract/users/users'
import { apiQuery } from '../../../api/hooks.ts'
import { setLanguage } from '../../../i18n/i18n.ts'
import { setCurrentUser } from '../../../session/session.ts'
import { isOn, placeOf } from './kinds.ts'
import { useWords } from './use-words.ts'

const signInAs = (role: RoleName) =>
  setCurrentUser({ roles: [role], permissions: [...deliveredRoles[role]] } as Partial<CurrentUser> as CurrentUser)
const about = (notification: Partial<Notification>) =>
  ({
    content: '',
    author: 'Anna',
    reason: null,
    contactName: null,
    projectTitle: null,
    ...notification,
  }) as Notification
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
const callsAre = (calls: readonly Partial<PhoneCall>[]) =>
  client.setQueryData(apiQuery(callApi.own, {}).queryKey, calls)
const WithCalls = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
async function wordsOf(notification: Notification) {
  // waits for the texts to load
  const { result } = renderHook(() => useWords(), { wrapper: WithCalls })
  await waitFor(() => expect(result.current).toBeTypeOf('function'))
  return result.current(notification)
}
const titleOf = async (notification: Notification) => (await wordsOf(notification)).title

beforeEach(() => {
  signInAs('USER')
  callsAre([])
})

describe('a notification', () => {
  test('of a comment on a project names the project', async () => {
    const comment = { notificationType: 'COMMENT', projectTitle: 'Messe' } as const
    expect(await titleOf(about({ ...comment, reason: 'MENTIONED' }))).toBe('Anna hat Sie erwähnt: Messe')
    expect(await titleOf(about({ ...comment, reason: 'ASSIGNED' }))).toBe('Anna hat kommentiert: Messe')
  })

  test('of due to-dos is in the list, says how many there are, and leads to them', async () => {
    const due = (content: string) => about({ notificationType: 'COMPLETE_TODO', content })
    expect(isOn('notifications', due('3'))).toBe(true)
    expect(await Promise.all(['0', '1', '3'].map((count) => titleOf(due(count))))).toEqual([
      'Keine To-dos mehr fällig',
      '1 To-do ist fällig',
      '3 To-dos sind fällig',
    ])
    expect(placeOf(due('3'))).toBe('/ownToDos')
  })

  test('of a call says that it rings, until it is answered', async () => {
    const call = about({ notificationType: 'INCOMING_CALL', content: '+41449998877 (Anna)', callRef: 'one' })
    callsAre([{ id: 'one', state: 'RINGING' }])
    expect(await titleOf(call)).toBe('Anruf von 044 999 88 77 (Anna)')
    for (const state of ['ANSWERED', 'HELD', 'ENDED'] as const) {
      callsAre([{ id: 'one', state }])
      expect(await titleOf(call)).toBe('Im Gespräch mit 044 999 88 77 (Anna)')
    }
    callsAre([{ id: 'other', state: 'ANSWERED' }])
    expect(await titleOf(call)).toBe('Anruf von 044 999 88 77 (Anna)')
  })

  test('of a call of a known contact names the contact once', async () => {
    for (const notificationType of ['INCOMING_CALL', 'MISSING_CALL'] as const) {
      const call = about({ notificationType, content: '+41449998877 (Anna)', contactName: 'Anna' })
      expect((await wordsOf(call)).text).toBe('044 999 88 77')
    }
  })

  test('of a call names an unknown number or caller in the language of the user', async () => {
    const call = (content: string) => about({ notificationType: 'INCOMING_CALL', content })
    try {
      expect(await titleOf(call('+41449998877 (unbekannt)'))).toBe('Anruf von 044 999 88 77 (unbekannt)')
      await setLanguage('FR')
      expect(await titleOf(call('+41449998877 (unbekannt)'))).toBe('Appel de 044 999 88 77 (inconnu)')
      expect(await titleOf(call('anonym (intern)'))).toBe('Appel de numéro masqué (interne)')
      expect(await titleOf(call('+41449998877 (Anna (Laden))'))).toBe('Appel de 044 999 88 77 (Anna (Laden))')
    } finally {
      await setLanguage('DE')
    }
  })

  test('of who is signed in names them, and is in no list', async () => {
    const logins = about({ notificationType: 'CURRENT_LOGINS', content: '[{"username":"anna"},{"username":"beat"}]' })
    expect(await wordsOf(logins)).toEqual({ title: 'Neu ist, wer angemeldet ist', text: 'anna, beat' })
    expect([isOn('notifications', logins), isOn('calls', logins), placeOf(logins)]).toEqual([false, false, null])
  })

  test('has no address when the user may not enter its screen', () => {
    const given = about({ notificationType: 'CHECK_PROJECT', projectRef: 'one', blackBoardRef: 'board' })
    expect(placeOf(given)).toBe('/projects/one/board')
    signInAs('PROJECT_MANAGER')
    expect([placeOf(given), placeOf(about({ notificationType: 'COMPLETE_TODO' }))]).toEqual([null, null])
  })
})
