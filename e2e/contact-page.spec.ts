import type { Locator } from '@playwright/test'
import { mergeApi } from '../contract/src/contacts/merges.ts'
import { contactRelationApi, type RelationType } from '../contract/src/contacts/relations.ts'
import { addEncounter, panel, rows } from './encounters.ts'
import { addContact, call, enter, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

test('the page of a contact with thousands of encounters, on a wide screen and on a phone', async ({
  page,
  signIn,
  openFor,
  expectError,
}) => {
  const phone = { width: 390, height: 844 }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
  await signIn('user')

  await test.step('on a phone the encounters open as a sheet of full width, also in dark colours', async () => {
    // demo contact with the most encounters
    await page.goto('/contacts/018cc251-f400-7e2c-875e-161c66664626')
    await page.getByRole('button', { name: /^Begegnungen anzeigen/ }).click()
    await expect(rows(page).first()).toBeVisible()
    await expectNoAxeViolations(page)
    expect((await panel(page).boundingBox())?.width).toBe(390)
    await panel(page).getByRole('button', { name: 'Begegnungen schliessen' }).click()
    await expect(panel(page)).toBeHidden()
    await expect(page.getByRole('button', { name: /^Begegnungen anzeigen/ })).toBeFocused()
  })

  await test.step('on a phone calling and writing come before the other actions of a contact', async () => {
    const main = page.getByRole('main')
    const [call, write, other] = await Promise.all(
      [/^Anrufen/, /^E-Mail$/, /^Verlauf/].map((name) => main.getByRole('button', { name }).boundingBox()),
    )
    expect(call?.y).toBe(write?.y)
    expect(call?.y ?? 0).toBeLessThan(other?.y ?? 0)
  })

  await test.step('with forced colours the chosen tab has an outline', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const edgeOf = (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).outlineStyle)
    const tabs = page.getByRole('main').getByRole('tab')
    await expect.poll(() => edgeOf(tabs.nth(0))).toBe('solid')
    expect(await edgeOf(tabs.nth(1))).toBe('none')
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('only the encounters in view are rendered, and scrolling reaches the last one', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('slider', { name: 'Von Monat' }).focus()
    await page.keyboard.press('Home')
    // 2000 encounters and the demo's e-mails
    await expect(page.getByText(/^200\d Begegnungen$/)).toBeVisible()
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', /^200\d$/)
    expect(await rows(page).count()).toBeLessThan(40)
    // scrolls down like a person dragging the scrollbar, until the list grows no further
    const list = panel(page).getByRole('list', { name: 'Begegnungen' })
    await expect
      .poll(async () => {
        await list.evaluate((drawn) => drawn.parentElement?.scrollTo(0, 10_000_000))
        return rows(page).last().getAttribute('aria-posinset')
      })
      .toMatch(/^200\d$/)
    await expect(rows(page).last().getByRole('checkbox')).toBeVisible()
    expect(await rows(page).count()).toBeLessThan(40)
  })

  await test.step('the graph of relations is operated by keyboard, and on a phone', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    const name = unique()
    const add = (givenName: string) => addContact(page, { givenName, surname: name })
    const [anna, beat, carla] = [await add('Anna'), await add('Beat'), await add('Carla')]
    const relate = (id: string, contactRef: string, type: RelationType) =>
      call(page, contactRelationApi.add, { params: { id }, body: { contactRef, type } })
    await relate(anna.id, beat.id, 'COUPLE')
    await relate(beat.id, carla.id, 'CHILD')
    await enter(page, `/contacts/${anna.id}?tab=relations`)
    const node = (given: string) => page.getByRole('button', { name: `${given} ${name}, in die Mitte rücken` })
    const middle = (given: string) => page.getByRole('button', { name: `${given} ${name}, in der Mitte` })
    await expect(node('Carla')).toBeVisible()
    await middle('Anna').focus()
    await page.keyboard.press('ArrowRight')
    await expect(node('Beat')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(middle('Beat')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: `Zurück zu Anna ${name}` }).click()
    await expect(middle('Anna')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Begegnungen schliessen' }).click()
    await page.setViewportSize(phone)
    await node('Carla').click()
    await page.getByRole('button', { name: `Carla ${name} öffnen` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Carla ${name}`)
  })

  await test.step('editing an encounter puts the caret at the end of its text', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const { id } = await addContact(page, { surname: unique() })
    await addEncounter(page, id, { description: 'Zeile eins\nZeile zwei' })
    await enter(page, `/contacts/${id}`)
    await page.getByRole('button', { name: /^Begegnungen anzeigen/ }).click()
    await panel(page).getByRole('button', { name: 'Bearbeiten' }).first().click()
    const description = page.getByRole('textbox', { name: 'Beschreibung' })
    await expect(description).toBeFocused()
    expect(await description.evaluate((text: HTMLTextAreaElement) => text.selectionStart)).toBe(21)
  })

  await test.step('on a phone a notice has its sentence above its button, and a long title keeps to one line', async () => {
    const surname = `Sonnenschein-Oberhauser ${unique()}`
    const [gone, left] = [await addContact(page, { surname }), await addContact(page, { surname: unique() })]
    await page.setViewportSize(phone)
    await enter(page, `/contacts/${gone.id}`)
    await page.getByRole('textbox', { name: 'Bemerkungen' }).fill('Lang getippt')
    // requests about the merged contact may be refused before the page learns of the merge
    expectError(/status of 409/, /status of 404.*\/api\/comments\//)
    const contacts = [left, gone].map(({ id }) => ({ contactRef: id, version: 1 }))
    await call(await openFor('admin'), mergeApi.merge, { body: { survivorRef: left.id, contacts } })
    const notice = page.getByRole('status').filter({ hasText: 'zusammengeführt' })
    const sentence = await notice.getByText(/zusammengeführt/).boundingBox()
    expect(sentence?.width).toBeGreaterThan(280)
    const button = await notice.getByRole('button', { name: 'Zum verbliebenen Kontakt' }).boundingBox()
    expect(button?.y).toBeGreaterThan((sentence?.y ?? 0) + (sentence?.height ?? 0) - 1)
    expect((await page.getByRole('heading', { level: 1 }).first().boundingBox())?.height).toBeLessThan(36)
  })
})
