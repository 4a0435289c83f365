import { vi } from 'vitest'
import { readModules } from './app.ts'
import { api, expect, test, unique } from './fixtures.ts'

// no picture of a PDF is drawn here
vi.mock('../../web/src/features/lists/galleries/make-thumbnail.ts', () => ({ makeThumbnail: async () => null }))

test('a document of a template is not deleted; the template is, and brought back', async ({ page, signIn }) => {
  readModules()
  await signIn('admin')
  const [title, name] = [`Vorlage ${unique()}`, `AGB ${unique()}.txt`]
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) }
  await page.request.post('/api/shared-documents', { multipart: { documentClassification: '', file } })
  const documents = await api<{ documentRef: string; name: string }[]>(page, 'GET', '/api/shared-documents')
  const predefinedDocuments = documents.filter((one) => one.name === name).map(({ documentRef }) => documentRef)
  expect(predefinedDocuments).toHaveLength(1)
  await api(page, 'POST', '/api/templates', { title, subject: '', content: '', predefinedDocuments })
  await page.goto('/sharedDocuments')
  await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText(`«${name}» gehört zu einer Vorlage`)).toBeVisible()

  await page.goto('/templates')
  await page.getByRole('button', { name: title }).click()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByText(`Vorlage «${title}» löschen?`).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByRole('button', { name: title })).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('button', { name: title })).toBeVisible()
})
