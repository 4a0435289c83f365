import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { openDatabase } from '../db/db.ts'
import { locks } from '../db/locks.ts'
import { inTransaction, systemActor } from '../http/context.ts'
import { enqueue } from './enqueue.ts'
import { nightly } from './jobs.ts'
import { type JobHandlers, startJobs } from './runner.ts'

const { appContext, database } = await testApp()
const silent = { info: () => {}, error: () => {} }
const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((runner) => runner.stop()))
  await sql`delete from graphile_worker._private_jobs`.execute(database.kysely)
})

const times = { sweep: 500, taken: 100, ended: 100 }

/** Starts a worker with a pool of its own, like another server process. */
async function start(
  checkTaxNumber: JobHandlers['checkTaxNumber'],
  log: Parameters<typeof startJobs>[2] = silent,
  more: Partial<JobHandlers> = {},
) {
  const own = openDatabase(database.connection, { max: 8 })
  const others = async () => {}
  const handlers = new Proxy({ checkTaxNumber, ...more } as JobHandlers, {
    get: (made, name) => Reflect.get(made, name) ?? others,
  })
  const runner = await startJobs({ ...appContext, database: own }, handlers, log, [], times)
  const stop = async () => {
    await runner.stop()
    await own.close()
  }
  running.push({ stop })
}
const add = (contactId: string) => enqueue(database.kysely, 'checkTaxNumber', { contactId })
const nameOf = (about: object) => String(Reflect.get(about, 'job'))
const jobs = async () => {
  const { rows } = await sql<{ attempts: number; error: string | null }>`
    select attempts, last_error as error from graphile_worker._private_jobs order by id`.execute(database.kysely)
  return rows
}
/** Whether a job was taken so long ago that a sweep would hand it on if no process held its lock. */
const isOld = async () => {
  const { rows } = await sql`
    select from graphile_worker._private_jobs
     where locked_at < now() - ${times.taken} * interval '1 ms'`.execute(database.kysely)
  return rows.length > 0
}
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it did not come true')
    await sleep(20)
  }
}

