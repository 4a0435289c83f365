import { boardApi } from '../contract/src/orders/boards.ts'
import { flameApi } from '../contract/src/orders/flames.ts'
import { addBoard, addContact, call, expect, expectNoAxeViolations, test } from './fixtures.ts'

const board = 'Sonderanfertigung'
const steps = [{ title: 'Anfrage' }, { title: 'Offerte', colour: '#80621f' }, { title: 'Versand', colour: '#2e6b34' }]
const people = ['Ammann', 'Brunner', 'Caduff', 'Denzler'] as const

test('a card is dragged within its step, to another and to a folded one, and a move is undone; the board passes axe', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { id: taskboardRef } = await addBoard(page, 'FLAME', steps, board)
  for (const surname of people.toReversed()) {
    const contact = await addContact(page, { surname })
    await call(page, flameApi.add, { body: { contactRef: contact.id, taskboardRef, assigneeRef: null } })
  }
  const column = (title: string) => page.getByRole('region', { name: title })
  const names = (title: string) => column(title).locator('[data-card]')
  const card = (name: string) => page.getByRole('link', { name, exact: true })
  const said = page.getByRole('region', { name: 'Meldungen' })

  await signIn('user')
  await page.goto(`/flames?board=${taskboardRef}`)
  // dragging is enabled after the cards are drawn
  await expect(page.locator('[draggable=true]', { has: card('Denzler') })).toBeVisible()
  await card('Denzler').dragTo(card('Ammann'), { targetPosition: { x: 20, y: 2 } })
  await expect(said).toContainText('«Denzler» steht in «Anfrage» an Platz 1 von 4.')
  await expect(names('Anfrage')).toHaveText(['Denzler', 'Ammann', 'Brunner', 'Caduff'])
  await card('Denzler').dragTo(column('Offerte').getByText('Keine Flamme in diesem Schritt'))
  await expect(said).toContainText('«Denzler» steht in «Offerte» an Platz 1 von 1.')
  await expect(names('Offerte')).toHaveText(['Denzler'])
  await card('Denzler').dragTo(card('Caduff'), { targetPosition: { x: 20, y: 2 } })
  await expect(names('Anfrage')).toHaveText(['Ammann', 'Brunner', 'Denzler', 'Caduff'])
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(names('Offerte')).toHaveText(['Denzler'])
  await page.reload()
  await expect(names('Offerte')).toHaveText(['Denzler'])

  const folded = column('Versand')
  await folded.getByRole('button', { name: 'Schritt «Versand» einklappen' }).click()
  await card('Brunner').dragTo(folded, { targetPosition: { x: 20, y: 300 } })
  await expect(said).toContainText('«Brunner» steht in «Versand» an Platz 1 von 1.')
  await expect(folded).toContainText('1')
  await expect(names('Versand')).toHaveCount(0)
  await folded.getByRole('button', { name: 'Schritt «Versand» ausklappen' }).click()
  await expect(names('Versand')).toHaveText(['Brunner'])

  await page.getByRole('button', { name: 'Aktionen Ammann' }).click()
  await expect(page.getByRole('menuitem', { name: 'Verschieben nach…' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('menuitem', { name: 'Zuweisen…' }).click()
  await expect(page.getByRole('dialog', { name: '«Ammann» zuweisen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'user (Sie)' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('dropping a card that somebody put into the bin during the drag says who did', async ({
  page,
  signIn,
  openFor,
  expectError,
}) => {
  expectError(/409/)
  const admin = await openFor('admin')
  const { id: taskboardRef } = await addBoard(admin, 'FLAME', steps)
  const contact = await addContact(admin, { surname: 'Ammann' })
  const { id } = await call(admin, flameApi.add, { body: { contactRef: contact.id, taskboardRef } })
  await signIn('user')
  await page.goto(`/flames?board=${taskboardRef}`)
  const card = page.getByRole('link', { name: 'Ammann', exact: true })
  const frame = page.locator('[draggable=true]', { has: card })
  await frame.hover()
  await page.mouse.down()
  await page.getByRole('region', { name: 'Offerte' }).hover()
  await expect(page.locator('[data-dragging=true]')).toBeVisible()
  await call(admin, flameApi.remove, { params: { id } })
  await expect(card).toBeHidden()
  await page.getByRole('region', { name: 'Versand' }).hover()
  await page.mouse.up()
  await expect(page.getByRole('region', { name: 'Meldungen' })).toContainText(
    '«Ammann» wurde inzwischen von admin in den Papierkorb gelegt.',
  )
})

test('on a phone a board opens at the first step that holds cards', async ({ page, signIn }) => {
  await signIn('admin')
  const { id: taskboardRef, steps: made } = await addBoard(page, 'FLAME', ['Leer', 'Voll', 'Danach'])
  const contact = await addContact(page, { surname: 'Erni' })
  const inStep = { contactRef: contact.id, taskboardRef, step: made[1]?.id, assigneeRef: null }
  await call(page, flameApi.add, { body: inStep })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/flames?board=${taskboardRef}`)
  const column = (title: string) => page.getByRole('region', { name: title })
  await expect(page.getByRole('link', { name: 'Erni', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(column('Leer')).not.toBeInViewport({ ratio: 0.2 })
  await column('Leer').scrollIntoViewIfNeeded()
  await expect(column('Leer')).toBeInViewport({ ratio: 0.9 })
})

test('the filters of a board fit in one line beside the drawer, also while one is set', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn('user')
  const { id: contactRef } = await addContact(page, { surname: 'Zeiler' })
  const boards = await call(page, boardApi.listFlameBoards, {})
  const [shown] = boards
  await call(page, flameApi.add, { body: { contactRef, taskboardRef: shown?.id ?? '', assigneeRef: null } })
  await page.goto(`/flames?board=${shown?.id}`)
  const bar = page.getByRole('search', { name: 'Flammen filtern' })
  await bar.getByRole('searchbox').fill('Zeiler')
  await expect(bar.getByRole('button', { name: 'Filter zurücksetzen' })).toBeVisible()
  expect((await bar.boundingBox())?.height).toBeLessThan(60)
  await bar.getByRole('button', { name: 'Filter zurücksetzen' }).click()
  await expect(bar.getByRole('searchbox')).toHaveValue('')
})
