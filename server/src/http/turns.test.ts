import { setImmediate as soon } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Adds tasks that run until the test ends them, and records the order in which they began. */
function tasks(run: ReturnType<typeof inTurn>) {
  const began: number[] = []
  const add = (n: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const done = run(() => {
      began.push(n)
      return promise
    })
    return { done, end: () => resolve(n), fail: () => reject(new Error(`${n} failed`)) }
  }
  return { began, add }
}

test('a limited number of tasks run at once, the others in order of arrival', async () => {
  const { began, add } = tasks(inTurn(2, 100))
  const [one, two, three, four] = [add(1), add(2), add(3), add(4)]
  await soon()
  expect(began).toEqual([1, 2])
  two.end()
  expect(await two.done).toBe(2)
  expect(began).toEqual([1, 2, 3])
  one.fail()
  await expect(one.done).rejects.toThrow('1 failed')
  expect(began).toEqual([1, 2, 3, 4])
  three.end()
  four.end()
  expect(await Promise.all([three.done, four.done])).toEqual([3, 4])
  add(5)
  add(6)
  await soon()
  expect(began).toEqual([1, 2, 3, 4, 5, 6])
})

test('a task that has waited too long runs beside those that take long', async () => {
  const { began, add } = tasks(inTurn(1, 100))
  const [one, two] = [add(1), add(2)]
  await vi.advanceTimersByTimeAsync(99)
  add(3)
  expect(began).toEqual([1])
  await vi.advanceTimersByTimeAsync(1)
  expect(began).toEqual([1, 2])
  // one too many runs already: no task takes the place of the first that ends
  one.end()
  await one.done
  expect(began).toEqual([1, 2])
  two.end()
  await two.done
  expect(began).toEqual([1, 2, 3])
})
