import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { watchTime } from './thread-time.ts'

let worker: Worker
afterEach(() => worker.terminate())

const thread = (code: string) => {
  worker = new Worker(code, { eval: true })
  return worker
}

test('a thread that only works is over, once', async () => {
  thread('for (;;);')
  let overs = 0
  await new Promise<void>((resolve) => {
    watchTime(worker, 200, () => {
      overs++
      resolve()
    })
  })
  void worker.terminate()
  await once(worker, 'exit')
  expect(overs).toBe(1)
})

test('one that waits for its turn is not, however long', async () => {
  thread("setTimeout(() => require('node:worker_threads').parentPort.postMessage('done'), 4000)")
  const answer = once(worker, 'message')
  let overs = 0
  const end = watchTime(worker, 200, () => overs++)
  expect(await answer).toEqual(['done'])
  end()
  expect(overs).toBe(0)
})
