import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { pdf } from './pdf.ts'

// message of the browser when a test looks into the frame of an e-mail, which must not run scripts
test.use({ expectedErrors: /Blocked script execution in 'about:srcdoc'/ })

/** Returns a PNG of one colour, 600 by 400 pixels. */
function png(red: number, green: number, blue: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 2, 88, 0, 0, 1, 144, 8, 2, 0, 0, 0])
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(1800, Buffer.from([red, green, blue]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 400 }, () => line)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const file = (name: string, content: Buffer | string, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

const choose = (page: Page, files: ReturnType<typeof file>[]) => page.locator('input[type=file]').setInputFiles(files)
const results = (page: Page) => page.getByRole('region', { name: 'Hochgeladene Dateien' })
const tile = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })

/** Waits until the picture or canvas has dark opaque pixels, so it is not blank. */
const isDrawn = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.getByRole('img', { name }).evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        return pixels.some(
          (value, index) => index % 4 < 3 && value < 100 && (pixels[index - (index % 4) + 3] ?? 0) > 200,
        )
      }),
    )
    .toBe(true)

const mail = [
  'From: Kundin <kundin@example.com>',
  'To: verkauf@example.com',
  'Subject: Anfrage',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Guten <b>Tag</b></p><img src="https://spy.example/x.png"><script>document.body.innerHTML = "gehackt"</script>',
].join('\r\n')

test('an admin shares documents, looks at them one after the other, finds, downloads, renames and deletes one', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/sharedDocuments')
  await expect(tile(page, 'Verkaufsliste 2026.pdf')).toBeVisible()
  const shown = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /ansehen/ }) })
  const before = await shown.count()
  await choose(page, [
    file('Preisliste.pdf', pdf('Preisliste')),
    file('Merkblatt.txt', 'Feuerschalen nie mit Wasser löschen.\n'),
    file('Merkblatt Kopie.txt', 'Feuerschalen nie mit Wasser löschen.\n'),
    file('leer.txt', ''),
    file('setup.exe', 'MZ\x90'),
    file('Feuer.png', png(200, 80, 20)),
    file('Anfrage.eml', mail),
  ])
  const list = results(page)
  await expect(list).toContainText('4 von 7 Dateien abgelegt')
  await expect(list).toContainText('leer.txt: Die Datei ist leer.')
  await expect(list).toContainText('setup.exe: Diese Art von Datei wird hier nicht angenommen.')
  await expect(list).toContainText(/Eine Datei mit diesem Inhalt ist schon da: «Merkblatt( Kopie)?\.txt»\./)
  await expect(shown).toHaveCount(before + 4)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Liste schliessen' }).click()
  await expect(list).toBeHidden()
  for (const name of ['Preisliste.pdf', 'Feuer.png']) {
    const picture = tile(page, name).locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect(await picture.getAttribute('src')).toMatch(/\/thumbnail$/)
  }

  // preview, then the previous files with the arrow keys
  await page.getByRole('button', { name: 'Preisliste.pdf ansehen' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Preisliste.pdf' })
  await expect(dialog).toBeVisible()
  await isDrawn(page, 'Seite 1 von 1')
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: /Merkblatt/ })).toContainText('Feuerschalen nie mit Wasser löschen.')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'Feuer.png' }).getByRole('img', { name: 'Feuer.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Preisliste.pdf ansehen' })).toBeFocused()

  // an e-mail runs no scripts and loads no resources
  await page.getByRole('button', { name: 'Anfrage.eml ansehen' }).click()
  const frame = page.getByRole('dialog', { name: 'Anfrage.eml' }).locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', '')
  await expect(frame.contentFrame().getByText('Guten Tag')).toBeVisible()
  await expect(frame.contentFrame().locator('img, script')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Nach Name suchen' }).fill('preis')
  await expect(page.getByText('1 Datei', { exact: true })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Aktionen für Preisliste.pdf' })
  await menu.click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Herunterladen' }).click()
  expect((await downloading).suggestedFilename()).toBe('Preisliste.pdf')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Umbenennen und klassifizieren' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Preise 2026.pdf')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(tile(page, 'Preise 2026.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Aktionen für Preise 2026.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Datei «Preise 2026.pdf» löschen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(tile(page, 'Preise 2026.pdf')).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(tile(page, 'Preise 2026.pdf')).toBeVisible()
  await page.getByRole('searchbox').fill('gibt es nicht')
  await expect(page.getByText('Keine Datei heisst so.')).toBeVisible()
  await page.getByRole('button', { name: 'Suche leeren' }).click()
  await page.getByRole('button', { name: 'Liste', exact: true }).click()
  await expect(tile(page, 'Feuer.png')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('an admin drops pictures into the gallery, and staff view them without a button to upload', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/image-gallery')
  await expect(tile(page, 'Abendstimmung.png')).toBeVisible()
  const dropped = await page.evaluateHandle(
    (picture) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], 'Glut.png', { type: 'image/png' }))
      data.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], 'Logo.svg'))
      return data
    },
    png(160, 40, 10).toString('base64'),
  )
  await tile(page, 'Abendstimmung.png').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(results(page)).toContainText('Logo.svg: Die Datei ist kein Bild, oder sie ist beschädigt.')
  await expect(results(page)).toContainText('1 von 2 Dateien abgelegt')
  await page.getByRole('button', { name: 'Liste schliessen' }).click()
  await expect(tile(page, 'Glut.png')).toBeVisible()

  await signIn('user')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/image-gallery')
  await expect(tile(page, 'Glut.png')).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(page.getByRole('button', { name: 'Hochladen' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Aktionen für Glut.png' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Ansehen', 'Herunterladen'])
  await page.getByRole('menuitem', { name: 'Ansehen' }).click()
  await expect(page.getByRole('dialog', { name: 'Glut.png' })).toBeVisible()
  await expectNoAxeViolations(page)
})
