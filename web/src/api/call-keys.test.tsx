import { beforeEach, expect, test, vi } from 'vitest'
import { commentApi } from '#contract/together/comments'
import { underKey } from './call-keys.ts'
import { ApiError } from './client.ts'

const endpoint = commentApi.add
const input = (text: string) => ({ params: { id: '0192a000-0000-7000-8000-000000000001' }, body: { text } })
const lost = () => Promise.reject(new Error('lost'))

function send(text: string, run: () => Promise<unknown> = () => Promise.resolve()) {
  let key = ''
  const answered = underKey(endpoint, input(text), (given) => {
    key = given
    return run()
  })
  return { key, answered: answered.catch(() => undefined) }
}

beforeEach(() => sessionStorage.clear())

test('a call without an answer is repeated under its key, one with another input or after an answer is not', async () => {
  const first = send('Ruft zurück', lost)
  await first.answered
  const [other, repeated] = [send('Ruft morgen zurück'), send('Ruft zurück')]
  expect(other.key).not.toBe(first.key)
  expect(repeated.key).toBe(first.key)
  await repeated.answered
  expect(send('Ruft zurück').key).not.toBe(first.key)
})

test('a call that the server refused has another key when it is made again', async () => {
  const refusal = new ApiError(422, { code: 'IDEMPOTENCY_KEY_USED' })
  const refused = send('Anrufen', () => Promise.reject(refusal))
  await refused.answered
  expect(send('Anrufen').key).not.toBe(refused.key)
})

test('two equal calls at once are two', async () => {
  const [one, other] = [send('Anrufen'), send('Anrufen')]
  expect(one.key).not.toBe(other.key)
  await Promise.all([one.answered, other.answered])
})

test('a page that is loaded again repeats the call that it had sent under its key, for ten minutes', async () => {
  const first = send('Offerte senden')
  const storage = { ...sessionStorage }
  await first.answered
  const load = () => Object.assign(sessionStorage, storage)
  load()
  const repeated = send('Offerte senden')
  expect(repeated.key).toBe(first.key)
  await repeated.answered
  load()
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] })
  expect(send('Offerte senden').key).not.toBe(first.key)
  vi.useRealTimers()
})
