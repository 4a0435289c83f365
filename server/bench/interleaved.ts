import type pg from 'pg'
import type { Database } from '../src/db/db.ts'

interface Compared {
  /** Leaves what is measured as it is, but changes the table as `without` does: plans are made again after that. */
  readonly with: string
  readonly without: string
  readonly write: (client: pg.PoolClient) => Promise<unknown>
  readonly turns?: number
}

/**
 * How many times as long a statement takes with something as without it, by medians; taken back each time, and in turns, so that
 * whatever else the machine does meets both alike.
 */
export async function costOf(database: Database, { write, turns = 120, ...prepared }: Compared): Promise<number> {
  const times = { with: [] as number[], without: [] as number[] }
  const measure = async (which: keyof typeof times) => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(prepared[which])
      const began = performance.now()
      await write(client)
      times[which].push(performance.now() - began)
      await client.query('rollback')
    } finally {
      client.release()
    }
  }
  for (let turn = 0; turn < turns; turn++) {
    for (const which of turn % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      await measure(which)
    }
  }
  return middle(times.with) / middle(times.without)
}

const middle = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
