// Runs the server's tests on Debian's PostgreSQL, in a temporary cluster and as a role that is no superuser.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const isRoot = process.getuid?.() === 0
const programs = findPrograms() ?? install()
const account = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

const folder = mkdtempSync(path.join(os.tmpdir(), 'glut-postgres-'))
chmodSync(folder, 0o700)
if (isRoot) chownSync(folder, account.uid, account.gid)
const data = path.join(folder, 'data')

run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
// a database cannot be dropped while autovacuum is connected to it
const options = `-k ${folder} -c listen_addresses= -c fsync=off -c max_connections=300 -c autovacuum=off`
run('pg_ctl', ['-D', data, '-w', '-s', '-l', path.join(folder, 'log'), '-o', options, 'start'])
let code = 1
try {
  // tests with very many rows insert them without triggers
  const role = 'CREATE ROLE glut LOGIN CREATEDB; GRANT SET ON PARAMETER session_replication_role TO glut'
  run('psql', ['-qX', '-h', folder, '-U', 'postgres', '-c', role])
  code = runTests()
} finally {
  run('pg_ctl', ['-D', data, '-w', '-s', '-m', 'immediate', 'stop'])
  rmSync(folder, { recursive: true })
}
process.exit(code)

function runTests() {
  const bin = path.join(root, 'node_modules/.bin')
  const url = `postgresql:///postgres?host=${encodeURIComponent(folder)}&user=glut`
  const { status } = spawnSync(path.join(bin, 'vitest'), ['run', ...process.argv.slice(2)], {
    cwd: path.join(root, 'server'),
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, TEST_DATABASE_URL: url },
  })
  return status ?? 1
}

function findPrograms() {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(versions, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')))
}

function install() {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    console.error('These tests need the PostgreSQL server of Debian: install the package postgresql.')
    process.exit(1)
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of [['update'], ['install', '--yes', '--no-install-recommends', 'postgresql']]) {
    execFileSync('apt-get', ['-qq', ...command], { stdio: 'inherit', env: environment })
  }
  return findPrograms()
}

function idOf(flag) {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

function run(program, args) {
  execFileSync(path.join(programs, program), args, {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
}
