import { addContact, expect, expectNoAxeViolations, field, test, unique } from './fixtures.ts'

test('of very many comments only those near the view are rendered; the address of a comment shows it, also on a phone', async ({
  page,
  database,
  signIn,
}) => {
  await signIn('user')
  const { id } = await addContact(page, { surname: `Kommentiert ${unique()}` })
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into comment (contact_id, author_id, text, created_at)
     select $1, (select id from app_user where username = 'admin'), 'Kommentar Nr. ' || number || '.',
            now() - (200 - number) * interval '1 second'
       from generate_series(1, 160) number order by number returning id`,
    [id],
  )
  const comment = (text: string) => page.getByRole('article').filter({ hasText: text })
  await page.goto(`/contacts/${id}?tab=comments`)
  await expect(comment('Kommentar Nr. 160.')).toBeVisible()
  expect(await page.getByRole('article').count()).toBeLessThan(110)
  await expect(comment('Kommentar Nr. 1.')).toHaveCount(0)
  await expect(async () => {
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    expect(await comment('Kommentar Nr. 1.').isVisible()).toBe(true)
  }).toPass({ intervals: [100] })

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/contacts/${id}/comments/${rows[0]?.id}`)
  await expect(comment('Kommentar Nr. 1.')).toBeInViewport()
  await expect(comment('Kommentar Nr. 1.')).toHaveAttribute('aria-current', 'true')
  await expectNoAxeViolations(page)
  await field(page, 'Kommentar schreiben').pressSequentially('Bitte @adm')
  await expect(page.getByRole('option', { name: 'admin' })).toBeInViewport()
  await expectNoAxeViolations(page)
})
