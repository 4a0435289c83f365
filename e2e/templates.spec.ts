import { imageGalleryApi, sharedDocumentApi } from '../contract/src/lists/galleries.ts'
import { emailSignatureApi } from '../contract/src/lists/templates.ts'
import { call, enter, expect, expectNoAxeViolations, test } from './fixtures.ts'

/** PNG of one reddish pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test.use({ expectedErrors: /status of 400/ })

test('a template with placeholders, a document and a picture, and a signature are written and previewed', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const upload = async (path: string, name: string, mimeType: string, buffer: Buffer) => {
    const { origin } = new URL((await page.request.get('/healthz')).url())
    const multipart = { documentClassification: '', file: { name, mimeType, buffer } }
    expect((await page.request.post(path, { multipart, headers: { origin } })).ok()).toBe(true)
  }
  await upload(
    sharedDocumentApi.upload.path,
    'AGB Feuerringe.pdf',
    'application/pdf',
    Buffer.from('%PDF-1.7\nTemplate'),
  )
  await upload(imageGalleryApi.upload.path, 'Feuerring (2).png', 'image/png', picture)
  await page.goto('/templates')
  await page.getByRole('button', { name: 'Vorlage hinzufügen' }).click()
  await page.getByLabel('Bezeichnung').fill('Abholung')
  await page.getByRole('textbox', { name: 'Betreff' }).fill('Ihre Abholung vom {{currentDate|addDays:1}}')
  // the placeholder is shown in readable words
  await expect(page.getByRole('textbox', { name: 'Betreff' })).toHaveValue(/^Ihre Abholung vom \[[^{}]+ \+ 1 [^{}]+\]$/)
  await page.getByLabel('Gemeinsame Dokumente').fill('agb')
  await page.getByRole('option', { name: 'AGB Feuerringe.pdf' }).click()
  await page.keyboard.press('Escape')
  const content = page.getByRole('textbox', { name: 'Inhalt' })
  const tools = page.getByRole('toolbar', { name: 'Formatierung: Inhalt' })

  await test.step('a picture of the gallery is inserted', async () => {
    await content.click()
    await tools.getByRole('button', { name: 'Bild' }).click()
    await page.getByRole('menuitem', { name: 'Aus der Bildergalerie…' }).click()
    const gallery = page.getByRole('dialog', { name: 'Bild aus der Galerie wählen' })
    await gallery.getByLabel('Nach Name suchen').fill('feuerring')
    await expectNoAxeViolations(page)
    await gallery.getByRole('button', { name: 'Feuerring (2).png' }).click()
    await expect(content.getByRole('img', { name: 'Feuerring (2)' })).toBeVisible()
    await content.focus()
    await page.keyboard.press('Control+Home')
    // typing would replace a selected picture
    await expect(content.locator('.ProseMirror-selectednode')).toHaveCount(0)
  })

  await test.step('placeholders are typed and chosen', async () => {
    await page.keyboard.type('Guten Tag {{contactFullName}}, ')
    await tools.getByRole('button', { name: 'Platzhalter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Platzhalter' })
    await dialog.getByLabel('Feld').click()
    await page.getByRole('option', { name: 'Abholtermin' }).click()
    await dialog.getByLabel('Berechnung').click()
    await page.getByRole('option', { name: 'Tage addieren' }).click()
    await dialog.getByLabel('Anzahl Tage').fill('viele')
    await dialog.getByRole('button', { name: 'Einfügen' }).click()
    await expect(dialog.getByText('Bitte eine ganze Zahl von 0 bis 9999 angeben')).toBeVisible()
    await dialog.getByLabel('Anzahl Tage').fill('3')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Einfügen' }).click()
    await expect(content.getByText('Abholtermin + 3 Tage')).toBeVisible()
    await expect(content.getByText('Voller Name')).toBeVisible()
  })

  await test.step('an unknown placeholder is refused, with its name and place', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ihre {{kundennummer}} lautet')
    await tools.getByRole('button', { name: 'Zentriert' }).click()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(
      page.getByText('Unbekannter Platzhalter «{{kundennummer}}» in Zeile 2, bei «Ihre {{kundennummer}} lautet»'),
    ).toBeVisible()
    await expect(content).toBeFocused()
    await expectNoAxeViolations(page)
    await page.keyboard.press('End')
    for (const _ of '{{kundennummer}} lautet') await page.keyboard.press('Backspace')
    await page.keyboard.type('Bestellung')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Vorlage «Abholung» gespeichert')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Vorlagen' })).toContainText(
      'Ihre Abholung vom [Heutiges Datum + 1 Tag]',
    )
  })

  await test.step('the preview shows example values, then those of a chosen contact', async () => {
    const preview = page.getByRole('region', { name: 'Vorschau' })
    await expect(preview).toContainText('(Beispiel)')
    await expect(preview).toContainText('Beispielwerte stehen für: Voller Name, Abholtermin')
    await preview.getByLabel('Kontakt').fill('Müller')
    await page
      .getByRole('option', { name: /M(ü|ue)ller/i })
      .first()
      .click()
    await expect(preview).toContainText('Beispielwerte stehen für: Abholtermin')
    await expect(preview).toContainText(/Müller|Mueller/i)
    await expectNoAxeViolations(page)
  })

  await test.step('the saved template is there again after a reload', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Abholung' }).click()
    await expect(content.getByText('Abholtermin + 3 Tage')).toBeVisible()
    await expect(content.locator('p').filter({ hasText: 'Bestellung' })).toHaveCSS('text-align', 'center')
    await expect(content.getByRole('img', { name: 'Feuerring (2)' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'AGB Feuerringe.pdf' })).toBeVisible()
  })

  await test.step('the signature is edited by keyboard and previewed for a user', async () => {
    await enter(page, '/emailsignature')
    await expect(content.getByText('Eigener Name')).toBeVisible()
    const buttons = page.getByRole('toolbar').getByRole('button')
    await buttons.first().focus()
    await page.keyboard.press('End')
    await expect(buttons.and(page.getByRole('button', { name: 'Platzhalter' }))).toBeFocused()
    await content.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Feuer & Flamme AG')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Signatur gespeichert')).toBeVisible()
    const preview = page.getByRole('region', { name: 'Vorschau' })
    await preview.getByLabel('Vorschau für').click()
    await page.getByRole('option', { name: 'termin', exact: true }).click()
    await expect(preview).toContainText('termin')
    await expect(preview).toContainText('Feuer & Flamme AG')
    await expectNoAxeViolations(page)
    expect((await call(page, emailSignatureApi.own, {})).content).toContain('<strong>admin</strong>')
  })
})
