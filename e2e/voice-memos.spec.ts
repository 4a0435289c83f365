import { wholeChromium } from './chromium.ts'
import { addVera, openEncounters, panel, rows } from './encounters.ts'
import { test as base, expect, expectNoAxeViolations, said } from './fixtures.ts'

const test = base.extend({
  // browser with sound recording
  context: async ({ playwright, product }, use) => {
    const browser = await playwright.chromium.launch(wholeChromium)
    await use(await browser.newContext({ baseURL: product.url }))
    await browser.close()
  },
})

declare global {
  interface Window {
    /** Grants the microphone; the request for it waits until then. */
    allow?: () => void
    stream?: MediaStream
  }
}

test('a voice memo is recorded, heard and saved; none is saved empty, and a late permission leaves the microphone off', async ({
  page,
  signIn,
}) => {
  await page.context().grantPermissions(['microphone'])
  await signIn('user')
  const contact = await addVera(page)
  await openEncounters(page, contact.id)
  await panel(page).getByRole('button', { name: 'Sprachnotiz aufnehmen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sprachnotiz aufnehmen' })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('dialog', { name: 'Keine Aufnahme gefunden!' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'OK' }).click()

  await dialog.getByRole('button', { name: 'Aufnahme starten' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(/^(0:0[2-9]|0:[1-5]\d|1:\d\d) \/ 2:00$/)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Aufnahme beenden' }).click()
  await dialog.getByRole('button', { name: 'Aufnahme abspielen' }).click()
  await expect.poll(() => dialog.getByRole('slider').inputValue().then(Number)).toBeGreaterThan(0.5)
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Sprachnotiz gespeichert')

  await expect(rows(page)).toContainText('Die Transkription ist nicht eingerichtet.')
  await rows(page)
    .getByRole('button', { name: /^Geschwindigkeit 1-fach/ })
    .click()
  await rows(page)
    .getByRole('button', { name: /abspielen$/ })
    .click()
  await expect.poll(() => rows(page).getByRole('slider').inputValue().then(Number)).toBeGreaterThan(0.5)
  expect(
    await rows(page)
      .locator('audio')
      .evaluate((audio: HTMLAudioElement) => audio.playbackRate),
  ).toBe(1.5)
  await expectNoAxeViolations(page)

  // the dialog is closed before the microphone is granted
  await page.evaluate(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      await new Promise<void>((allow) => {
        window.allow = allow
      })
      window.stream = await ask(wanted)
      return window.stream
    }
  })
  await panel(page).getByRole('button', { name: 'Sprachnotiz aufnehmen' }).click()
  await dialog.getByRole('button', { name: 'Aufnahme starten' }).click()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(dialog).toBeHidden()
  await page.evaluate(() => window.allow?.())
  const states = () => page.evaluate(() => window.stream?.getTracks().map(({ readyState }) => readyState))
  await expect.poll(states).toEqual(['ended'])
})
