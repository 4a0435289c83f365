import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { Pool } from 'undici'
import type { Database } from '../src/db/db.ts'
import { type Aims, beside } from './harness.ts'
import type { Product } from './product.ts'

export type Request = readonly [method: 'GET' | 'POST' | 'PUT', path: string, body?: object]

/** What machine and PostgreSQL can do for the same questions when nothing stands in the way. */
export interface Floor {
  call(...request: Request): Promise<Buffer>
  stop(): Promise<void>
}

/** Makes the tables of floor.sql from the data of the product, and starts floor-server.ts on them. */
export async function startFloor(database: Database, connection: pg.ClientConfig): Promise<Floor> {
  await database.pool.query('set maintenance_work_mem = 262144')
  for (const statement of readFileSync(path.join(import.meta.dirname, 'floor.sql'), 'utf8').split(';\n')) {
    if (statement.trim()) await database.pool.query(statement)
  }
  return startFloorServer(connection)
}

/** The same on tables that are there. */
export async function startFloorServer(connection: pg.ClientConfig): Promise<Floor> {
  const server = path.join(import.meta.dirname, 'floor-server.ts')
  const child = spawn(process.execPath, [server, JSON.stringify(connection)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const sockets = new Pool(`http://127.0.0.1:${port.toString().trim()}`, { connections: 32 })
  return {
    async call(method, address, body) {
      const headers = { 'content-type': 'application/json' }
      const answer = await sockets.request({
        method,
        path: address,
        ...(body ? { headers, body: JSON.stringify(body) } : {}),
      })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      if (answer.statusCode !== 200) throw new Error(`${method} ${address} answered ${answer.statusCode}: ${bytes}`)
      return bytes
    },
    async stop() {
      await sockets.close()
      child.kill()
    },
  }
}

export interface Question {
  readonly name: string
  readonly floor: (round: number) => Request
  readonly product: (round: number) => Request
  readonly aims: Aims
  /** What each does before it is asked; it is no part of the time that a single question takes. */
  readonly before?: Readonly<Record<'floor' | 'product', (round: number) => Promise<unknown>>>
  /** Gets what the product answered. */
  readonly answered?: (round: number, bytes: Buffer) => void
}

const alone = 150
const seconds = 2
const turns = 3

/** Asks both the same, in turns: one client after another, and sixteen at once. */
export async function askBoth(
  { name, aims, before, ...question }: Question,
  floor: Floor,
  product: Product,
): Promise<void> {
  let round = 0
  const ask = {
    floor: async (at: number) => void (await floor.call(...question.floor(at))),
    product: async (at: number) => {
      const bytes = await product.call(...question.product(at))
      question.answered?.(at, bytes)
    },
  }
  const measured = {
    floor: { times: [] as number[], perSecond: [] as number[] },
    product: { times: [] as number[], perSecond: [] as number[] },
  }
  for (let turn = 0; turn < turns; turn++) {
    for (const which of ['floor', 'product'] as const) {
      for (let warm = 0; warm < 20; warm++) await ask[which](round++)
      for (let one = 0; one < alone; one++) {
        await before?.[which](round)
        const began = performance.now()
        await ask[which](round++)
        measured[which].times.push(performance.now() - began)
      }
      const end = performance.now() + seconds * 1000
      let answers = 0
      const client = async () => {
        for (; performance.now() < end; answers++) {
          const at = round++
          await before?.[which](at)
          await ask[which](at)
        }
      }
      await Promise.all(Array.from({ length: 16 }, client))
      measured[which].perSecond.push(answers / seconds)
    }
  }
  beside(name, measured, aims)
}
