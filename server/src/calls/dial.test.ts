import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callApi } from '#contract/calls/calls'
import { telephonyApi } from '#contract/calls/telephony'
import { userApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'

const asked: object[] = []
let status = 200
const sipgate = createServer(async (request, response) => {
  const { method, url, headers } = request
  asked.push({ method, url, authorization: headers.authorization, body: await json(request) })
  response.writeHead(status).end('{"sessionId":"1"}')
})
await new Promise<void>((listening) => sipgate.listen(0, '127.0.0.1', listening))
afterAll(() => void sipgate.close())
const sipgateUrl = new URL(`http://127.0.0.1:${(sipgate.address() as AddressInfo).port}`)
const { as, database } = await testApp({ sipgateUrl })
const dial = async () => {
  const { status, problem } = await as('USER').call(callApi.dial, { body: { number: '+41 44 999 88 77' } })
  return problem?.code ?? status
}
const save = (tokenId: string, token = '') =>
  as('ADMIN').call(telephonyApi.saveSipgateAccount, { body: { tokenId, token } })

test('a number is dialled through sipgate with a token that no answer shows', async () => {
  expect(await dial()).toBe('DIALLING_OFF')
  expect((await save('token-ABC', '')).status).toBe(400)
  expect((await save('token-ABC', 'geheim')).status).toBe(204)
  expect((await as('ADMIN').call(telephonyApi.sipgateAccount, {})).answer).toEqual({ tokenId: 'token-ABC' })
  expect((await as('USER').call(telephonyApi.sipgateAccount, {})).status).toBe(403)
  const kept = await database.pool.query('select s::text as row from sipgate_account s')
  expect(kept.rows[0].row).not.toContain('geheim')
  expect(kept.rows[0].row).not.toContain(Buffer.from('geheim').toString('hex'))

  expect(await dial()).toBe('NO_TELEPHONE')
  await sql`update app_user set extensions = '21, 1234567e0' where username = 'USER'`.execute(database.kysely)
  expect(await dial()).toBe(204)
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/v2/sessions/calls',
      authorization: `Basic ${Buffer.from('token-ABC:geheim').toString('base64')}`,
      body: { deviceId: 'e0', caller: 'e0', callee: '+41449998877' },
    },
  ])
  status = 403
  expect(await dial()).toBe('DIALLING_FAILED')
  await save('')
  expect(await dial()).toBe('DIALLING_OFF')
})

test('a user can choose whether phone numbers are links or are dialled by sipgate', async () => {
  const { id } = (await as('USER').call(userApi.list, {})).answer.find(({ username }) => username === 'USER') ?? {
    id: '',
  }
  const params = { id }
  expect((await as('USER').call(userApi.getConfig, { params })).answer.phoneLinks).toBe('LINK')
  await as('USER').call(userApi.updateConfig, { params, body: { phoneLinks: 'SIPGATE' } })
  expect((await as('USER').call(userApi.getConfig, { params })).answer.phoneLinks).toBe('SIPGATE')
})
