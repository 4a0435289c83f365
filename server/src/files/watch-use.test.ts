import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { watchUse } from './watch-use.ts'

const run = (code: string) => spawn(process.execPath, ['-e', code], { stdio: 'ignore' })

/** Runs this code in a process and returns how often `onOver` was called until its end. */
async function oversOf(code: string, most: { processorMs: number; megabytes: number }): Promise<number> {
  const child = run(code)
  const ended = once(child, 'exit')
  let overs = 0
  const end = watchUse(child.pid ?? 0, most, () => {
    overs += 1
    child.kill('SIGKILL')
  })
  await ended
  end()
  return overs
}

test('a process that uses too much processor time is reported once', async () => {
  expect(await oversOf('for (;;);', { processorMs: 500, megabytes: 4000 })).toBe(1)
})

test('a process that uses too much memory is reported once', async () => {
  const code = 'global.all = Buffer.alloc(3e8, 1); setInterval(() => {}, 1000)'
  expect(await oversOf(code, { processorMs: 100_000, megabytes: 300 })).toBe(1)
})

test('a process that only waits is never reported', async () => {
  expect(await oversOf('setTimeout(() => {}, 4000)', { processorMs: 2000, megabytes: 4000 })).toBe(0)
})
