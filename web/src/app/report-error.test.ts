import { act, renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { ApiError } from '../api/client.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { dismiss, useLastNotice } from '../ui/notices/snackbar.ts'
import { answered, errorSentence, report, silenceOf } from './report-error.ts'

beforeAll(() => loadTexts('shell', 'ui'))

it.each([
  [400, { detail: 'Die Eingabe ist nicht gültig.' }, 'Die Eingabe ist nicht gültig.'],
  [400, {}, 'No Details'],
  [401, {}, 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.'],
  [403, { detail: 'Dazu fehlt Ihnen die Berechtigung.' }, 'Fehler: "Dazu fehlt Ihnen die Berechtigung."'],
  [500, { detail: 'x' }, 'Server-Fehler'],
  [418, {}, 'Fehler: "HTTP 418"'],
  [502, {}, 'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.'],
  [0, {}, 'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.'],
])('%i %o is reported as "%s"', (status, problem, sentence) => {
  expect(errorSentence(new ApiError(status, problem), i18next.getFixedT(null, 'shell'))).toBe(sentence)
})

it('the notice that the server does not answer stays until it answers; that of a fault stays after an answer', () => {
  const { result } = renderHook(useLastNotice)
  const silence = new ApiError(0, {})
  act(() => report(silence, false, silenceOf(silence)))
  expect(result.current?.message).toBe('Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.')
  act(answered)
  expect(result.current).toBeUndefined()
  act(() => report(new ApiError(500, {})))
  act(answered)
  expect(result.current?.message).toBe('Server-Fehler')
  act(() => dismiss(result.current?.id ?? 0))
})

it('the notice that the answer to a change got lost stays, even when other requests are answered', () => {
  const { result } = renderHook(useLastNotice)
  const silence = new ApiError(0, {})
  act(() => report(silence, false, 'a change'))
  act(() => report(silence, false, silenceOf(silence)))
  act(answered)
  expect(result.current?.topic).toBe('a change')
  act(() => dismiss(result.current?.id ?? 0))
})
