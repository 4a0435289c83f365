import { vi } from 'vitest'
import { sharedDocumentApi } from '../../contract/src/lists/galleries.ts'
import { templateApi } from '../../contract/src/lists/templates.ts'
import { putInPlace } from './app.ts'
import { call, expect, test, unique } from './fixtures.ts'

test('a document of a template cannot be deleted; a template can, and is restored by undo', async ({
  page,
  signIn,
}) => {
  // replaces drawing of the PDF thumbnail
  putInPlace({ makeThumbnail: async () => null })
  await signIn('admin')
  const [title, name] = [`Vorlage ${unique()}`, `AGB ${unique()}.txt`]
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) }
  await page.request.post(sharedDocumentApi.upload.path, { multipart: { documentClassification: '', file } })
  const documents = await call(page, sharedDocumentApi.list, {})
  const predefinedDocuments = documents.filter((one) => one.name === name).map(({ documentRef }) => documentRef)
  expect(predefinedDocuments).toHaveLength(1)
  await call(page, templateApi.add, { body: { title, subject: '', content: '', predefinedDocuments } })
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

/** Pastes HTML and files into the editor. */
function paste(html: string, files: readonly File[] = []) {
  const data: Record<string, string> = { 'text/html': html, 'text/plain': html.replace(/<[^>]*>/g, '') }
  const clipboardData = { getData: (type: string) => data[type] ?? '', files, types: Object.keys(data), items: [] }
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
  document.querySelector('.ProseMirror')?.dispatchEvent(event)
}

test('lists pasted from Word stay lists, and a picture that cannot be pasted is reported', async ({ page, signIn }) => {
  // the link extension warns when a second editor is created
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await signIn('admin')
  const title = `Vorlage ${unique()}`
  const { id } = await call(page, templateApi.add, {
    body: { title, subject: '', content: '', predefinedDocuments: [] },
  })
  await page.goto('/templates')
  await page.getByRole('button', { name: title }).click()
  await expect(page.getByRole('textbox', { name: 'Inhalt' })).toBeVisible()
  const point = (text: string, sign: string, level = 1) =>
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp;</span></span><![endif]>${text}</p>`
  paste(
    `<html><body><p class=MsoNormal>Lieferung</p>${point('Schale', '·')}${point('Deckel', 'o', 2)}${point('Rost', '·')}
    <p class=MsoNormal>Ablauf<img src="file:///C:/clip.png"></p>${point('Bestellen', '1.')}${point('Zange', '·')}</body></html>`,
  )
  await expect(page.getByText('Ein Bild wurde nicht mit eingefügt: Fügen Sie es einzeln ein.')).toBeVisible()
  await page.getByRole('button', { name: 'Speichern' }).click()
  const saved = async () => {
    const templates = await call(page, templateApi.list, {})
    return templates.find((one) => one.id === id)?.content
  }
  await expect
    .poll(saved)
    .toBe(
      '<p>Lieferung</p><ul><li><p>Schale</p><ul><li><p>Deckel</p></li></ul></li><li><p>Rost</p></li></ul><p>Ablauf</p><ol><li><p>Bestellen</p></li></ol><ul><li><p>Zange</p></li></ul><p></p>',
    )

  // screenshot
  paste('<img src="https://example.org/x.png">', [new File(['Bild'], 'image.png', { type: 'image/png' })])
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(saved).toContain('<img src="data:image/png;base64,QmlsZA=="')
})
