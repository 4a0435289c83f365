import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { lock, lockedKinds, locks, tryLock } from './locks.ts'

const { kysely } = await testDatabase()

test('no two locks have one number', () => {
  const numbers = Object.values(locks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('nobody takes a lock by a number or text of their own', () => {
  const source = path.join(import.meta.dirname, '..')
  const own = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== path.join('db', 'locks.ts'))
    .filter((file) => /712_?049|hashtextextended/.test(fs.readFileSync(path.join(source, file), 'utf8')))
  expect(own).toEqual([])
})

test('what functions of the database lock one by one is of a kind that is named', () => {
  const folder = path.join(import.meta.dirname, 'functions')
  const texts = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  const named = texts.flatMap((text) =>
    [...text.matchAll(/hashtextextended\('([^']*)'/g)].map(([, kind]) => kind?.trim()),
  )
  expect(named).not.toEqual([])
  for (const kind of named) expect(lockedKinds).toContain(kind)
})

test('a lock is held to the end of its transaction, and another one is not in its way', async () => {
  await kysely.transaction().execute(async (one) => {
    await lock(one, 'users')
    await kysely.transaction().execute(async (other) => {
      expect(await tryLock(other, 'users')).toBe(false)
      expect(await tryLock(other, 'importBatch')).toBe(true)
    })
  })
  await kysely.transaction().execute(async (other) => expect(await tryLock(other, 'users')).toBe(true))
})
