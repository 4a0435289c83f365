import type { Page } from '@playwright/test'
import { addContact, api, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

const relate = (page: Page, id: string, contactRef: string, type: string) =>
  api(page, 'POST', `/api/contacts/${id}/contact-relations`, { contactRef, type })

test('the drawing is walked by keyboard, and on a phone', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  const add = (givenName: string) => addContact(page, { givenName, surname: name })
  const [anna, beat, carla] = [await add('Anna'), await add('Beat'), await add('Carla')]
  await relate(page, anna.id, beat.id, 'COUPLE')
  await relate(page, beat.id, carla.id, 'CHILD')
  await page.goto(`/contacts/${anna.id}?tab=relations`)
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
  await page.setViewportSize({ width: 390, height: 844 })
  await node('Carla').click()
  await page.getByRole('button', { name: `Carla ${name} öffnen` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Carla ${name}`)
})
