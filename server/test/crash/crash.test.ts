import { expect, test } from 'vitest'
import { crash } from './run.ts'

test('a product that is killed brings every mail in once and sends every message once', async () => {
  // The time limit is patience: a busy machine starts the product slowly.
  const { count, failures } = await crash({ seed: 6, kills: 3, mails: 30, sends: 6, hurried: true }, () => {})
  expect(failures).toEqual([])
  expect(count).toBe(36)
}, 300_000)
