import { bench } from './harness.ts'
import { openProduct } from './in-process.ts'
import { fillWith, lists } from './lists.ts'

const { database, call, close } = await openProduct()

for (const { name, endpoint, fill, bare } of lists) {
  await database.pool.query(fillWith(fill, 10_000))
  await database.pool.query('analyze')
  await bench(`10,000 ${name}`, {
    bare: () => database.pool.query(bare),
    product: () => call('GET', endpoint.path),
    rounds: 15,
    limit: { times: 2, at: 'p50' },
  })
}

await close()
