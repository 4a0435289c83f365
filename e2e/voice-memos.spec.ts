import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { addEncounter, addVera, openEncounters, panel, rows } from './encounters.ts'
import { api, expect, expectNoAxeViolations, said, test } from './fixtures.ts'
import { startProduct } from './product.ts'

test('a voice note is recorded, heard and saved; without one there is nothing to save', async ({ page, signIn }) => {
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
  await expect(dialog.getByRole('timer')).toHaveText('0:02 / 2:00')
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
})

test('a transcript arrives by itself, and one edited by hand is replaced only when asked', async ({
  browser,
  watch,
  expectError,
}) => {
  expectError(/409 \(Conflict\)/)
  let text = 'Bitte um Rückruf am Montag.'
  const service = http.createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ text })))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const product = await startProduct({
    TRANSCRIPTION_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  })
  const context = await browser.newContext({ baseURL: product.url, permissions: ['microphone'] })
  try {
    const page = await context.newPage()
    watch(page)
    await api(page, 'POST', '/api/auth/signin', { username: 'user', password: 'glut-demo' })
    const contact = await addVera(page)
    await openEncounters(page, contact.id)
    await panel(page).getByRole('button', { name: 'Sprachnotiz aufnehmen' }).click()
    await page.getByRole('button', { name: 'Aufnahme starten' }).click()
    await expect(page.getByRole('timer')).toHaveText('0:01 / 2:00')
    await page.getByRole('button', { name: 'Aufnahme beenden' }).click()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(rows(page)).toContainText('Bitte um Rückruf am Montag.')

    await rows(page)
      .getByRole('button', { name: /Bearbeiten$/ })
      .click()
    await page.getByRole('textbox', { name: 'Beschreibung' }).fill('Rückruf am Dienstag!')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(rows(page)).toContainText('Rückruf am Dienstag!')
    text = 'Bitte um Rückruf am Mittwoch.'
    await rows(page)
      .getByRole('button', { name: /Erneut transkribieren$/ })
      .click()
    await expect(page.getByRole('alertdialog')).toContainText('Der Text wurde von Hand bearbeitet.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ersetzen' }).click()
    await expect(rows(page)).toContainText('Bitte um Rückruf am Mittwoch.')
  } finally {
    await context.close()
    await product.stop()
    service.close()
  }
})

test('the microphone stays off when it is allowed after the dialog was closed', async ({ page, signIn }) => {
  await page.context().grantPermissions(['microphone'])
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      await new Promise((allow) => Object.assign(window, { allow }))
      const stream = await ask(wanted)
      Object.assign(window, { stream })
      return stream
    }
  })
  await signIn('user')
  const contact = await addVera(page)
  await addEncounter(page, contact.id, { description: 'eine' })
  await openEncounters(page, contact.id)
  await panel(page).getByRole('button', { name: 'Sprachnotiz aufnehmen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sprachnotiz aufnehmen' })
  await dialog.getByRole('button', { name: 'Aufnahme starten' }).click()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(dialog).toBeHidden()
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow())
  const states = () =>
    page.evaluate(() =>
      (window as unknown as { stream?: MediaStream }).stream?.getTracks().map(({ readyState }) => readyState),
    )
  await expect.poll(states).toEqual(['ended'])
})
