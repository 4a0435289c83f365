import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import { startProcess } from '../test/product-process.ts'
import { figure } from './harness.ts'

const [wanted, places] = [500, 100]
const admin = { username: 'admin', password: 'bench-of-bookings' }
const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-bookings-'))
const env = {
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
}

/** A process of the product on the same data; what it is called with comes over many sockets. */
async function begin() {
  const product = startProcess(env)
  const url = await product.address
  if (!url) throw new Error('the product ended before it listened')
  const sockets = new Pool(url, { connections: 64 })
  const call = async (method: 'GET' | 'POST' | 'DELETE', address: string, headers: object, body?: object) => {
    const answer = await sockets.request({
      ...{ method, path: address, headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) } },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, body: text ? JSON.parse(text) : undefined, headers: answer.headers }
  }
  const end = async () => {
    await sockets.close()
    await product.end('SIGTERM')
  }
  return { call, end }
}

const first = await begin()
const second = await begin()
const signedIn = await first.call('POST', '/api/auth/signin', {}, admin)
const staff = { cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '' }
const add = async (address: string, body: object) => {
  const { status, body: made } = await first.call('POST', address, staff, body)
  if (status >= 300) throw new Error(`${address} answered ${status}: ${JSON.stringify(made)}`)
  return made
}
const [me] = (await first.call('GET', '/api/users', staff)).body
const keys: object[] = []
for (const title of ['Website', 'Laden', 'Partner']) {
  const { key } = await add('/api/access-keys', { title, scope: 'BOOKING', userRef: me.id })
  keys.push({ authorization: `Bearer ${key}` })
}
const slot = { weekday: 'TUESDAY', startTime: '09:00', endTime: '10:00', capacity: places, validFrom: '2034-01-01' }
const { id: slotRef } = await add('/api/predefined-time-slots', slot)
const { id: contactRef } = await add('/api/contacts', { legalType: 'NATURAL', surname: 'Beispiel' })
const place = { slotRef, startUtc: '2034-03-07T08:00:00Z' }

const began = performance.now()
const statuses = await Promise.all(
  Array.from({ length: wanted }, async (_, at) => {
    const process = at % 2 === 0 ? first : second
    // every fourth is somebody of the staff, the others are programs with persons that nobody knows yet
    const person = { surname: `Person ${at}`, emailAddress: `person${at}@example.org` }
    const by = at % 4 === 3 ? staff : (keys[at % 3] ?? {})
    const body = at % 4 === 3 ? { ...place, contactRef } : { ...place, person }
    return (await process.call('POST', '/api/appointments', by, body)).status
  }),
)
const seconds = (performance.now() - began) / 1000
const count = (wantedStatus: number) => statuses.filter((status) => status === wantedStatus).length
const day = await first.call('GET', '/api/appointments?start=2034-03-07&end=2034-03-07', staff)
const [free] = (await second.call('GET', '/api/appointments/slots?from=2034-03-07&to=2034-03-07', staff)).body

const exactly = (what: string, value: number, number: number) =>
  figure(`${wanted} bookings at once for ${places} places: ${what}`, value, {
    unit: '',
    atLeast: number,
    atMost: number,
  })
exactly('booked', count(201), places)
exactly('told that it is full', count(409), wanted - places)
exactly('appointments afterwards', day.body.length, places)
exactly('places free afterwards', free.free, 0)
figure(`${wanted} bookings at once for ${places} places: until all are answered`, seconds, { unit: 's', atMost: 30 })
await second.end()
await first.end()
rmSync(dataDir, { recursive: true, force: true })
