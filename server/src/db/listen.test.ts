import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { type Listener, openListener } from './listen.ts'

const { pool } = await testDatabase()

test('a channel added while the connection begins to listen gets its notifications', async () => {
  const heard: string[] = []
  let listener: Listener
  const connected = Promise.withResolvers<void>()
  const adding = {
    notified: (payload: string) => void heard.push(payload),
    connected: (isConnected: boolean) => isConnected && connected.resolve(),
  }
  const connect = async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (text: string) => Promise<pg.QueryResult>
    let isFirst = true
    const addingOne = (text: string) => {
      const asked = query(text)
      const isNow = isFirst
      isFirst = false
      if (isNow) listener.on('changes', adding)
      return asked
    }
    return Object.assign(client, { query: addingOne as typeof client.query })
  }
  listener = openListener({
    connect: connect as typeof pool.connect,
    query: pool.query.bind(pool) as typeof pool.query,
  })
  listener.on('actors', { notified() {} })
  await connected.promise
  await pool.query("select pg_notify('changes', 'one')")
  await expect.poll(() => heard).toEqual(['one'])
  await listener.close()
})
