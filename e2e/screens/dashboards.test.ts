import { dashboardApi } from '../../contract/src/overview/dashboards.ts'
import { jobs } from '../../server/src/jobs/jobs.ts'
import { spanOf } from '../../web/src/features/overview/dashboards/use-span.ts'
import words from '../../web/src/i18n/de/dashboards.ts'
import { addPerson, call, expect, expectNoAxeViolations, test } from './fixtures.ts'

test('the dashboards lead to where work waits, and an admin arranges their tiles', async ({
  page,
  signIn,
  database,
}) => {
  await signIn(await addPerson(database, 'admin'))
  await page.goto('/dashboards')
  const flames = page.getByRole('region', { name: 'Flammen', exact: true })
  await expect(flames.getByText('weder archiviert noch im Papierkorb')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Posteingang', exact: true })).toContainText('Erste Antwort')
  await expectNoAxeViolations(page)

  await flames.getByRole('link', { name: /Fällige Flammen$/ }).click()
  await expect(page.getByRole('grid', { name: 'Alle offenen Flammen' })).toBeVisible()
  await expect(page.getByText('fällig', { exact: true })).toBeVisible()

  await page.goto('/dashboards')
  await page.getByRole('button', { name: 'Anpassen' }).click()
  await page.getByRole('button', { name: 'Nach unten: Flammen' }).click()
  await page.getByRole('button', { name: 'Ausblenden: Aufträge' }).click()
  await page.getByRole('button', { name: 'Fertig' }).click()
  await expect(page.getByRole('region', { name: 'Aufträge', exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Posteingang')
})

test('figures and table values lead to their lists, which say their filter and can be freed of it', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/dashboards')
  const contacts = page.getByRole('region', { name: 'Kontakte', exact: true })
  await contacts.getByRole('link', { name: /Neue Kontakte$/ }).click()
  await expect(page.getByRole('grid', { name: 'Kontakte' })).toBeVisible()
  await expect(page.getByText(/^erfasst ab \d\d\.\d\d\.\d{4} bis \d\d\.\d\d\.\d{4}$/)).toBeVisible()

  await page.goto('/dashboards')
  const months = contacts.getByRole('table', { name: 'Neue Kontakte nach Monat' })
  await months.getByRole('link').first().click()
  const filter = page.getByRole('button', { name: /^erfasst ab \d\d\.\d\d\.\d{4} bis \d\d\.\d\d\.\d{4}$/ })
  await filter.press('Delete')
  await expect(page).toHaveURL('/contacts')
  await expect(filter).toHaveCount(0)

  await page.goto('/emails?view=ALL&since=2026-01-01&answered=true')
  await expect(page.getByText(/^eingegangen ab .* · beantwortet$/)).toBeVisible()

  await page.goto('/allArchivedFlames?since=2026-01-01&country=CH&customerType=NONE')
  await expect(page.getByText('archiviert ab 01.01.2026 · Schweiz · ohne Kundentyp')).toBeVisible()
  await page.goto('/allOpenTodos?state=WAITING')
  await expect(page.getByText('Wartet', { exact: true }).first()).toBeVisible()
  await page.goto('/telephony?calls=UNRETURNED&weekday=1')
  await expect(page.getByText('nicht zurückgerufen · Montag')).toBeVisible()
  // only the list: the instructions for connecting telephones appear without a filter
  await expect(page.getByText('Telefonanlage anschliessen')).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Die letzten 300 Anrufe' })).toBeVisible()
})

test('the list that a figure leads to has as many entries as the figure says', async ({ page, signIn }) => {
  await signIn('admin')
  const said = /^[\d']+ (Eintrag|Einträge|E-Mails?)$/
  const numberIn = (text: string | null) => Number(text?.replaceAll(/\D/g, ''))
  const query = spanOf(undefined, undefined)
  for (const [tile, figure] of [
    ['inbox', 'openEmails'],
    ['contacts', 'newContacts'],
    ['flames', 'openFlames'],
    ['todos', 'dueProjectReminders'],
  ] as const) {
    await page.goto('/dashboards')
    await page
      .getByRole('region', { name: words.tile[tile], exact: true })
      .getByRole('link', { name: new RegExp(`${words.figure[figure].name}$`) })
      .click()
    // other tests change both
    const difference = async () => {
      const { figures } = await call(page, dashboardApi[tile], { query })
      const listed = numberIn(await page.getByText(said).first().textContent())
      return listed - (figures.find(({ name }) => name === figure)?.value ?? Number.NaN)
    }
    await expect.poll(difference).toBe(0)
  }
  await expect(page.getByText('alle, deren Erinnerung erreicht ist')).toBeVisible()
})

test('the figure of failing mailboxes leads to a filtered list, and one key removes the filter', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/dashboards')
  const system = page.getByRole('region', { name: 'Zustand des Systems', exact: true })
  await system.getByRole('link', { name: /Gestörte Postfächer$/ }).click()
  await expect(page).toHaveURL(/trouble=BROKEN/)
  const only = page.getByRole('button', { name: 'nur gestörte' })
  await expect(only).toBeVisible()
  await expect(page.getByText('Frühere E-Mails ablegen')).toHaveCount(0)
  await only.press('Delete')
  await expect(page).not.toHaveURL(/trouble/)
})

test('an invalid period is refused, and the former one stays until the new one is valid', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/dashboards?since=2026-02-01&until=2026-02-28')
  await page.getByLabel('Von', { exact: true }).fill('01.03.2026')
  await page.getByLabel('Von', { exact: true }).press('Enter')
  await expect(page.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible()
  await expect(page).toHaveURL(/since=2026-02-01&until=2026-02-28/)
  await page.getByLabel('Bis', { exact: true }).fill('31.03.2026')
  await page.getByLabel('Bis', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/since=2026-03-01&until=2026-03-31/)
  await expect(page.getByText('Das Ende muss nach dem Beginn liegen')).toHaveCount(0)
  await page.getByLabel('Von', { exact: true }).fill('01.03.2020')
  await page.getByLabel('Von', { exact: true }).press('Enter')
  await expect(page.getByText(/Zeitraum von höchstens .* Tagen/)).toBeVisible()
})

test('figures per person are shown only while an admin has them turned on', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/dashboards')
  const people = page.getByRole('region', { name: 'Je Person', exact: true })
  await expect(page.getByRole('region', { name: 'Flammen', exact: true })).toBeVisible()
  await expect(people).toHaveCount(0)
  await page.getByRole('button', { name: 'Anpassen' }).click()
  const turn = page.getByRole('switch', { name: /^Zahlen je Person zeigen/ })
  await turn.click()
  await expect(people.getByRole('columnheader', { name: 'E-Mails in Bearbeitung' })).toBeVisible()
  await turn.click()
  await expect(people).toHaveCount(0)
})

test('admins see which files are kept, which jobs wait and failed, and every job has a name', async ({
  page,
  signIn,
  database,
}) => {
  await signIn('admin')
  await page.goto('/dashboards')
  const system = page.getByRole('region', { name: 'Zustand des Systems', exact: true })
  await system.getByRole('link', { name: /Dateien$/ }).click()
  await expect(page.getByRole('gridcell', { name: 'Bildergalerie und gemeinsame Dokumente' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('tab', { name: 'Gescheitert' }).click()
  // a job of another test may have failed
  const failed = page.getByRole('grid', { name: 'Gescheitert' })
  await expect(page.getByText('Nichts ist gescheitert').or(failed.getByRole('gridcell')).first()).toBeVisible()
  await database.pool.query(
    `select graphile_worker.add_job('checkFiles', run_at => now() + interval '1 year', job_key => 'a test')`,
  )
  await page.getByRole('tab', { name: 'Wartend' }).click()
  const waiting = page.getByRole('grid', { name: 'Wartend' })
  await expect(waiting.getByRole('gridcell', { name: words.system.name.checkFiles }).first()).toBeVisible()
  expect(Object.keys(words.system.name).sort()).toEqual(Object.keys(jobs).sort())
})
