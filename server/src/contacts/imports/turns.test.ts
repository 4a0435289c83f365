import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { testApp } from '../../../test/app.ts'
import { tidySearch } from './turns.ts'

const { as, appContext } = await testApp()
const { pool } = appContext.database
const user = as('USER')

test('a contact edited while its search row is being written is found by its new name only', async () => {
  const { id } = (await user.call(contactApi.add, { body: { surname: 'Vorher' } })).answer
  const found = async (surname: string) =>
    (await user.call(contactApi.search, { body: { surname } })).answer.contacts.map((contact) => contact.id)
  await pool.query('insert into contact_search_pending values ($1)', [id])
  const editor = await pool.connect()
  try {
    await editor.query('begin')
    await editor.query(`update contact set surname = 'Nachher' where id = $1`, [id])
    const tidied = tidySearch(appContext)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await editor.query('commit')
    await tidied
  } finally {
    editor.release(true)
  }
  expect(await found('Nachher')).toEqual([id])
  expect(await found('Vorher')).toEqual([])
  expect((await pool.query('select from contact_search_pending')).rowCount).toBe(0)
})
