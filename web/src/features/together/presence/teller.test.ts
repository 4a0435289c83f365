import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Doing, openTeller } from './teller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const at = (field: string): Doing => ({ activity: field ? 'EDITING' : 'VIEWING', field })

function start() {
  const sent: (Doing | null)[] = []
  let doing: Doing | null = at('')
  const teller = openTeller(
    async (one) => void sent.push(one),
    () => doing,
  )
  const go = (field: string | null) => {
    doing = field === null ? null : at(field)
    teller.look()
  }
  teller.look()
  return { sent, teller, go, fields: () => sent.map((one) => one?.field ?? null) }
}

it('presence is sent at once, then for the field where the user stops, and repeated from time to time', async () => {
  const { fields, go } = start()
  expect(fields()).toEqual([''])
  for (const field of ['a', 'b', 'c']) go(field)
  await vi.advanceTimersByTimeAsync(1000)
  expect(fields()).toEqual(['', 'c'])
  await vi.advanceTimersByTimeAsync(11_000)
  expect(fields()).toEqual(['', 'c', 'c'])
})

it('leaving is sent once, and nothing after it', async () => {
  const { fields, go, teller } = start()
  await vi.advanceTimersByTimeAsync(1000)
  go(null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fields()).toEqual(['', null])
  go('a')
  teller.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fields()).toEqual(['', null, 'a', null])
})

it('presence is sent again after a reconnection', async () => {
  const { fields, teller } = start()
  await vi.advanceTimersByTimeAsync(1000)
  teller.repeat()
  expect(fields()).toEqual(['', ''])
})
