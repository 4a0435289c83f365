import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, Pool } from 'undici'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { encounterApi } from '#contract/contacts/encounters'
import { pathOf } from '#contract/endpoint'
import { emailApi } from '#contract/mail/inbox'
import { boardApi } from '#contract/orders/boards'
import { type Flame, type FlameCard, flameApi } from '#contract/orders/flames'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { authApi } from '#contract/users/users'
import { demoPassword } from '../src/demo/demo.ts'
import { startProcess } from '../test/product-process.ts'
import { figure } from './harness.ts'
import { openChannel } from './live-channel.ts'

// Twenty clients without a pause: a minute of them asks as much as they would in hours. MINUTES=60 for an hour.
const minutes = Number(process.env.MINUTES ?? 3)
const clients = 20
const looks = 60

const dataDir = await mkdtemp(path.join(tmpdir(), 'glut-memory-'))
const tellMemory = `--import=${path.join(import.meta.dirname, 'tell-memory.ts')}`
const product = startProcess(
  { DATA_DIR: dataDir, TRUST_PROXY: 'true', LOG_LEVEL: 'error', NODE_OPTIONS: tellMemory },
  '--demo',
)
process.once('exit', () => product.child.kill('SIGTERM'))
const url = (await product.address) ?? ''
const sockets = new Pool(url, { connections: clients })
let calls = 0
let cookie = ''

async function ask<Answer>(
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  body?: object,
): Promise<Answer | undefined> {
  // the limit of requests counts each address by itself
  const headers = { cookie, 'x-forwarded-for': `192.0.2.${calls++ % 200}` }
  const answer = await sockets.request({
    method,
    path: address,
    ...(body instanceof FormData
      ? { headers, body }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: body && JSON.stringify(body) }),
  })
  if (answer.headers['set-cookie']) cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const text = await answer.body.text()
  // who saves after somebody else is told so
  if (answer.statusCode === 409) return undefined
  if (answer.statusCode !== 200) throw new Error(`${method} ${address} answered ${answer.statusCode}: ${text}`)
  return JSON.parse(text) as Answer
}

await ask('POST', authApi.signIn.path, { username: 'admin', password: demoPassword })
const [board] = (await ask<{ id: string }[]>('GET', boardApi.listAll.path)) ?? []
const onBoard = pathOf(flameApi.board, { id: board?.id ?? '' })
const cards = (await ask<{ flames: FlameCard[] }>('GET', onBoard))?.flames ?? []

/** What people do all day, one after the other. */
async function work(client: number, round: number): Promise<void> {
  const card = cards[(client * 31 + round) % cards.length]
  if (!card) throw new Error('the demo has no flames')
  const contact = { id: card.contactRef }
  await ask('POST', contactApi.search.path, { text: 'me' })
  await ask('GET', pathOf(contactApi.get, contact))
  await ask('GET', pathOf(encounterApi.search, contact))
  await ask('GET', `${emailApi.list.path}?direction=INCOMING`)
  await ask('GET', onBoard)
  const flame = await ask<Flame>('GET', pathOf(flameApi.get, { id: card.id }))
  const dossier = { notes: `Runde ${round} von ${client}` }
  await ask('PUT', pathOf(flameApi.update, { id: card.id }), { version: flame?.version, dossier })
  await ask('GET', `${omnisearchApi.search.path}?searchTerm=feuer`)
  const name = `${client} ${round}`
  if (round % 5 === 0) await ask('POST', contactApi.add.path, { legalType: 'NATURAL', surname: `Zugang ${name}` })
  if (round % 20 === 0) await ask('POST', pathOf(contactDocumentApi.upload, contact), document(name))
}

function document(name: string): FormData {
  const form = new FormData()
  form.append('file', new File([`${name} `.repeat(20_000)], `Bericht ${name}.txt`, { type: 'text/plain' }))
  return form
}

/** Of the process without the database, in megabytes, as the system counts it. */
function held(which: 'VmRSS' | 'RssFile'): number {
  const [, kilobytes] =
    new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${product.child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}
const memory = () => held('VmRSS')

/** Prints what of it is what. The rest is what the libraries took: for threads, connections and what malloc keeps that is free. */
async function tellParts(when: string): Promise<void> {
  const isTold = (line: string) => line.startsWith('memory ')
  const before = product.lines.filter(isTold).length
  product.child.kill('SIGUSR2')
  while (product.lines.filter(isTold).length === before) await sleep(20)
  const told = JSON.parse(product.lines.findLast(isTold)?.slice('memory '.length) ?? '{}') as NodeJS.MemoryUsage
  const [heapUsed, heapTotal, external, buffers, all] = [
    ...[told.heapUsed, told.heapTotal, told.external, told.arrayBuffers, told.rss],
  ].map((bytes) => bytes / 1e6) as [number, number, number, number, number]
  const files = held('RssFile')
  const parts = {
    ...{ 'heap in use': heapUsed, 'heap taken': heapTotal, 'outside of it': external, 'of that buffers': buffers },
    ...{ 'program files': files, rest: all - heapTotal - external - files, all },
  }
  const text = Object.entries(parts).map(([name, megabytes]) => `${name} ${megabytes.toFixed(1)}`)
  console.log(`        ${when}, MB: ${text.join(', ')}`)
}

const channels = await Promise.all(Array.from({ length: clients }, () => openChannel(url, cookie, () => {})))
await tellParts('at rest')
figure('memory: of the server at rest', memory(), { unit: 'MB', atMost: 300 })
const end = performance.now() + minutes * 60_000
const all = Promise.all(
  Array.from({ length: clients }, async (_, client) => {
    for (let round = 0; performance.now() < end; round++) await work(client, round)
  }),
)
const seen: number[] = []
for (let look = 0; look < looks; look++) {
  await Promise.race([sleep((minutes * 60_000) / looks), all])
  seen.push(memory())
}
await all
const between = (from: number, to: number) => {
  const part = seen.slice(looks * from, looks * to).toSorted((one, other) => one - other)
  return part[Math.floor(part.length / 2)] ?? Number.NaN
}
console.log(`        ${calls} calls`)
await tellParts('after the work')
figure(`memory: after ${minutes} minutes of ${clients} clients`, between(2 / 3, 1), { unit: 'MB', atMost: 300 })
figure('memory: what it grew in the last third', between(2 / 3, 1) - between(1 / 3, 2 / 3), { unit: 'MB', atMost: 15 })

for (const channel of channels) channel.terminate()
await sockets.close()
await product.end('SIGTERM')
await rm(dataDir, { recursive: true, force: true })
