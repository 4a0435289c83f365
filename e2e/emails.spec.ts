import type { Locator } from '@playwright/test'
import { addEmails } from './emails.ts'
import { expect, settled, test } from './fixtures.ts'

/** Returns the drawn width of a sample text, which reveals the font that is really used. */
const drawnWidth = (within: Locator) =>
  within.evaluate((body) => {
    const word = document.createElement('span')
    Object.assign(word.style, { position: 'absolute', fontSize: '100px', whiteSpace: 'nowrap' })
    word.textContent = 'Feuerschale Luna 80, 1111 kg'
    body.append(word)
    const { width } = word.getBoundingClientRect()
    word.remove()
    return width
  })

// the frame of a message blocks again what the server already removes
test.use({ expectedErrors: /Blocked script execution/ })

test('an e-mail of a stranger runs no script and loads no picture; a notice covers neither the list nor the message', async ({
  page,
  database,
  signIn,
}) => {
  const [id] = await addEmails(database, [
    {
      subject: 'Mit Bildern',
      from: 'carla@example.org',
      html: `<p style="color:#aa0000">Rot</p><script>document.title="x"</script><img data-blocked="0" alt="Bild">
        <table><tr><td style="white-space:nowrap">${'Feuerschale mit Rost '.repeat(9)}</td><td>Bestellnummer</td></tr></table>`,
      text: 'Rot',
      blockedPictures: ['http://127.0.0.1:9/pixel.gif'],
    },
  ])
  await signIn('user')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/emails/${id}`)
  const frame = page.frameLocator('iframe[title="Inhalt der E-Mail"]')
  await expect(frame.getByText('Rot')).toHaveCSS('color', 'rgb(170, 0, 0)')
  // looks like the rest of the page: the same font as drawn, no border and no resize handle
  await expect.poll(() => drawnWidth(frame.locator('body'))).toBe(await drawnWidth(page.locator('body')))
  // a column beside a wide one keeps its words whole
  const { height = 0 } = (await frame.getByText('Bestellnummer').boundingBox()) ?? {}
  expect(height).toBeLessThan(40)
  const inPage = page.locator('iframe[title="Inhalt der E-Mail"]')
  for (const box of [inPage, inPage.locator('..')]) {
    await expect(box).toHaveCSS('border-top-width', '0px')
    await expect(box).toHaveCSS('resize', 'none')
  }
  await expect(page.getByText('1 Bild von einer fremden Seite wurde nicht geladen.')).toBeVisible()
  expect(asked.filter((url) => url.includes('pixel.gif') || url.includes('/pictures/'))).toEqual([])

  await page.keyboard.press('e')
  await expect(page.getByRole('region', { name: 'Meldungen' })).toContainText('«Mit Bildern» ist geschlossen')
  const bounds = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 }
  for (const part of [page.getByRole('main').locator('> div'), page.getByRole('article', { name: 'Mit Bildern' })]) {
    // the height of a notice is known once it is drawn
    await expect
      .poll(async () => {
        const { y, height } = await bounds(part)
        return (await bounds(page.locator('[data-notice]'))).y - y - height
      })
      .toBeGreaterThanOrEqual(0)
  }
})

test('selecting a message does not move the rows of the list', async ({ page, database, signIn }) => {
  const subjects = [1, 2, 3].map((number) => `Auswahl ${number}`)
  await addEmails(
    database,
    subjects.map((subject) => ({ subject, from: 'auswahl@example.org' })),
  )
  await signIn('user')
  const boxes = subjects.map((subject) => page.getByRole('checkbox', { name: `«${subject}» auswählen` }))
  const [first] = boxes as [Locator]
  const heights = () => Promise.all(boxes.map(async (box) => (await box.boundingBox())?.y))
  const bar = page.getByRole('toolbar', { name: 'Ausgewählte E-Mails' })
  const search = page.getByRole('searchbox', { name: 'E-Mails durchsuchen' })
  await page.goto('/emails')
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(first).toBeVisible()
    await expect(search).toBeVisible()
    await settled(page)
    const before = await heights()
    await first.click()
    await expect(bar).toContainText('1 ausgewählt')
    expect(await heights()).toEqual(before)
    // the covered search field cannot receive the focus
    await expect(search).toBeHidden()
    await first.click()
    await expect(bar).toHaveCount(0)
  }
})

test('buttons that load late into the top bar do not move those already there', async ({ page, signIn }) => {
  await signIn('admin')
  await page.addInitScript(() => {
    const seen = new Set<number>()
    const look = () => {
      const button = [...document.querySelectorAll('header button')].find((one) => /verbinden/.test(one.textContent))
      if (button) seen.add(Math.round(button.getBoundingClientRect().x))
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { placesOfButton: seen })
  })
  await page.goto('/mailboxes')
  for (const name of [/^Anrufe/, /^Benachrichtigungen/, /angemeldet/, /Benutzerkonto/]) {
    await expect(page.getByRole('button', { name })).toBeVisible()
  }
  const places = await page.evaluate(() => [...(window as unknown as { placesOfButton: Set<number> }).placesOfButton])
  expect(places.length, 'where the button was').toBeGreaterThan(0)
  expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(1)
})
