import { addVera } from './encounters.ts'
import { api, expect, test } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)/ })

const movedTo = (name: string) => `Der Eintrag wurde inzwischen zum Kontakt «${name}» verschoben.`

test('a document that somebody moved meanwhile: where it is, whatever is done with it', async ({ page, signIn }) => {
  await signIn('admin')
  const [from, to] = [await addVera(page), await addVera(page)]
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const list = `/api/contacts/${from.id}/attachments`
  for (const name of ['Plan.txt', 'Skizze.txt', 'Brief.txt']) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(`${name} ${from.name}`) }
    const sent = await page.request.post(list, { multipart: { file }, headers: { origin } })
    expect(sent.ok()).toBe(true)
  }
  await page.goto(`/contacts/${from.id}?tab=documents`)
  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const tile = (name: string) => page.getByRole('button', { name: `Aktionen für ${name}` })
  const moveAway = async (name: string) => {
    const documents = await api<{ id: string; name: string }[]>(page, 'GET', list)
    const { id } = documents.find((one) => one.name === name) ?? { id: '' }
    await api(page, 'PUT', `${list}/${id}/move/${to.id}`)
  }

  await choose('Plan.txt', 'Umbenennen und klassifizieren')
  await page.getByRole('textbox', { name: 'Name' }).fill('Grundriss.txt')
  await moveAway('Plan.txt')
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Grundriss.txt')
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(tile('Plan.txt')).toHaveCount(0)

  await choose('Skizze.txt', 'Zu einem anderen Kontakt verschieben')
  const picker = page.getByRole('dialog', { name: '«Skizze.txt» verschieben zu …' })
  await picker.getByRole('textbox', { name: 'Nachname', exact: true }).fill(to.surname)
  await page.keyboard.press('Enter')
  await moveAway('Skizze.txt')
  await picker.getByRole('gridcell', { name: to.surname }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(picker).toBeHidden()
  await expect(tile('Skizze.txt')).toHaveCount(0)

  await choose('Brief.txt', 'Löschen')
  await moveAway('Brief.txt')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(page.getByText('Noch kein Dokument zu diesem Kontakt.')).toBeVisible()
})

test('an answer to a comment that somebody deletes meanwhile is not lost', async ({ page, signIn, clock }) => {
  await signIn('user')
  const { id } = await addVera(page)
  const asked = await api(page, 'POST', `/api/comments/upstream/${id}`, { text: 'Gefragt' })
  await page.goto(`/contacts/${id}?tab=comments`)
  await page.getByRole('button', { name: 'Antworten' }).click()
  const answer = page.getByRole('textbox', { name: 'user antworten', exact: true })
  await answer.fill('Lang getippte Antwort')
  await api(page, 'DELETE', `/api/comments/${asked.id}`)
  await clock.fastForward(31_000)
  await expect(page.getByText('gelöscht', { exact: true })).toBeVisible()
  await expect(answer).toHaveValue('Lang getippte Antwort')
  await page.getByRole('form', { name: 'user antworten' }).getByRole('button', { name: 'Senden' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Lang getippte Antwort' })).toBeVisible()
  await expect(page.getByText('gelöscht', { exact: true })).toBeVisible()
})
