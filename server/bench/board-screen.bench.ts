import { pathOf } from '#contract/endpoint'
import { flameApi } from '#contract/orders/flames'
import { addBoard } from './board.ts'
import { openPage } from './chromium.ts'
import { figure } from './harness.ts'
import { openProduct } from './in-process.ts'

const rounds = 15

const product = await openProduct()
const board = await addBoard(product)
const { page, url, close } = await openPage(product)
const answered = pathOf(flameApi.board, { id: board.id })

// Notes the first frame that shows a card.
await page.addInitScript(`{
  const look = () => requestAnimationFrame(() => {
    if (!document.querySelector('[data-card]')) return look()
    requestAnimationFrame(() => { window.shownAt = performance.now() })
  })
  look()
}`)

const times: number[] = []
for (let round = 0; round < rounds; round++) {
  await page.goto(`${url}/flames?board=${board.id}`)
  await page.locator('[data-card]').first().waitFor()
  await page.waitForFunction(() => 'shownAt' in globalThis)
  const took = await page.evaluate<number>(`window.shownAt - performance.getEntriesByType('resource')
    .find(({ name }) => new URL(name).pathname === ${JSON.stringify(answered)}).responseEnd`)
  if (round > 0) times.push(took)
}
figure(`a board of 2,000 flames on screen after its answer, the slowest of ${times.length}`, Math.max(...times), {
  unit: 'ms',
  atMost: 500,
})

await close()
await product.close()
