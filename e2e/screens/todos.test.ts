import { todoPackageApi } from '../../contract/src/lists/todo-packages.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { todoApi } from '../../contract/src/work/todos.ts'
import { addContact, call, expect, expectNoAxeViolations, said, test, unique } from './fixtures.ts'

test('to-dos are added one after the other, moved, finished and undone; a package shows what it will create', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await call(admin, boardApi.add, {
    body: { title: `Aufträge ${unique()}`, kind: 'FLAME', steps: [{ title: 'Anfrage' }] },
  })
  const contact = await addContact(admin, { surname: 'Ammann' })
  const flame = await call(admin, flameApi.add, {
    body: { contactRef: contact.id, taskboardRef: board.id, dossier: { pickupDate: '2033-12-13T23:00:00Z' } },
  })
  const packageTitle = `Ablauf ${unique()}`
  await call(admin, todoPackageApi.add, {
    body: {
      title: packageTitle,
      todos: [
        { title: 'Avisieren', startFrom: 'DOSSIER_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 3 },
        { title: 'Mahnen', startFrom: 'DOSSIER_PAYMENT_PERIOD' },
      ],
    },
  })

  await signIn('user')
  await page.goto(`/flames/${flame.id}/${board.id}/todos`)
  const titles = async () => (await call(admin, todoApi.ofRef, { params: { ref: flame.id } })).map(({ title }) => title)
  const quick = page.getByRole('textbox', { name: 'Neues To-do' })
  const rows = page.getByRole('list', { name: 'To-dos' }).getByRole('listitem')
  for (const [index, title] of ['Anrufen', 'Planen', 'Offerte schreiben'].entries()) {
    await quick.fill(title)
    await quick.press('Enter')
    await expect(rows).toHaveCount(index + 1)
    await expect(quick).toHaveValue('')
  }
  const tick = page.getByRole('checkbox', { name: '«Offerte schreiben» erledigt' })
  await tick.focus()
  // keys are faster than answers: each move starts from the result of the one before
  for (const keys of ['Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowUp']) await page.keyboard.press(keys)
  await expect(rows.first()).toContainText('Offerte schreiben')
  await tick.click()
  await expect(tick).toBeChecked()
  await expect(rows.first()).toContainText(/erledigt \d\d\.\d\d\.\d{4} \d\d:\d\d/)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(tick).not.toBeChecked()
  await tick.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(rows.nth(1)).toContainText('Offerte schreiben')
  const undone = new Promise<boolean>((resolve) => {
    document.addEventListener('keydown', ({ key, defaultPrevented }) => key === 'z' && resolve(defaultPrevented))
  })
  await page.keyboard.press('Control+z')
  expect(await undone, 'the browser does not undo as well').toBe(true)
  await expect(rows.first()).toContainText('Offerte schreiben')
  await expect.poll(() => titles()).toEqual(['Offerte schreiben', 'Anrufen', 'Planen'])
  // after deleting a row, the keyboard continues at its place
  await page.getByRole('button', { name: '«Anrufen» löschen' }).click()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(rows).toHaveCount(3)
  // an action without an answer yet can be undone as well
  const version = async () =>
    (await call(admin, todoApi.ofRef, { params: { ref: flame.id } })).find(({ title }) => title === 'Anrufen')?.version
  const before = Number(await version())
  await page.getByRole('button', { name: '«Anrufen» löschen' }).click()
  await page.keyboard.press('Control+z')
  await expect.poll(version).toBe(before + 2)
  await expect(rows).toHaveCount(3)

  const choosePackage = async () => {
    await page.getByRole('button', { name: 'Paket anwenden' }).click()
    await page.getByRole('combobox', { name: 'To-do-Paket' }).click()
    await page.getByRole('option', { name: packageTitle }).click()
  }
  await choosePackage()
  const plan = page.getByRole('region', { name: 'Das entsteht' })
  await expect(plan).toContainText('3 Tage vor Abholung 14.12.2033')
  await expect(plan).toContainText('Zahlungsfrist ist noch nicht gesetzt')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Anwenden', exact: true }).click()
  await said(page, '2 To-dos angelegt')
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rows).toHaveCount(3)
  await choosePackage()
  await page.getByRole('button', { name: 'Anwenden', exact: true }).click()
  await expect(rows).toHaveCount(5)

  // typed text is not discarded without a question
  await page.getByRole('button', { name: 'Offerte schreiben', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '«Offerte schreiben» bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Rückmeldung' }).fill('Kunde will drei')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/ownToDos')
  await page.getByRole('searchbox', { name: 'To-dos suchen' }).fill('Avisieren')
  await expect(page.getByRole('row', { name: /Avisieren/ })).toBeVisible()

  // an archived record can be read but not changed
  await call(admin, flameApi.archive, { params: { id: flame.id } })
  await page.goto(`/flames/${flame.id}/${board.id}/todos`)
  await page.getByRole('button', { name: 'Offerte schreiben', exact: true }).click()
  const read = page.getByRole('dialog', { name: 'Offerte schreiben', exact: true })
  await expect(read.getByRole('textbox', { name: 'Rückmeldung' })).toHaveValue('Kunde will drei')
  await expect(read.getByRole('button', { name: 'Speichern' })).toHaveCount(0)
  await expectNoAxeViolations(page)
})
