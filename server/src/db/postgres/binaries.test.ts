import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries, linkLibraries } from './binaries.ts'
import { type Home, makeRunnable } from './home.ts'

let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-binaries-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('the programs in PG_BIN take precedence', () => {
  const { bin, version } = findBinaries(undefined, {})
  expect(findBinaries(undefined, { PG_BIN: bin })).toEqual({ bin, version, major: Number.parseInt(version, 10) })
  expect(() => findBinaries(undefined, { PG_BIN: folder })).toThrow(`PG_BIN=${folder} holds no PostgreSQL`)
})

test('a cluster of another major version is refused', () => {
  expect(() => findBinaries(9, {})).toThrow('The database was written by PostgreSQL 9, but only version')
})

test('missing symbolic links between libraries are created', () => {
  const libraries = path.join(folder, 'native/lib')
  fs.mkdirSync(libraries, { recursive: true })
  fs.writeFileSync(path.join(libraries, 'libx.so.1.2'), 'x')
  fs.writeFileSync(
    path.join(folder, 'native/pg-symlinks.json'),
    JSON.stringify([
      { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' },
      { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so' },
    ]),
  )
  linkLibraries(folder)
  linkLibraries(folder)
  expect(fs.readlinkSync(path.join(libraries, 'libx.so.1'))).toBe('libx.so.1.2')
  expect(fs.readFileSync(path.join(libraries, 'libx.so'), 'utf8')).toBe('x')
})

test.runIf(process.getuid?.() === 0)('programs that only root can read are copied for the database account', () => {
  const binaries = findBinaries(undefined, {})
  const hidden = path.join(folder, 'hidden')
  fs.cpSync(path.dirname(binaries.bin), hidden, { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(hidden, 0o700)
  fs.chmodSync(folder, 0o711)
  const account = { uid: 65534, gid: 65534 }
  const home: Home = { root: path.join(folder, 'home'), data: '', socket: '', log: '', account }
  fs.mkdirSync(home.root)
  fs.chownSync(home.root, account.uid, account.gid)
  const own = { ...binaries, bin: path.join(hidden, 'bin') }
  const copied = makeRunnable(own, home)
  expect(copied.bin).toBe(path.join(home.root, `postgresql-${binaries.version}`, 'bin'))
  expect(makeRunnable(own, home)).toEqual(copied)
  const options = { ...account, cwd: home.root, encoding: 'utf8' } as const
  expect(execFileSync(path.join(copied.bin, 'initdb'), ['--version'], options)).toContain(binaries.version)
})
