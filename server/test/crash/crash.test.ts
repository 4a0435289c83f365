import { expect, test } from 'vitest'
import { crash } from './run.ts'

test('a product that is killed brings every mail in once and sends every message once', async () => {
  const { count, failures } = await crash({ seed: 6, kills: 4, mails: 40, sends: 8, hurried: true }, () => {})
  expect(failures).toEqual([])
  expect(count).toBe(48)
}, 120_000)
