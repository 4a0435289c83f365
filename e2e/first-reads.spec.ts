import { addContact, addPerson } from './data.ts'
import { flameBetweenContacts } from './dossiers.ts'
import { expect, settled, test, unique } from './fixtures.ts'

test('the first reads that a page sends before its code has loaded are sent once, and shown', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const surname = unique()
  const contact = await addContact(page, { surname })
  const { flame } = await flameBetweenContacts(page)
  // without the live channel, because it would announce the new records and cause further requests
  await page.routeWebSocket('**/notifications', () => undefined)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`)
  })

  async function opened(address: string, first: string) {
    // leaves the former page, whose requests would be counted otherwise
    await page.goto('about:blank')
    asked.length = 0
    await page.goto(address)
    await settled(page)
    for (const call of ['GET /api/auth/me', first]) expect(asked.filter((one) => one === call)).toEqual([call])
  }
  /** Checks that no path was requested twice: the requests of the page itself equal those of the screen. */
  const eachAskedOnce = () => {
    const paths = asked.map((call) => call.replace(/\?.*/, ''))
    expect(paths).toEqual([...new Set(paths)])
  }
  await opened('/contacts', 'POST /api/contacts/_search')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await opened(`/contacts/${contact.id}`, `GET /api/contacts/${contact.id}`)
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)
  eachAskedOnce()
  await opened(`/flames/${flame.id}/${flame.taskboardRef}`, `GET /api/flames/${flame.id}`)
  eachAskedOnce()
  await opened(
    `/flames?board=${flame.blackBoardRef}`,
    `GET /api/flames/blackboard/${flame.blackBoardRef}?withFutureTask=false`,
  )

  await opened('/emails', 'GET /api/emails?state=OPEN&direction=INCOMING')
  // the next page sends the last query of the list
  await page.getByRole('tab', { name: 'Alle' }).click()
  await settled(page)
  await opened('/emails', 'GET /api/emails')
})

test('the code that every screen needs is marked for compilation while it loads', async ({ page }) => {
  const answered = page.waitForResponse(/\/assets\/base-[\w-]+\.js$/)
  await page.goto('/login')
  // the browser only reads this comment at the very beginning of the file
  const [firstLine] = (await (await answered).text()).split('\n', 1)
  expect(firstLine?.slice(0, 80)).toBe('//# allFunctionsCalledOnLoad')
})

test('no code creates an Intl format before something is drawn', async ({ page, signIn }) => {
  await signIn('admin')
  const contact = await addContact(page, { surname: unique() })
  await page.addInitScript(() => {
    const made: string[] = []
    Object.assign(window, { made })
    for (const name of ['Collator', 'DateTimeFormat', 'NumberFormat', 'DisplayNames', 'PluralRules'] as const) {
      const handler = {
        construct(real: new (...given: unknown[]) => object, given: unknown[]) {
          const isDrawn = document.getElementById('root')?.hasChildNodes()
          // the script of the page itself creates one while the code loads; only stack frames of the assets count
          if (!isDrawn && new Error().stack?.includes('/assets/')) made.push(`${name} ${JSON.stringify(given)}`)
          return new real(...given)
        },
      }
      Object.assign(Intl, { [name]: new Proxy(Intl[name], handler as ProxyHandler<never>) })
    }
  })
  for (const address of ['/contacts', `/contacts/${contact.id}`]) {
    await page.goto(address)
    await settled(page)
    expect(await page.evaluate('made')).toEqual([])
  }
})

test('a page sends no first reads that its user may not read', async ({ page, signIn, database }) => {
  await signIn(await addPerson(database, 'termin'))
  const asked: string[] = []
  const refused: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
  const id = '0192f0c1-0000-7000-8000-000000000000'
  // the requests in the pages of other screens are covered by the server's test of the page head
  for (const address of ['/emails', '/flames', `/flames/${id}/${id}`]) {
    await page.goto(address)
    // the page sends its requests before it shows a screen
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(asked).toContain('/api/auth/me')
  expect(asked.filter((path) => /^\/api\/(emails|flames|blackboards)/.test(path))).toEqual([])
  expect(refused).toEqual([])
})
