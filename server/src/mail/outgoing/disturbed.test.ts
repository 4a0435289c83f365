import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { openDatabase } from '../../db/db.ts'
import { openDisturbance } from '../../disturbance.ts'
import { startOutbox } from './outbox.ts'

test('an outage and its end are logged once each', () => {
  const said: string[] = []
  const log = {
    info: (_: object, text: string) => void said.push(text),
    error: (_: object, text: string) => void said.push(text),
  }
  const { begun, over } = openDisturbance(log, 'the outbox')
  over()
  for (let times = 0; times < 240; times++) begun(new Error('away'))
  over()
  over()
  begun(new Error('away'))
  expect(said).toEqual(['the outbox is disturbed', 'the outbox goes on', 'the outbox is disturbed'])
})

test('an unreachable database is logged once by the outbox', async () => {
  const { appContext } = await testApp()
  const away = openDatabase('postgres://glut@127.0.0.1:1/glut', { max: 4 })
  const connect = away.pool.connect.bind(away.pool) as () => Promise<never>
  let tries = 0
  Object.assign(away.pool, {
    connect: () => {
      tries++
      return connect()
    },
  })
  const said: string[] = []
  const tell = (_: object, text: string) => void said.push(text)
  const outbox = startOutbox({ ...appContext, database: away }, { info: tell, error: tell }, { pollMs: 1 })
  await expect.poll(() => tries).toBeGreaterThan(20)
  await outbox.stop()
  await away.close()
  expect(said).toEqual(['the outbox is disturbed'])
})
