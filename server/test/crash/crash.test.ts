import { expect, test } from 'vitest'
import { crash } from './run.ts'

test('a product that is killed fetches every mail once and sends every message once', async () => {
  // Long timeout, because a busy machine starts the product slowly.
  const { count, failures } = await crash({ seed: 6, kills: 2, mails: 16, sends: 4, hurried: true }, () => {})
  expect(failures).toEqual([])
  expect(count).toBe(20)
}, 300_000)
