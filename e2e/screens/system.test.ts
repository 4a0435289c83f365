import { systemApi } from '../../contract/src/overview/system.ts'
import { call, expect, expectNoAxeViolations, said, test, unique } from './fixtures.ts'

test('a failed job is retried, and every admin sees at once that it is no longer failed', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const fail = async (error: string) => {
    const { rows } = await database.pool.query(`
      select id from graphile_worker.add_job('checkFiles', '{}'::json, run_at => now() + interval '1 hour', max_attempts => 1)`)
    await database.pool.query('update graphile_worker._private_jobs set attempts = 1, last_error = $2 where id = $1', [
      rows[0].id,
      error,
    ])
    return String(rows[0].id)
  }
  const other = await openFor('admin')
  await signIn('admin')
  await page.goto('/system?view=FAILED')
  const [first, second] = [`Platte voll ${unique()}`, `Platte weg ${unique()}`]
  const rowOf = (error: string) => page.getByRole('row', { name: new RegExp(error) })
  await expect(page.getByRole('tab', { name: 'Gescheitert' })).toBeVisible()

  const id = await fail(first)
  await expect(rowOf(first)).toBeVisible()
  await expectNoAxeViolations(page)
  await call(other, systemApi.retry, { params: { id } })
  await expect(rowOf(first)).toHaveCount(0)

  await fail(second)
  await rowOf(second).getByRole('button', { name: 'Aktionen Dateien prüfen' }).click()
  await page.getByRole('menuitem', { name: 'Jetzt erneut versuchen' }).click()
  await said(page, '«Dateien prüfen» wird gleich erneut versucht')
  await expect(rowOf(second)).toHaveCount(0)
})