describe('a job', () => {
  test('runs soon after it was added, with its payload, and is removed', async () => {
    const seen: string[] = []
    await start(async (_, { contactId }) => void seen.push(contactId))
    await add('one')
    await until(() => seen.length === 1)
    expect(seen).toEqual(['one'])
    await until(async () => (await jobs()).length === 0)
  })

  test('added before a worker starts is run by it', async () => {
    const seen: string[] = []
    await add('waiting')
    await start(async (_, { contactId }) => void seen.push(contactId))
    await until(() => seen.length === 1)
  })

  test('of a transaction runs once after the commit, and never after a rollback', async () => {
    const seen: string[] = []
    await start(async (_, { contactId }) => void seen.push(contactId))
    await inTransaction(appContext, systemActor(), async (ctx) => {
      await ctx.enqueue('checkTaxNumber', { contactId: 'committed' })
      await sleep(300)
      expect(seen).toEqual([])
    })
    await expect(
      inTransaction(appContext, systemActor(), async (ctx) => {
        await ctx.enqueue('checkTaxNumber', { contactId: 'undone' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await until(() => seen.length > 0)
    await sleep(300)
    expect(seen).toEqual(['committed'])
  })

  test('that fails is kept with its error and retried later', async () => {
    let attempts = 0
    const logged: object[] = []
    await start(
      async () => {
        attempts++
        if (attempts < 3) throw new Error('not yet')
      },
      { ...silent, error: (about: object) => void logged.push(about) },
    )
    await add('failing')
    await until(() => attempts === 1)
    await until(async () => (await jobs())[0]?.error === 'not yet')
    const { rows } = await sql<{ later: boolean }>`
      select run_at > now() as later from graphile_worker._private_jobs`.execute(database.kysely)
    expect(rows).toEqual([{ later: true }])
    for (const attempt of [2, 3]) {
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.kysely)
      await until(() => attempts === attempt)
    }
    await until(async () => (await jobs()).length === 0)
    expect(logged).toHaveLength(2)
  })

  test('with an invalid payload fails and is kept', async () => {
    await start(async () => {})
    await sql`select graphile_worker.add_job('checkTaxNumber', '{"contactId": 7}'::json)`.execute(database.kysely)
    await until(async () => (await jobs())[0]?.error !== null && (await jobs()).length === 1)
    expect((await jobs())[0]?.attempts).toBe(1)
  })

  test('that is short does not wait for long ones, of which two run at once', async () => {
    const seen: string[] = []
    const ended = Promise.withResolvers<void>()
    await start(async (_, { contactId }) => void seen.push(contactId), silent, {
      async readFiles() {
        seen.push('long')
        await ended.promise
      },
    })
    try {
      for (let at = 0; at < 3; at++) await enqueue(database.kysely, 'readFiles', {})
      await until(() => seen.length === 2)
      await add('short')
      await until(() => seen.length === 3)
      expect(seen).toEqual(['long', 'long', 'short'])
    } finally {
      ended.resolve()
    }
    await until(() => seen.length === 4)
  })

  test('of two worker processes is run by one of them, once', async () => {
    const seen: string[] = []
    const atWork = new Set<string>()
    const work: JobHandlers['checkTaxNumber'] = async (_, { contactId }) => {
      expect(atWork.has(contactId)).toBe(false)
      atWork.add(contactId)
      seen.push(contactId)
      await sleep(10)
      atWork.delete(contactId)
    }
    await Promise.all([start(work), start(work)])
    const ids = Array.from({ length: 60 }, (_, at) => `job ${at}`)
    for (const id of ids) await add(id)
    await until(async () => (await jobs()).length === 0)
    expect(seen.sort()).toEqual(ids.sort())
  })

  test('that should have run at night is caught up once', async () => {
    await start(async () => {})
    const known = () => sql`select from graphile_worker._private_known_crontabs`.execute(database.kysely)
    await until(async () => (await known()).rows.length === Object.keys(nightly).length)
    await running.splice(0)[0]?.stop()
    await sql`
      update graphile_worker._private_known_crontabs
         set known_since = now() - interval '3 days', last_execution = now() - interval '25 hours'`.execute(
      database.kysely,
    )
    const begun: string[] = []
    const log = {
      ...silent,
      info: (about: object, text: string) => void (text === 'job started' && begun.push(nameOf(about))),
    }
    await start(async () => {}, log)
    await until(() => begun.length >= Object.keys(nightly).length)
    await until(async () => (await jobs()).length === 0)
    expect(begun.sort()).toEqual(Object.keys(nightly).sort())
  })

  test('that takes long is not started again by a second process', async () => {
    let begun = 0
    const ending = Promise.withResolvers<void>()
    const work = async () => {
      begun++
      await ending.promise
    }
    await start(work)
    await add('long')
    await until(() => begun === 1)
    await until(isOld)
    // A second process starts, and sweeps at its start.
    await start(work)
    ending.resolve()
    await until(async () => (await jobs()).length === 0)
    expect(begun).toBe(1)
  })

  test('that lost its advisory lock stays with its process while that is alive', async () => {
    let begun = 0
    const ending = Promise.withResolvers<void>()
    const work = async () => {
      begun++
      await ending.promise
    }
    await start(work)
    await add('cut off')
    await until(() => begun === 1)
    await sql`
      select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and classid = ${locks.jobAtWork}
         and database = (select oid from pg_database where datname = current_database())`.execute(database.kysely)
    await until(isOld)
    await start(work)
    await sleep(times.sweep * 2)
    ending.resolve()
    await until(async () => (await jobs()).length === 0)
    expect(begun).toBe(1)
  })

  test('of a killed process is run by another one', async () => {
    const child = fork(path.join(import.meta.dirname, '../../test/hanging-worker.ts'), {
      env: { ...process.env, CONNECTION: JSON.stringify(database.connection) },
    })
    await add('handed on')
    expect((await once(child, 'message'))[0]).toBe('handed on')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await until(isOld)
    const seen: string[] = []
    await start(async (_, { contactId }) => void seen.push(contactId))
    await until(() => seen.length > 0)
    await until(async () => (await jobs()).length === 0)
    expect(seen).toEqual(['handed on'])
  })
})
