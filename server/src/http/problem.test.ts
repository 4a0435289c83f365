import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { Problem } from '#contract/errors'
import { languageKey } from '#contract/limits'
import { testApp } from '../../test/app.ts'
import { isAway } from './problem.ts'

const { app, as, sessionOf } = await testApp()
const cookie = await sessionOf('USER')

describe('every error', () => {
  test.each([
    ['de', 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.'],
    ['de-CH,de;q=0.9,en;q=0.8', 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.'],
    ['en-GB', 'Your session has expired, please sign in again.'],
    ['fr-CH,fr;q=0.9', 'Session expirée, veuillez vous reconnecter.'],
    ['it,fr;q=0.5', 'Session expirée, veuillez vous reconnecter.'],
    ['ja', 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.'],
    ['', 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.'],
  ])('is a problem document in the language of %j', async (language, detail) => {
    const response = await app.inject({ url: '/api/auth/me', headers: { 'accept-language': language } })
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(Problem.parse(response.json())).toEqual({
      type: 'urn:glut:problem:UNAUTHENTICATED',
      title: 'UNAUTHENTICATED',
      status: 401,
      detail,
      code: 'UNAUTHENTICATED',
    })
  })

  test.each([
    ['fr-CH,fr;q=0.9', 'EN', 'Your session has expired'],
    ['DE', 'EN', 'Sitzung abgelaufen'],
    ['fr-CH', 'xx', 'Session expirée'],
  ])(
    'with %j uses the language of the screen, then the chosen one, then that of the browser',
    async (language, chosen, said) => {
      const headers = { 'accept-language': language, cookie: `${languageKey}=${chosen}` }
      expect((await app.inject({ url: '/api/auth/me', headers })).json().detail).toContain(said)
    },
  )

  test('about fields lists each with its path and a message', async () => {
    const { problem, status } = await as('USER').call(contactApi.add, {
      body: {
        givenName: 'x'.repeat(256),
        surname: '',
        birthdate: 'yesterday',
        emailAddresses: [{ address: 'fine@example.com' }, { address: 'not fine' }],
        addresses: [{ addressType: 'CASTLE' as never }],
      },
    })
    expect(status).toBe(400)
    expect(problem.errors).toEqual([
      { path: 'givenName', code: 'maxLength', detail: 'Das Feld darf max 255 Zeichen besitzen' },
      { path: 'birthdate', code: 'date', detail: 'Eingabe ist kein valides Datum' },
      { path: 'addresses.0.addressType', code: 'other', detail: 'Die Eingabe ist nicht gültig' },
      { path: 'emailAddresses.1.address', code: 'email', detail: 'Das Feld muss eine valide E-Mail-Adresse sein' },
    ])
  })

  test.each([
    ['DE', 'Anführungszeichen, zum Beispiel "12.5"', 'true oder false', 'eine Liste'],
    ['EN', 'quotation marks here, such as "12.5"', 'true or false', 'a list'],
    ['FR', 'entre guillemets, par exemple "12.5"', 'true ou false', 'une liste'],
  ])('about a field of another type says in %s which type is wanted', async (language, text, yesOrNo, list) => {
    const headers = { cookie: `${await sessionOf('ADMIN')}; ${languageKey}=${language}` }
    const about = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, headers, payload })).json().errors
    expect(await about('/api/products', { title: 'Ring', weightInKg: 12.5, onsale: 'ja' })).toEqual([
      { path: 'weightInKg', code: 'text', detail: expect.stringContaining(text) },
      { path: 'onsale', code: 'yesOrNo', detail: expect.stringContaining(yesOrNo) },
    ])
    expect(await about('/api/contacts', { surname: 'Muster', addresses: 'Bern' })).toEqual([
      { path: 'addresses', code: 'list', detail: expect.stringContaining(list) },
    ])
  })

  test('about a missing name says that a name is needed', async () => {
    const { problem } = await as('USER').call(contactApi.add, { body: {} })
    expect(problem.errors).toEqual([
      { path: 'surname', code: 'nameRequired', detail: 'Bitte Vorname, Nachname oder Firma angeben' },
    ])
  })
})

describe('an unknown address', () => {
  test.each(['/api', '/api/', '/api/nowhere', '/api/contacts/x/y/z', '/api?x', '/logout/x', '/assets/none.js'])(
    '%s is a problem with 404',
    async (url) => {
      const response = await app.inject({ url, headers: { cookie } })
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND'])
      expect(response.headers['content-type']).toContain('application/problem+json')
    },
  )

  test.each(['PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const)('with %s is a problem document too', async (method) => {
    for (const url of ['/api/contacts/_search', '/somewhere']) {
      const response = await app.inject({ method, url, headers: { cookie } })
      expect([405, 404, 400]).toContain(response.statusCode)
      expect(response.headers['content-type']).toContain('application/problem+json')
    }
  })
})

test.each([
  ['a signal that was aborted, whose code is a number', AbortSignal.abort().reason, false],
  ['a connection that was reset', Object.assign(new Error(), { code: 'ECONNRESET' }), true],
  ['a class of errors of PostgreSQL', Object.assign(new Error(), { code: '08006' }), true],
  ['nothing', undefined, false],
])('whether the database is away follows from %s', (_what, error, away) => {
  expect(isAway(error)).toBe(away)
})
