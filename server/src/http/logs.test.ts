import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { authApi } from '#contract/users/users'
import { testApp, testPassword } from '../../test/app.ts'
import { openLog } from '../log.ts'

let written = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    written += chunk
    done()
  },
})
const { app, database, as, sessionOf } = await testApp({}, openLog('debug', stream))

test('the log contains no personal data and no secrets, whatever fails', async () => {
  const cookie = await sessionOf('USER')
  await as(null).call(authApi.signIn, { body: { username: 'Geheimnisträger', password: 'Kennwort-des-Trägers' } })
  await as(null).call(authApi.signIn, { body: { username: 'USER', password: 'Kennwort-des-Trägers' } })
  await as('USER').call(contactApi.search, { body: { surname: 'Suchwort' } })
  await as('USER').call(contactApi.emails, { query: { searchTerm: 'Suchwort' } })
  await as('USER').call(contactApi.add, {
    body: { surname: 'Suchwort', emailAddresses: [{ address: 'not a Suchwort' }] },
  })
  await app.inject({ method: 'POST', url: '/api/contacts', headers: { cookie }, payload: '{"surname":"Suchwort' })

  // Unforeseen errors: PostgreSQL puts the whole row into their details.
  await sql`alter table contact add constraint unforeseen check (surname <> 'Suchwort')`.execute(database.kysely)
  const { status } = await as('USER').call(contactApi.add, { body: { surname: 'Suchwort', remarks: 'Bemerkung' } })
  expect(status).toBe(500)
  await sql`create function broken() returns trigger language plpgsql as $$
    begin raise exception 'the name % is bad', new.surname; end $$`.execute(database.kysely)
  await sql`create trigger broken before insert on contact for each row execute function broken()`.execute(
    database.kysely,
  )
  expect((await as('USER').call(contactApi.add, { body: { surname: 'Suchworte' } })).status).toBe(500)

  expect(written).toContain('a call failed')
  expect(written).toContain('unforeseen')
  expect(written).toContain('/api/contacts')
  const secrets = [
    'Suchwort',
    'Geheimnis',
    'Kennwort',
    'Bemerkung',
    testPassword,
    cookie.replace('session=', ''),
    '127.0.0.1',
  ]
  for (const secret of secrets) expect(written).not.toContain(secret)
})

test('the answer to an internal failure does not show its cause', async () => {
  const { response } = await as('USER').call(contactApi.add, { body: { surname: 'Suchwort' } })
  expect(response.json()).toEqual({
    type: 'urn:glut:problem:INTERNAL',
    title: 'INTERNAL',
    status: 500,
    detail: 'Server-Fehler',
    code: 'INTERNAL',
  })
})
