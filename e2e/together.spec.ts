import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Page } from '@playwright/test'
import { flameApi } from '../contract/src/orders/flames.ts'
import { commentApi } from '../contract/src/together/comments.ts'
import { userApi } from '../contract/src/users/users.ts'
import { addEmails } from './emails.ts'
import {
  addBoard,
  addContact,
  addSession,
  call,
  enter,
  expect,
  field,
  type Made,
  settled,
  test,
  unique,
} from './fixtures.ts'
import { startBeside } from './product.ts'

// Three users at two processes of the product, one of which is killed.

/**
 * Starts a load balancer like that of an installation with several processes: connects to the first URL that answers.
 */
async function balance(...urls: readonly string[]) {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
  const server = createServer((client) => {
    keep(client)
    void lead(client, urls)
  })
  async function lead(client: Socket, [url, ...others]: readonly string[]): Promise<void> {
    if (!url) return void client.destroy()
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    keep(upstream)
    try {
      await once(upstream, 'connect')
    } catch {
      return lead(client, others)
    }
    client.pipe(upstream).pipe(client)
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const inColumn = (page: Page, title: string) => page.getByRole('region', { name: title }).locator('[data-card]')

test('three people at two processes see the same, also when one of the processes is killed', async ({
  browser,
  product,
  database,
  watch,
  expectError,
}) => {
  // errors of requests that the killed process does not answer
  expectError(/WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/)
  const second = await startBeside(product)
  const [first, doomed] = [await balance(product.url, second.url), await balance(second.url, product.url)]

  async function person(username: string, url: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: url })
    await context.addCookies([{ name: 'session', value: await addSession(database, username), url }])
    const page = await context.newPage()
    await page.clock.install()
    await watch(page)
    return page
  }
  const anna = await person('admin', first.url)
  const [word, beatName, coraName] = [unique(), `beat${unique()}`, `cora${unique()}`]
  for (const username of [beatName, coraName]) {
    await call(anna, userApi.add, { body: { username, password: 'ein langes Passwort', roles: ['USER'] } })
  }
  const [beat, cora] = await Promise.all([person(beatName, doomed.url), person(coraName, doomed.url)])
  const everybody = [anna, beat, cora]
  const each = (act: (page: Page) => Promise<unknown>) => Promise.all(everybody.map(act))

  // an e-mail arrives, and one user takes it
  const [emailId] = await test.step('an e-mail arrives and is taken', async () => {
    await each(async (page) => {
      await page.goto('/emails')
      await settled(page)
    })
    const ids = await addEmails(database, [{ subject: `Anfrage ${word}`, from: 'kundin@example.test' }])
    const row = (page: Page) => page.getByRole('listitem').filter({ hasText: `Anfrage ${word}` })
    await each((page) => expect(row(page)).toBeVisible())
    await Promise.all([row(anna).click(), row(beat).click()])
    await expect(anna.getByText(`${beatName} betrachtet diese E-Mail gerade.`)).toBeVisible()
    await beat.getByRole('article').getByRole('button', { name: 'In Arbeit nehmen' }).click()
    await expect(anna.getByRole('article').getByText('In Arbeit', { exact: true })).toBeVisible()
    await expect(row(cora)).toHaveCount(0)
    return ids
  })

  const board = await addBoard(anna, 'FLAME', ['Neu', 'Laufend', 'Fertig'])
  async function addFlame(name: string): Promise<Made> {
    const { id: contactRef } = await addContact(anna, { surname: `${name}${word}` })
    return call(anna, flameApi.add, { body: { contactRef, taskboardRef: board.id, assigneeRef: null } })
  }
  const [ammann, , caduff] = [await addFlame('Ammann'), await addFlame('Brunner'), await addFlame('Caduff')]

  await test.step('a comment mentions a person', async () => {
    await enter(cora, `/flames?board=${board.id}`)
    await settled(cora)
    await call(anna, commentApi.add, { params: { id: emailId }, body: { text: `@${coraName} schaust du?` } })
    await expect(cora.getByRole('region', { name: 'Soeben geschehen' })).toContainText(/admin hat Sie erwähnt/)
  })

  await test.step('a card moves while another one is dragged', async () => {
    const dragged = card(cora, `Brunner${word}`)
    await dragged.hover()
    await cora.mouse.down()
    await cora.mouse.move(600, 500, { steps: 4 })
    const to = { version: ammann.version, taskboardRef: board.id, step: board.steps[2]?.id ?? '' }
    await call(anna, flameApi.move, { params: { id: ammann.id }, body: to })
    await expect(inColumn(cora, 'Fertig')).toHaveText([`Ammann${word}`])
    await cora.getByRole('region', { name: 'Laufend' }).getByText('Keine Flamme in diesem Schritt').hover()
    await cora.mouse.up()
    await expect(inColumn(cora, 'Laufend')).toHaveText([`Brunner${word}`])
  })

  await test.step('two people edit a dossier while one of the processes is killed', async () => {
    const path = `/flames/${caduff.id}/${board.id}`
    await Promise.all([enter(anna, path), enter(beat, path)])
    await expect(anna.getByText(`${beatName} ist auch hier.`)).toBeVisible()
    await field(beat, 'Name auf dem Zertifikat').fill('Feuer und Flamme')
    await expect(anna.getByText(`${beatName} bearbeitet das Feld «Name auf dem Zertifikat».`)).toBeVisible()
    const mark = () =>
      field(anna, 'Name auf dem Zertifikat').evaluate((input) => {
        const around = input.closest('.MuiFormControl-root')
        return around && getComputedStyle(around, '::after').content
      })
    await expect.poll(mark).toBe(`"✎ ${beatName}"`)
    await field(anna, 'Notizen').fill('Bitte bald')

    await second.kill()
    // the pages reconnect after five seconds, so their clock is turned forward
    for (const page of [beat, cora]) await page.clock.fastForward(5000)
    await beat.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
    await expect(beat.getByText('Dossier gespeichert')).toBeVisible()
    await expect(anna.getByText(/Jemand hat das inzwischen geändert/)).toBeVisible()
    await anna.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
    await expect(anna.getByText('Dossier gespeichert')).toBeVisible()
    for (const page of [anna, beat]) {
      await expect(field(page, 'Name auf dem Zertifikat')).toHaveValue('Feuer und Flamme')
      await expect(field(page, 'Notizen')).toHaveValue('Bitte bald')
    }
  })

  await test.step('all three see the same board', async () => {
    // this page never left the board
    await expect(cora.getByRole('region', { name: 'Fertig' })).toBeVisible()
    const path = `/flames?board=${board.id}`
    await Promise.all([enter(anna, path), enter(beat, path), addFlame('Denzler')])
    await each(async (page) => {
      await expect(inColumn(page, 'Neu')).toHaveText([`Denzler${word}`, `Caduff${word}`])
      await expect(inColumn(page, 'Laufend')).toHaveText([`Brunner${word}`])
      await expect(inColumn(page, 'Fertig')).toHaveText([`Ammann${word}`])
    })
  })

  for (const page of everybody) await page.context().close()
  for (const balancer of [first, doomed]) balancer.close()
})
