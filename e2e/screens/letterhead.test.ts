import { letterheadApi } from '../../contract/src/orders/letterhead.ts'
import { putInPlace } from './app.ts'
import { expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

// replaces drawing of pictures and PDFs
const undrawn = { printableLogo: async (file: File) => file, PdfPages: () => null }

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const otherPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPY4KDwHwAExAIQfuUm1wAAAABJRU5ErkJggg=='

test('sender, footer and logo of the prints are set; a logo that is no picture is refused with a sentence', async ({
  page,
  signIn,
}) => {
  putInPlace(undrawn)
  await signIn('admin')
  const name = `Feuer ${unique()} AG`
  await page.goto('/letterhead')
  await page.getByRole('textbox', { name: 'Absender' }).fill(`${name}\nGlutweg 1`)
  await page.getByRole('textbox', { name: 'Fusszeile' }).fill('1\n2\n3\n4')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Es sind höchstens 3 Zeilen erlaubt')).toBeVisible()
  await page.getByRole('textbox', { name: 'Fusszeile' }).fill('IBAN CH00')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Briefkopf gespeichert').waitFor()

  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await choose(Buffer.from('no picture'))
  await page.getByText('Das Logo muss ein ganzes Bild sein').waitFor()
  await choose(onePixel)
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await page.getByText('Logo entfernt').waitFor()
  await expect(page.getByRole('img', { name: 'Logo' })).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await expect(page.getByRole('img', { name: 'Logo' })).toBeHidden()

  await page.goto('/letterhead')
  await expect(page.getByRole('textbox', { name: 'Absender' })).toHaveValue(`${name}\nGlutweg 1`)
})

test('undoing the removal of a logo does not replace one that a colleague uploaded meanwhile', async ({
  page,
  signIn,
  openFor,
}) => {
  putInPlace(undrawn)
  await signIn('admin')
  const colleague = await openFor('admin')
  const upload = async (picture: string) => {
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
    const answer = await colleague.request.post(letterheadApi.saveLogo.path, { multipart: { file } })
    expect(answer.status()).toBe(200)
    return ((await answer.json()) as { logoRef: string }).logoRef
  }
  const first = await upload(onePixel.toString('base64'))
  await page.goto('/letterhead')
  const logo = page.getByRole('img', { name: 'Logo' })
  await expect(logo).toHaveAttribute('src', new RegExp(first))
  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await expect(logo).toBeHidden()
  const theirs = await upload(otherPixel)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByText('Der Eintrag wurde inzwischen von jemand anderem geändert.').waitFor()
  await expect(logo).toHaveAttribute('src', new RegExp(theirs))
})
