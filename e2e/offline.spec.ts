import { addContact, expect, settled, test, unique } from './fixtures.ts'

test.use({
  // errors that the tests provoke
  expectedErrors: /ERR_INTERNET_DISCONNECTED|dynamically imported module|preload CSS|WebSocket connection/,
  // the message about the missing network appears after the 8 seconds of a notice
  noticesGo: true,
})

test('without a network every click stays in the product: old content is marked, and screens load once it is back', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('admin')
  const contact = await addContact(page, { surname: `Netz${unique()}` })
  await page.goto(`/contacts/${contact.id}`)
  await settled(page)
  const since = /Keine Verbindung seit \d\d:\d\d/

  await test.step('a screen that is not loaded says why, and appears once the network is back', async () => {
    await context.setOffline(true)
    await expect(page.getByText(since)).toBeVisible()
    // content that was read before stays
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Netz/)
    await page.getByRole('link', { name: 'Abholkalender' }).click()
    const away = page.getByRole('alert').filter({ hasText: 'der Server ist nicht erreichbar' })
    await expect(away).toBeVisible()
    await away.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect(away).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    // the browser reports the network before the server is reachable
    await page.route('**/healthz', (route) => route.abort('internetdisconnected'), { times: 1 })
    await context.setOffline(false)
    await expect(away).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abholkalender')
    await expect(page).toHaveURL(/^[^?]*\/pickupcalendar/)
    await expect(page.getByText(since)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Benachrichtigungen' })).toBeVisible()
  })
})

test('a dialog or a composer that is not loaded says so in its place, and the input behind it stays', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('admin')
  await page.goto('/contacts/new')
  const write = page.getByRole('button', { name: 'E-Mail schreiben' })
  await expect(write).toBeVisible()
  const surname = page.getByLabel('Nachname').first()
  await surname.fill('Netzlos')
  await context.setOffline(true)
  await page.keyboard.press('Control+K')
  const missing = page.getByRole('alert').filter({ hasText: 'Dieser Teil war noch nicht geladen' })
  await expect(missing).toBeVisible()
  await expect(surname).toHaveValue('Netzlos')
  await missing.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(missing).toBeVisible()
  // no dialog opens by itself once the network is back
  await context.setOffline(false)
  await expect(missing).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(surname).toHaveValue('Netzlos')

  // a composer that cannot load leaves the screen unchanged
  await context.setOffline(true)
  await write.click()
  await expect(missing).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(surname).toHaveValue('Netzlos')
  await missing.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(missing).toBeHidden()
  await context.setOffline(false)
  await write.click()
  await expect(page.getByRole('dialog', { name: 'E-Mail schreiben' })).toBeVisible()
  await expect(surname).toHaveValue('Netzlos')
})

test.describe('with time to fetch ahead', () => {
  test.use({ fetchesAhead: true })

  test('code that no screen has requested is fetched while the browser is idle, and opens without a network', async ({
    page,
    signIn,
    context,
  }) => {
    await signIn('admin')
    const fetched = new Set<string>()
    page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname))
    await page.goto('/contactSearch')
    const rest = (await (await page.request.get('/rest.json')).json()) as { all: string[]; DE: string[]; EN: string[] }
    expect(rest.all.some((file) => file.includes('PickupCalendarPage'))).toBe(true)
    await expect.poll(() => [...rest.all, ...rest.DE].filter((file) => !fetched.has(file))).toEqual([])
    expect(rest.EN.filter((file) => fetched.has(file))).toEqual([])
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Abholkalender' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abholkalender')
    await expect(page).toHaveURL(/^[^?]*\/pickupcalendar/)
    await context.setOffline(false)
  })
})
