import path from 'node:path'
import { parseArgs } from 'node:util'
import { copyDatabase } from './copy-database.ts'
import { type Database, openDatabase } from './db/db.ts'
import { startPostgres } from './db/postgres/start.ts'

const usage = `Copies everything from one database into another, empty one.

  npm run move-data -- --to <DATABASE_URL>     from the database below DATA_DIR to a server
  npm run move-data -- --from <DATABASE_URL>   from a server to the database below DATA_DIR

Stop the product first: what is written during the copy stays behind. Documents are no part of the database; they
stay in DATA_DIR.`

interface Side {
  readonly database: Database
  close(): Promise<void>
}

/** Opens the database of `url`, or the one below `dataDir`. */
async function openSide(url: string | undefined, dataDir: string): Promise<Side> {
  if (url) {
    const database = openDatabase(url, { max: 2 })
    return { database, close: database.close }
  }
  const postgres = await startPostgres({ dataDir })
  const database = openDatabase(postgres.connection, { max: 2 })
  return {
    database,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  if (!values.from && !values.to) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const dataDir = path.resolve(process.env.DATA_DIR ?? 'data')
  const source = await openSide(values.from, dataDir)
  try {
    const target = await openSide(values.to, dataDir)
    try {
      const tables = await copyDatabase(source.database, target.database)
      const width = Math.max(5, ...tables.map(({ table }) => table.length))
      for (const { table, rows } of tables) console.log(`${table.padEnd(width)} ${`${rows}`.padStart(10)}`)
      const total = tables.reduce((sum, { rows }) => sum + rows, 0)
      console.log(`${'total'.padEnd(width)} ${`${total}`.padStart(10)}  rows copied and compared`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
