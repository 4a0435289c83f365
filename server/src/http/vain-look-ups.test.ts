import { expect, test } from 'vitest'
import { boundVain } from './vain-look-ups.ts'

const found = () => Promise.resolve('found')
const nothing = () => Promise.resolve(null)
const never = () => Promise.reject(new Error('looked up'))

test('only look-ups without a result are limited, for each address', async () => {
  const unlessVain = boundVain(3)
  for (let at = 0; at < 10; at++) expect(await unlessVain('one', found)).toBe('found')
  for (let at = 0; at < 3; at++) expect(await unlessVain('one', nothing)).toBeNull()
  expect(await unlessVain('one', never)).toBeNull()
  expect(await unlessVain('other', found)).toBe('found')
})

test('concurrent look-ups without a result are limited, too', async () => {
  const unlessVain = boundVain(3)
  let made = 0
  const lookUp = async () => {
    made += 1
    return null
  }
  await Promise.all(Array.from({ length: 10 }, () => unlessVain('one', lookUp)))
  expect(made).toBe(3)
})
