import { appointmentApi } from '../../contract/src/calendars/appointments.ts'
import { todoPackageApi } from '../../contract/src/lists/todo-packages.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { roleApi } from '../../contract/src/users/roles.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { absenceApi } from '../../contract/src/work/absences.ts'
import { projectApi } from '../../contract/src/work/projects.ts'
import { remindOfFlames } from '../../server/src/orders/flames/remind.ts'
import { addEmails } from '../emails.ts'
import {
  addContact,
  addPerson,
  call,
  expect,
  expectNoAxeViolations,
  idsOfPeople,
  said,
  test,
  unique,
} from './fixtures.ts'

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

test('an absent person is shown with the stand-in when assigning, on flames and on projects, until the absence ends', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const anna = await addPerson(database)
  const admin = await openFor('admin')
  const idOf = await idsOfPeople(admin)
  const board = await call(admin, boardApi.add, {
    body: { title: `Vertreten ${unique()}`, kind: 'FLAME', steps: [{ title: 'Anfrage' }] },
  })
  const contact = await addContact(admin, { surname: 'Ferien' })
  const flame = await call(admin, flameApi.add, {
    body: { contactRef: contact.id, taskboardRef: board.id, assigneeRef: idOf(anna), reminderAtUtc: inMinutes(-1) },
  })

  await signIn(anna)
  await page.goto('/ownUserConfiguration')
  await page.getByRole('button', { name: 'Abwesenheit eintragen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abwesenheit eintragen' })
  await expect(dialog.getByRole('textbox', { name: 'Von', exact: true })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Von', exact: true }).fill('01.01.2026 08:00')
  await dialog.getByRole('textbox', { name: 'Bis', exact: true }).fill('31.12.2025 17:00')
  await dialog.getByRole('combobox', { name: 'Vertretung', exact: true }).click()
  await expect(page.getByRole('option', { name: 'admin' })).toBeVisible()
  for (const nobody of [anna, 'termin', 'api']) {
    await expect(page.getByRole('option', { name: nobody, exact: true })).toHaveCount(0)
  }
  await page.getByRole('option', { name: 'admin' }).click()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('textbox', { name: 'Bis', exact: true }).fill('31.12.2099 17:00')
  const subject = dialog.getByRole('textbox', { name: 'Betreff' })
  await subject.fill('Ferien')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(
    dialog.getByText('Bitte schreiben Sie, was geantwortet wird, oder lassen Sie den Betreff weg'),
  ).toBeVisible()
  await subject.fill('')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('list', { name: 'Abwesenheiten' })
  await expect(list).toContainText('01.01.2026 08:00 bis 31.12.2099 17:00')
  await expect(list).toContainText('läuft')
  await expect(list).toContainText('Vertretung admin')
  await expectNoAxeViolations(page)

  await page.goto(`/flames?board=${board.id}`)
  await expect(page.getByText('Stellvertretung admin')).toBeVisible()
  await page.getByRole('button', { name: 'Aktionen Ferien' }).click()
  await page.getByRole('menuitem', { name: 'Zuweisen' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^${anna}`) })).toContainText(
    'abwesend bis 31.12.2099 17:00, Vertretung admin',
  )
  await page.goto(`/flames/${flame.id}/${board.id}`)
  const hint = page.getByText('Bis 31.12.2099 17:00 vertritt admin, weil die zuständige Person abwesend ist')
  await expect(hint).toBeVisible()
  // live: another user removes the stand-in
  const absences = await call(admin, absenceApi.list, {})
  const absence = absences.find((one) => one.until.startsWith('2099-12-31'))
  if (!absence) throw new Error('nobody is away')
  const { id, version, from, until } = absence
  await call(admin, absenceApi.update, { params: { id }, body: { version, from, until } })
  await expect(hint).toBeHidden()
  const projects = await call(admin, boardApi.add, {
    body: { title: `Vorhaben ${unique()}`, kind: 'PROJECT', steps: [{ title: 'Idee' }] },
  })
  const ofUser = { taskboardRef: projects.id, title: 'Katalog', assigneeRef: idOf(anna) }
  const project = await call(admin, projectApi.add, { body: ofUser })
  await page.goto(`/projects/${project.id}/${projects.id}`)
  await expect(page.getByText('abwesend bis 31.12.2099 17:00, ohne Vertretung')).toBeVisible()
  await call(admin, absenceApi.update, {
    params: { id },
    body: { version: version + 1, from, until, standInRef: idOf('admin') },
  })
  await expect(hint).toBeVisible()
  await expect(page.getByText('abwesend bis 31.12.2099 17:00, Vertretung admin')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Stellvertretung', exact: true })).toContainText('niemand')

  await page.goto('/ownDueTasks')
  await expect(page).toHaveURL('/ownDueFlames')

  await signIn('admin')
  await page.goto('/users?tab=absences')
  await expect(page.getByRole('list', { name: 'Abwesenheiten' })).toContainText(`${anna}, 01.01.2026 08:00`)
  await page.getByRole('button', { name: new RegExp(`^Beenden: ${anna}, `) }).click()
  const ending = page.getByRole('alertdialog', { name: 'Abwesenheit beenden' })
  await expect(ending).toContainText(`«${anna}, 01.01.2026 08:00 bis 31.12.2099 17:00»`)
  await ending.getByRole('button', { name: 'Beenden' }).click()
  await expect(page.getByRole('list', { name: 'Abwesenheiten' })).toContainText('vorbei')
  const remove = page.getByRole('button', { name: new RegExp(`^Löschen: ${anna}, `) })
  await remove.click()
  const removing = page.getByRole('alertdialog', { name: 'Abwesenheit löschen' })
  await expect(removing).toContainText(`«${anna}, 01.01.2026 08:00 bis `)
  await removing.getByRole('button', { name: 'Löschen' }).click()
  await expect(remove).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await said(page, 'Die Abwesenheit ist wieder da')
  await expect(remove).toHaveCount(1)
})

test('entering an absence shows the appointments in it, and whether the stand-in is absent as well', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const [anna, beat] = [await addPerson(database), await addPerson(database)]
  const admin = await openFor('admin')
  const idOf = await idsOfPeople(admin)
  const helper = `hilft${unique()}`
  await call(admin, roleApi.add, { body: { name: helper, permissions: ['TODO_READ'] } })
  await call(admin, userApi.add, { body: { username: helper, password: 'geheim-123', roles: [helper] } })
  const contact = await addContact(admin, { surname: 'Termin' })
  const meeting = { contactRef: contact.id, startUtc: '2034-05-03T08:00:00Z', endUtc: '2034-05-03T09:00:00Z' }
  await call(admin, appointmentApi.add, { body: { ...meeting, title: 'Beratung', participantRefs: [idOf(anna)] } })
  const alone = { personRef: idOf(beat), from: '2034-05-04T06:00:00Z', until: '2034-05-05T15:00:00Z' }
  await call(admin, absenceApi.add, { body: alone })

  await signIn(anna)
  await page.goto('/ownUserConfiguration')
  await page.getByRole('button', { name: 'Abwesenheit eintragen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abwesenheit eintragen' })
  await dialog.getByRole('textbox', { name: 'Von', exact: true }).fill('02.05.2034 08:00')
  await dialog.getByRole('textbox', { name: 'Bis', exact: true }).fill('03.05.2034 17:00')
  await expect(dialog.getByText('1 Termin fällt in diese Zeit:')).toBeVisible()
  await expect(dialog.getByRole('link', { name: '03.05.2034 10:00 Beratung, Termin' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Vertretung', exact: true }).click()
  await page.getByRole('option', { name: beat }).click()
  const also = `${beat} ist selbst abwesend vom 04.05.2034 08:00 bis 05.05.2034 17:00, ohne Vertretung.`
  await expect(dialog.getByText(also)).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Bis', exact: true }).fill('04.05.2034 17:00')
  await expect(dialog.getByText(also)).toBeVisible()
  await expectNoAxeViolations(page)
  // the general stand-in is said to be unable to do what the role does not allow, until somebody else is named for it
  const unable = dialog.getByText(/^Niemand vertritt bei: /)
  await expect(unable).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Vertretung', exact: true }).click()
  await page.getByRole('option', { name: helper }).click()
  await expect(unable).toContainText('Niemand vertritt bei: Flammen, Projekte, E-Mails.')
  await dialog.getByRole('combobox', { name: 'Vertretung bei Flammen', exact: true }).click()
  await page.getByRole('option', { name: beat }).click()
  await expect(unable).toContainText('Niemand vertritt bei: Projekte, E-Mails.')
  await dialog.getByRole('combobox', { name: 'Vertretung', exact: true }).click()
  await page.getByRole('option', { name: beat }).click()
  await expect(unable).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('list', { name: 'Abwesenheiten' })
  await expect(list).toContainText(also)
  await list.getByRole('link', { name: /Beratung/ }).click()
  await expect(page).toHaveURL(/appointmentcalendar/)
})

test('to-dos of a package move with the pickup; a stand-in is reminded of the flame, and a finished to-do is reported', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const name = unique()
  const beat = await addPerson(database)
  const admin = await openFor('admin')
  const account = { username: `ferien-${name}`, password: 'geheim-123', roles: ['USER'] }
  const { id: assigneeRef } = await call(admin, userApi.add, { body: account })
  const board = await call(admin, boardApi.add, {
    body: { title: `Ablauf ${name}`, kind: 'FLAME', steps: [{ title: 'Anfrage' }] },
  })
  const contact = await addContact(admin, { surname: `Ofner${name}` })
  const flame = await call(admin, flameApi.add, {
    body: {
      contactRef: contact.id,
      taskboardRef: board.id,
      assigneeRef,
      dossier: { pickupDate: '2033-12-14T09:00:00Z' },
    },
  })
  const title = `Paket ${name}`
  await call(admin, todoPackageApi.add, {
    body: {
      title,
      todos: [
        { title: `Avisieren ${name}`, startFrom: 'DOSSIER_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 3 },
        { title: 'Kran bestellen', startFrom: 'DOSSIER_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 5 },
      ],
    },
  })

  await signIn('admin')
  await page.goto(`/flames/${flame.id}/${board.id}/todos`)
  await page.getByRole('button', { name: 'Paket anwenden' }).click()
  await page.getByRole('combobox', { name: 'To-do-Paket' }).click()
  await page.getByRole('option', { name: title }).click()
  await expect(page.getByRole('region', { name: 'Das entsteht' })).toContainText('3 Tage vor Abholung 14.12.2033')
  await page.getByRole('button', { name: 'Anwenden', exact: true }).click()
  await said(page, '2 To-dos angelegt')

  // live: the pickup date is moved; its to-dos keep their dates until somebody confirms
  const mover = await openFor(beat)
  await call(mover, flameApi.update, {
    params: { id: flame.id },
    body: { version: flame.version, reminderAtUtc: inMinutes(-1), dossier: { pickupDate: '2033-12-20T09:00:00Z' } },
  })
  await page.getByRole('button', { name: 'Ansehen' }).click()
  const moved = page.getByRole('dialog', { name: 'Termine haben sich verschoben' })
  await expect(moved).toContainText('11.12.2033')
  await expect(moved).toContainText('17.12.2033')
  await moved.getByRole('button', { name: 'Mitverschieben' }).click()
  await said(page, '2 To-dos verschoben')

  await page.goto('/users')
  await page.getByRole('button', { name: `Aktionen ${account.username}` }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  await page.getByRole('tab', { name: 'Abwesenheiten' }).last().click()
  await page.getByRole('button', { name: 'Abwesenheit eintragen' }).click()
  const entry = page.getByRole('dialog', { name: 'Abwesenheit eintragen' })
  await entry.getByRole('textbox', { name: 'Von', exact: true }).fill('01.01.2026 08:00')
  await entry.getByRole('textbox', { name: 'Bis', exact: true }).fill('31.12.2099 17:00')
  await entry.getByRole('combobox', { name: 'Vertretung', exact: true }).click()
  await page.getByRole('option', { name: beat, exact: true }).click()
  await entry.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('list', { name: 'Abwesenheiten' })).toContainText(`Vertretung ${beat}`)

  await remindOfFlames({ database })
  await signIn(beat)
  await page.goto('/ownDueFlames')
  await expect(page.getByRole('row', { name: new RegExp(`Ofner${name}`) })).toBeVisible()
  await page.getByRole('button', { name: /^Benachrichtigungen, / }).click()
  const list = page.getByRole('dialog', { name: 'Benachrichtigungen' }).getByRole('listitem')
  await list
    .filter({ hasText: `Erinnerung für ${account.username}: Ofner${name}` })
    .getByRole('button')
    .click()
  await expect(page).toHaveURL(`/flames/${flame.id}/${board.id}`)
  await expect(
    page.getByText(`Bis 31.12.2099 17:00 vertritt ${beat}, weil die zuständige Person abwesend ist`),
  ).toBeVisible()
  await page.goto(`/flames/${flame.id}/${board.id}/todos`)
  await page.getByRole('checkbox', { name: `«Avisieren ${name}» erledigt` }).click()
  await expect(page.getByRole('checkbox', { name: `«Avisieren ${name}» erledigt` })).toBeChecked()

  // the absent user's e-mails also appear in the list of the stand-in, marked with that user's name
  const [emailId] = await addEmails(database, [{ subject: `Frage ${name}`, from: 'kundin@example.test' }])
  await database.pool.query('update email set assignee_id = $1 where id = $2', [assigneeRef, emailId])
  await page.goto('/emails')
  await page.getByRole('combobox', { name: 'Zuständig' }).click()
  await page.getByRole('option', { name: `${beat} (Sie)` }).click()
  const mail = page.getByRole('listitem').filter({ hasText: `Frage ${name}` })
  await expect(mail).toContainText(`in Vertretung von ${account.username}`)

  await signIn('admin')
  await page.goto('/ownDueFlames')
  await page.getByRole('button', { name: /^Benachrichtigungen, / }).click()
  await expect(list.filter({ hasText: `Erledigt: Avisieren ${name}` })).toBeVisible()
  const [absence] = await call(admin, absenceApi.list, { query: { personRef: assigneeRef } })
  await call(admin, absenceApi.remove, { params: { id: absence?.id ?? '' } })
})
