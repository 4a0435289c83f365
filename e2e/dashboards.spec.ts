import { enter, expect, test } from './fixtures.ts'

test('the rendered dashboards: numbers on the axes, labels of months, and the printed page', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/dashboards')

  await test.step('axes show numbers in the usual format, also in a chart without values', async () => {
    await expect(
      page
        .getByRole('region', { name: 'Neue Kontakte nach Monat' })
        .getByText(/^[12]'\d00$/)
        .first(),
    ).toBeVisible()
    const failures = page.getByRole('region', { name: 'Fehlversuche nach Postfach' }).locator('svg')
    await expect(failures.getByText('1', { exact: true })).toBeVisible()
    await expect(failures.getByText(/^0\./)).toHaveCount(0)
  })

  await test.step('the labels of months below a chart do not overlap', async () => {
    await page.goto('/dashboards?since=2024-01-01&until=2026-12-31')
    const months = page
      .getByRole('region', { name: 'Aufträge nach Monat' })
      .locator('svg text')
      .filter({ hasText: /20\d\d$/ })
    await expect(months.first()).toBeVisible()
    const boxes = await months.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, left, right }) => ({ top, left, right })),
    )
    // charts wrap into rows; the first chart of a row is at the left
    const rows = [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()]
    for (const row of rows) {
      expect(row.length).toBeGreaterThan(1)
      for (const [at, { left }] of row.entries()) expect(left).toBeGreaterThanOrEqual(row[at - 1]?.right ?? 0)
    }
  })

  await test.step('printed tables are complete, name their period, and have no buttons', async () => {
    await enter(page, '/dashboards?since=2026-01-01&until=2026-06-30')
    const days = page.getByText('01.01.2026 – 30.06.2026')
    await expect(days).toBeAttached()
    await expect(days).toBeHidden()
    const table = page.getByRole('region', { name: 'Flammen nach Schritt' }).filter({ has: page.getByRole('table') })
    const whole = table.last()
    await expect(whole.getByRole('row')).not.toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(days).toBeVisible()
    await expect(whole.getByRole('button')).toHaveCount(0)
    await expect(whole).toHaveCSS('overflow-y', 'visible')
    await expect(whole).toHaveCSS('max-height', 'none')
  })
})
