import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Postgres, startPostgres } from './start.ts'

const isRoot = process.getuid?.() === 0

let dataDir: string
let children: ChildProcess[]

/** A created and stopped cluster, from which tests begin that are not about creating one. */
const made = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-made-'))
let first: Postgres
beforeAll(async () => {
  // only root may enter it
  if (isRoot) fs.chmodSync(made, 0o700)
  first = await startPostgres({ dataDir: made })
  await ask(first, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
})
afterAll(() => fs.rmSync(made, { recursive: true }))
const withCluster = (to = dataDir) => execFileSync('cp', ['-a', path.join(made, 'postgres'), to])

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-start-'))
  fs.chmodSync(dataDir, 0o711)
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  const left = serverProcess()
  if (left !== undefined) process.kill(left, 'SIGKILL')
  fs.rmSync(dataDir, { recursive: true })
  expect(left, 'a server was left running').toBe(undefined)
})

const notes = () => path.join(dataDir, 'postgres/data/postmaster.pid')
const serverProcess = () => (fs.existsSync(notes()) ? Number.parseInt(fs.readFileSync(notes(), 'utf8'), 10) : undefined)

async function ask(postgres: Postgres, text: string): Promise<unknown> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    return Object.values((await client.query(text)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** Starts another process of the product on the same folder; returns when it has started the database. */
async function otherProcess(): Promise<ChildProcess> {
  const start = path.join(import.meta.dirname, 'start.ts')
  const program = `
    const { startPostgres } = await import(${JSON.stringify(start)})
    const postgres = await startPostgres({ dataDir: process.argv[1] })
    process.on('message', () => postgres.stop().then(() => process.disconnect()))
    process.send('started')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  await once(child, 'message')
  return child
}

test('the first start creates the cluster, a later one reuses it, and a stop leaves no process', async () => {
  expect(first).toMatchObject({ fresh: true, adopted: false })
  expect(fs.existsSync(path.join(made, 'postgres/data/postmaster.pid'))).toBe(false)
  withCluster()
  const second = await startPostgres({ dataDir })
  expect(second).toMatchObject({ fresh: false, adopted: false })
  expect(await ask(second, 'SELECT n FROM kept')).toBe(7)
  expect(await ask(second, 'SHOW listen_addresses')).toBe('')
  expect(await ask(second, 'SHOW fsync')).toBe('on')
  expect(fs.statSync(second.connection.host).mode & 0o777).toBe(0o700)
  expect(fs.statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  await second.stop()
  expect(serverProcess()).toBe(undefined)
})

test('the cluster handles umlauts in trigrams, lower case and German full text', async () => {
  withCluster()
  const postgres = await startPostgres({ dataDir })
  await ask(postgres, 'CREATE EXTENSION pg_trgm')
  expect(await ask(postgres, "SELECT lower('ÄÉ')")).toBe('äé')
  expect(await ask(postgres, "SELECT similarity('Müller', 'Möller') < similarity('Müller', 'Müller')")).toBe(true)
  expect(await ask(postgres, "SELECT cardinality(show_trgm('Müller'))")).toBe(7)
  expect(await ask(postgres, "SELECT to_tsvector('german', 'Häuser')::text")).toBe("'haus':1")
  await postgres.stop()
})

test.runIf(process.platform === 'linux')('a statement reuses the memory that the previous one freed', async () => {
  withCluster()
  const postgres = await startPostgres({ dataDir })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  // the eighth value after the program name, which may contain spaces
  const pagesFetched = () => {
    const [, values = ''] = /.*\) (.*)/s.exec(fs.readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8')) ?? []
    return Number(values.split(' ')[7])
  }
  const run = () =>
    client.query(
      "SELECT max(text) FROM (SELECT repeat('x', 400) || n AS text FROM generate_series(1, 5000) n ORDER BY 1) s",
    )
  for (let n = 0; n < 5; n++) await run()
  const before = pagesFetched()
  for (let n = 0; n < 20; n++) await run()
  expect(pagesFetched() - before).toBeLessThan(20)
  await client.end()
  await postgres.stop()
})

test('the server of a killed process is adopted and can be stopped', async () => {
  withCluster()
  const killed = await otherProcess()
  const server = serverProcess()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const postgres = await startPostgres({ dataDir })
  expect(postgres.adopted).toBe(true)
  expect(serverProcess()).toBe(server)
  expect(await ask(postgres, 'SELECT 1')).toBe(1)
  await postgres.stop()
  expect(serverProcess()).toBe(undefined)
})

test('a server shared by two processes is stopped by the last one', async () => {
  withCluster()
  const other = await otherProcess()
  const postgres = await startPostgres({ dataDir })
  expect(postgres.adopted).toBe(true)
  other.send('stop')
  await once(other, 'exit')
  expect(await ask(postgres, 'SELECT 1')).toBe(1)
  await postgres.stop()
  expect(serverProcess()).toBe(undefined)

  const later = await otherProcess()
  await (await startPostgres({ dataDir })).stop()
  expect(serverProcess()).not.toBe(undefined)
  later.send('stop')
  await once(later, 'exit')
})

test('two processes started at once share one cluster', async () => {
  const [own, other] = await Promise.all([startPostgres({ dataDir }), otherProcess()])
  expect(fs.readdirSync(path.join(dataDir, 'postgres')).sort()).toEqual(['data', 'log', 'run'])
  await ask(own, 'CREATE TABLE shared AS SELECT 5 AS n')
  other.send('stop')
  await once(other, 'exit')
  expect(await ask(own, 'SELECT n FROM shared')).toBe(5)
  await own.stop()
})

test('stale lock files do not prevent a start, even when their process id is in use', async () => {
  withCluster()
  const { uid, gid } = fs.statSync(path.join(dataDir, 'postgres/data'))
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  children.push(stranger)
  fs.writeFileSync(notes(), `${stranger.pid}\n${dataDir}/postgres/data\n0\n5432\n`)
  fs.chownSync(notes(), uid, gid)
  const postgres = await startPostgres({ dataDir })
  expect(await ask(postgres, 'SELECT 1')).toBe(1)
  await postgres.stop()
})

test('a killed server restarts by itself', async () => {
  withCluster()
  const postgres = await startPostgres({ dataDir })
  const killed = serverProcess() as number
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => ask(postgres, 'SELECT 1').catch(() => 0)).toBe(1)
  expect(serverProcess()).not.toBe(killed)
  await postgres.stop()
})

test('a long data path gets a short socket path', async () => {
  const long = path.join(dataDir, 'x'.repeat(100))
  fs.mkdirSync(long)
  withCluster(long)
  const postgres = await startPostgres({ dataDir: long })
  expect(path.dirname(postgres.connection.host)).toBe(os.tmpdir())
  expect(await ask(postgres, 'SELECT 1')).toBe(1)
  await postgres.stop()
  fs.rmSync(postgres.connection.host, { recursive: true })
})

test.runIf(isRoot)('a data folder that only root may enter becomes passable for the database', () => {
  expect(fs.lstatSync(path.join(made, 'postgres')).isDirectory()).toBe(true)
  expect(fs.statSync(made).mode & 0o777).toBe(0o711)
})

test.runIf(isRoot)(
  'below a folder that only root may enter, the cluster is kept elsewhere and found again',
  async () => {
    fs.chmodSync(dataDir, 0o700)
    const inner = path.join(dataDir, 'inner')
    await (await startPostgres({ dataDir: inner })).stop()
    const elsewhere = fs.readlinkSync(path.join(inner, 'postgres'))
    expect(path.dirname(elsewhere)).toBe('/var/lib')
    fs.chmodSync(dataDir, 0o755)
    const again = await startPostgres({ dataDir: inner })
    expect(again.fresh).toBe(false)
    await again.stop()
    fs.rmSync(elsewhere, { recursive: true })
    await expect(startPostgres({ dataDir: inner })).rejects.toThrow('that folder is gone')
  },
)

test('unfinished clusters of dead processes are removed, those of running processes stay', async () => {
  withCluster()
  const root = path.join(dataDir, 'postgres')
  const gone = spawn('true')
  await once(gone, 'exit')
  const other = spawn('sleep', ['60'])
  children.push(other)
  for (const name of [`data-${gone.pid}-abcdef`, `data-${process.pid}-abcdef`, `data-${other.pid}-abcdef`]) {
    fs.mkdirSync(path.join(root, name))
  }
  fs.mkdirSync(path.join(root, 'data-abcdef'))
  fs.utimesSync(path.join(root, 'data-abcdef'), 0, 0)
  await (await startPostgres({ dataDir })).stop()
  expect(fs.readdirSync(root).sort()).toEqual(['data', `data-${other.pid}-abcdef`, 'log', 'run'])
})
