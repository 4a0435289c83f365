import { expect, test } from 'vitest'
import { checkLockFile, checkMigrations, checkWords } from './guards.mjs'

const lockOf = (packages) => JSON.stringify({ packages })

test('a lock file must pin every package by hash and record no download address', () => {
  const zod = { version: '4.0.0', integrity: 'sha512-zod' }
  expect(checkLockFile(lockOf({ '': {}, 'node_modules/zod': zod }))).toEqual([])
  expect(checkLockFile(lockOf({ 'node_modules/zod': { ...zod, resolved: 'https://example.org/zod.tgz' } }))).toEqual([
    'node_modules/zod records a download address',
  ])
  expect(checkLockFile(lockOf({ 'node_modules/zod': { version: '4.0.0' } }))).toEqual([
    'node_modules/zod has no integrity',
  ])
  expect(checkLockFile(lockOf({}))).toEqual(['package-lock.json names no package'])
})

test('forbidden words in texts and sources are found', () => {
  const files = { 'web/src/i18n/de/ui.ts': "close: 'Schließen'", 'e2e/a.spec.ts': `// ${'TO'}DO\ntest${'.only'}('a')` }
  const found = checkWords({
    texts: ['web/src/i18n/de/ui.ts'],
    files: Object.keys(files),
    read: (file) => files[file],
  })
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    'web/src/i18n/de/ui.ts:1',
    'e2e/a.spec.ts:1',
    'e2e/a.spec.ts:2',
  ])
  const area = "export const area = 'TODO'"
  expect(checkWords({ texts: ['a.ts'], files: ['a.ts'], read: () => area })).toEqual([])
  expect(checkWords({ texts: [], files: [] })).toEqual(['0 files scanned'])
})

test('a :has() selector that targets unspecific elements is found, a specific one is not', () => {
  const found = (style) => checkWords({ texts: ['a.ts'], files: ['a.ts'], read: () => style }).length > 0
  const has = `&:${'has'}([role=toolbar])`
  for (const style of [`'${has} > :first-of-type': {}`, `'${has} *': {}`, `${has} + :focus {`])
    expect([style, found(style)]).toEqual([style, true])
  expect(found(`'&:${'has'}([role="toolbar"]) > *': {}`)).toBe(true)
  for (const style of [`'${has} > .filters': {}`, `'${has}': {}`, `${has} {`, `body:${'has'}(:is(.a, :focus)) & `])
    expect([style, found(style)]).toEqual([style, false])
})

test('a migration that creates a function or trigger is found, unless it is older than the rule', () => {
  const files = {
    '0110_old.sql': 'create function a() returns int',
    '0111_table.sql': "-- create function\ncreate table a (b text default 'x')",
    '0112_function.sql': 'CREATE OR REPLACE\n  FUNCTION a() returns int',
    '0113_trigger.sql': 'create trigger b after insert on a',
    '9000_constraint.sql': 'select 1; create constraint trigger c after insert on a',
  }
  const found = checkMigrations({ files: Object.keys(files), read: (file) => files[file] })
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    '0112_function.sql',
    '0113_trigger.sql',
    '9000_constraint.sql',
  ])
  expect(checkMigrations({ files: [] })).toEqual(['0 migrations scanned'])
})
