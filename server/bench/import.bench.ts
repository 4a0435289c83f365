import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '../src/config.ts'
import { proposeMapping } from '../src/contacts/imports/propose-mapping.ts'
import { runContactImport } from '../src/contacts/imports/run-import.ts'
import { storeFile } from '../src/contacts/imports/stored-file.ts'
import { openDatabase } from '../src/db/db.ts'
import { startPostgres } from '../src/db/postgres/start.ts'
import { openFileStore } from '../src/files/open-store.ts'
import type { AppContext } from '../src/http/context.ts'
import { openVault } from '../src/http/vault.ts'
import { prepareDatabase } from '../src/prepare.ts'
import { readable } from '../src/registries/readable.ts'
import { makeFirstAdmin } from '../src/users/first-admin.ts'
import { people } from '../test/imports.ts'
import { collectGarbage } from './collect-garbage.ts'
import { figure } from './harness.ts'

// An import as its job runs it, into an empty database with the settings of operation; then the same file again.
const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const step = Math.min(50_000, rows / 2)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-bench-import-'))
fs.chmodSync(folder, 0o711)
const postgres = await startPostgres({ dataDir: folder })
const database = openDatabase(postgres.connection, { max: 5 })

try {
  await prepareDatabase(database)
  await makeFirstAdmin(database.kysely, 'bench', 'bench-password', async () => {})
  const small = await importRows(rows / 10, 1_000_000)
  const first = await importRows(rows)
  const again = await importRows(rows)
  figure('import: new contacts', first.rowsPerSecond, { unit: 'rows/s', atLeast: 2000 })
  figure('import: the same file again', again.rowsPerSecond, { unit: 'rows/s', atLeast: 2000 })
  for (const [what, { paces }] of Object.entries({ 'new contacts': first, 'the same file again': again })) {
    // slow on a slow machine, but not more and more the more there are
    const atFirst = (paces[0] ?? Number.NaN) / 2 + (paces[1] ?? Number.NaN) / 2
    const atLeast = Math.min(2000, atFirst / 2)
    figure(`import: the slowest ${step} of ${what}`, Math.min(...paces), { unit: 'rows/s', atLeast })
  }
  figure('import: memory for ten times the rows', (again.heap - small.heap) / 1e6, { unit: 'MB more', atMost: 30 })
} finally {
  await database.close()
  await postgres.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

interface Imported {
  readonly rowsPerSecond: number
  /** Of each step, rows a second. */
  readonly paces: readonly number[]
  readonly heap: number
}

async function importRows(count: number, from = 0): Promise<Imported> {
  const id = randomUUID()
  const [header = ''] = people(0)
  const columns = header.trim().split(';')
  const bytes = await storeFile(database.kysely, id, pieces(count, from))
  const user = await database.kysely.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  const start = { first_byte: Buffer.byteLength(header), first_line: 2 }
  await database.kysely
    .insertInto('contact_import')
    .values({
      ...{ id, state: 'WAITING', file_name: 'bench.csv', encoding: 'UTF-8', delimiter: ';', columns, preview: '[]' },
      ...{ mapping: proposeMapping(columns) as string[], bytes_total: bytes, created_by: user.id, ...start },
      ...{ bytes_done: start.first_byte, next_line: start.first_line },
    })
    .execute()
  const config = readConfig({}, [])
  const services = { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config), readable }
  const appContext: AppContext = { database, services, checkAnswers: false }
  let heap = 0
  const started = performance.now()
  const pace = watchPace(id)
  for (let state = ''; state !== 'DONE'; ) {
    await runContactImport(appContext, { importId: id, run: 0, userId: user.id }, new AbortController().signal)
    collectGarbage()
    heap = Math.max(heap, process.memoryUsage().heapUsed)
    const own = database.kysely.selectFrom('contact_import').select('state').where('id', '=', id)
    state = (await own.executeTakeFirstOrThrow()).state
  }
  const seconds = (performance.now() - started) / 1000
  const paces = await pace.end()
  console.log(`rows/s by ${step}: ${paces.join(' ')}`)
  return { rowsPerSecond: count / seconds, paces, heap }
}

/** How fast the rows of each step come, as far as it is looked at: twice a second, and at the end. */
function watchPace(id: string) {
  const paces: number[] = []
  let [from, at] = [0, performance.now()]
  const look = async (least: number) => {
    const own = database.kysely.selectFrom('contact_import').select('next_line').where('id', '=', id)
    const done = Number((await own.executeTakeFirst())?.next_line ?? 0)
    if (done < from + least) return
    paces.push(Math.round(((done - from) / (performance.now() - at)) * 1000))
    from = done
    at = performance.now()
  }
  const timer = setInterval(() => void look(step), 500)
  const end = async () => {
    clearInterval(timer)
    // the last step has fewer, as each one before had some more
    await look(step / 2)
    return paces
  }
  return { end }
}

async function* pieces(count: number, from: number): AsyncGenerator<Buffer> {
  let lines: string[] = []
  for (const line of people(count, from)) {
    if (lines.push(line) < 5000) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}
