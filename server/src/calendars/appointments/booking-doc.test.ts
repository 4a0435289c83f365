import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { masterData } from '#contract/lists/master-data'
import { accessKeyApi } from '#contract/users/access-keys'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'

const { app, as } = await testApp()
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const admin = as('ADMIN')
const run = promisify(execFile)

const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/booking.md'), 'utf8')

interface Example {
  readonly command: string
  /** Answer that the page shows. */
  readonly shown?: { readonly status: number; readonly body: unknown }
}

/** Returns each command of the page in order, with the answer that follows it directly. */
function examples(): Example[] {
  const found: Example[] = []
  for (const [, kind, status, text = ''] of page.matchAll(/^```(sh|json)(?: (\d+))?\n(.*?)^```$/gms)) {
    if (kind === 'sh') found.push({ command: text })
    else found.push({ ...(found.pop() as Example), shown: { status: Number(status), body: JSON.parse(text) } })
  }
  return found.filter(({ command }) => command.includes('curl'))
}

/** Returns the names and types of an answer's fields; for a list those of its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}

async function slot(more: object) {
  const body = {
    ...{ weekday: 'TUESDAY' as const, startTime: '09:00', endTime: '10:00', capacity: 2, validFrom: '2035-03-01' },
    ...more,
  }
  return (await admin.call(masterData.predefinedTimeSlots.add, { body })).answer.id
}

test('every command in docs/booking.md does what the page says', async () => {
  const users = (await admin.call(userApi.list, {})).answer
  const userRef = users.find(({ username }) => username === 'TERMIN_API')?.id ?? ''
  const body = { title: 'Buchung', scope: 'BOOKING' as const, userRef }
  const { key } = (await admin.call(accessKeyApi.add, { body })).answer
  const full = await slot({ weekday: 'THURSDAY', capacity: 1, validUntil: '2035-03-08' })
  await slot({})
  const known: Record<string, string> = { GLUT: `http://127.0.0.1:${port}`, KEY: key }
  known.FULL = full
  known.FULL_START = '2035-03-08T08:00:00.000Z'
  const call = async (command: string) => {
    const told = command.replace(/curl -sS/, String.raw`curl -sS -w '\n%{http_code}'`)
    const { stdout } = await run('sh', ['-euc', told], { env: { ...process.env, ...known } })
    const at = stdout.lastIndexOf('\n')
    const text = stdout.slice(0, at)
    return { status: Number(stdout.slice(at + 1)), body: text ? JSON.parse(text) : undefined }
  }
  /** Stores values of an answer under the names by which the page refers to them. */
  const learn = (answer: unknown) => {
    const given = answer as Record<string, string>
    if (Array.isArray(answer) && answer[0]?.free !== undefined) {
      const open = answer.filter(({ slotRef }) => slotRef !== full)
      Object.assign(known, { SLOT: open[0].slotRef, START: open[0].startUtc, LATER: open[1].startUtc })
    } else if (given?.expiresUtc) known.HOLD = String(given.id)
    else if (given?.state) Object.assign(known, { APPOINTMENT: given.id, VERSION: String(given.version) })
  }
  const taken = {
    slotRef: full,
    startUtc: known.FULL_START,
    person: { surname: 'Frueh', phoneNumber: '079 555 09 09' },
  }
  const headers = { authorization: `Bearer ${key}` }
  await app.inject({ method: 'POST', url: '/api/appointments', headers, payload: taken })

  const answers: { status: number; body: unknown }[] = []
  for (const { command, shown } of examples()) {
    const answer = await call(command)
    answers.push(answer)
    learn(answer.body)
    if (!shown) continue
    expect(answer.status, command).toBe(shown.status)
    expect(shapeOf(answer.body), command).toEqual(shapeOf(shown.body))
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 204, 201, 409, 200, 200, 200, 200])
  const [, , , booked, , found, all, moved, cancelled] = answers.map((answer) => answer.body as Record<string, unknown>)
  expect(found).toEqual(booked)
  expect(all).toHaveLength(2)
  expect(moved).toMatchObject({ version: 2, startUtc: '2035-03-13T08:00:00.000Z' })
  expect(cancelled).toMatchObject({ state: 'CANCELLED', reason: 'verreist' })
})

test('the error table of docs/booking.md has the status codes of the product', async () => {
  const { errorStatus } = await import('#contract/errors')
  const rows = [...page.matchAll(/^\| (\d{3}) +\| `(\w+)` +\|/gm)]
  expect(rows.length).toBeGreaterThan(8)
  for (const [, status, code = ''] of rows) expect(errorStatus[code as keyof typeof errorStatus]).toBe(Number(status))
})
