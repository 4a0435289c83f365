import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Encounter, encounterApi } from '#contract/contacts/encounters'
import { pathOf } from '#contract/endpoint'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { mp3, recording } from '../../../test/mp3.ts'
import { readConfig } from '../../config.ts'
import type { AppContext } from '../../http/context.ts'
import { transcribeVoiceMemo } from './run-transcription.ts'

/** Reply of the stand-in for the transcription service; each test sets its own. */
let answer: (response: http.ServerResponse, asked: string, request: http.IncomingMessage) => void = () => {}
const service = http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('latin1')) body += chunk
  answer(response, body, request)
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
const url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/audio/transcriptions`)
const says = (text: unknown) => (response: http.ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }))

const { app, as, appContext, database, sessionOf } = await testApp({
  transcription: { url, key: 'geheim', model: 'whisper-1' },
})
const user = as('USER')
const buildContact = contactFactory(as)
const folder = mkdtempSync(path.join(tmpdir(), 'glut-transcribe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(async () => {
  answer = says('Guten Tag, bitte zurückrufen.')
  await sql`delete from graphile_worker._private_jobs`.execute(database.kysely)
})

async function send(content: Buffer, name?: string) {
  const { id } = await buildContact()
  return user.call(encounterApi.addVoiceMemo, { params: { id }, file: recording(content, name) })
}
async function memo(): Promise<Encounter> {
  const { answer, status, problem } = await send(mp3(2))
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}
const get = async ({ id }: Encounter) => (await user.call(encounterApi.get, { params: { id } })).answer
const stateOf = async (encounter: Encounter) => {
  const { voiceMemo, description } = await get(encounter)
  return { state: voiceMemo?.transcription, reason: voiceMemo?.reason, edited: voiceMemo?.edited, description }
}
const runOf = async ({ id }: Encounter) =>
  (await database.kysely.selectFrom('voice_memo').select('run').where('id', '=', id).executeTakeFirstOrThrow()).run
/** Runs the job as the worker does; returns true if the worker would retry it. */
async function work(encounter: Encounter, { as: other = appContext, wait = 2000, run = 0 } = {}): Promise<boolean> {
  const job = { encounterId: encounter.id, run: run || (await runOf(encounter)) }
  return transcribeVoiceMemo(other, job, new AbortController().signal, wait).then(
    () => false,
    () => true,
  )
}
const again = (encounter: Encounter, overwrite?: 'true') =>
  user.call(encounterApi.transcribe, {
    params: { id: encounter.contactRef, encId: encounter.id },
    query: overwrite ? { overwrite } : {},
  })
const write = async (encounter: Encounter, description: string) => {
  const { version, encounterType, originalKnownSince, contactRef: id, id: encId } = await get(encounter)
  const body = { version, encounterType, originalKnownSince, description }
  expect((await user.call(encounterApi.update, { params: { id, encId }, body })).status).toBe(200)
}

describe('a recording', () => {
  test('becomes an encounter and plays in ranges', async () => {
    const made = await memo()
    expect(made).toMatchObject({ encounterType: 'VOICE_MEMO', createdBy: 'USER', description: '' })
    expect(made.voiceMemo).toMatchObject({ transcription: 'WAITING', reason: null, edited: false })
    expect(made.voiceMemo?.seconds).toBeCloseTo(2, 1)
    const params = { id: made.contactRef, encId: made.id }
    const { response } = await user.call(encounterApi.voiceMemo, { params, query: { isPreview: 'true' } })
    expect(response.rawPayload.equals(mp3(2))).toBe(true)
    expect(response.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes' })
    expect(response.headers['content-disposition']).toMatch(/^inline/)
    const part = await app.inject({
      url: pathOf(encounterApi.voiceMemo, params),
      headers: { cookie: await sessionOf('USER'), range: 'bytes=100-299' },
    })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-299/${mp3(2).length}`])
    expect(part.rawPayload.equals(mp3(2).subarray(100, 300))).toBe(true)
    const elsewhere = await user.call(encounterApi.voiceMemo, { params: { ...params, id: (await buildContact()).id } })
    expect(elsewhere.status).toBe(404)
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'NO_RECORDING', 'Keine Aufnahme gefunden!'],
    ['a moment', mp3(0.1), 'NO_RECORDING', 'Keine Aufnahme gefunden!'],
    ['a tag alone', Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), 'NO_RECORDING', 'Keine Aufnahme gefunden!'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n12345', 'latin1'), 'NOT_MP3', 'Die Aufnahme ist keine MP3-Datei.'],
    [
      'three hours',
      mp3(3 * 3600),
      'RECORDING_TOO_LONG',
      "Die Aufnahme dauert 10'800 Sekunden. Erlaubt sind höchstens 120.",
    ],
  ])('of %s is refused with a message', async (_, content, code, detail) => {
    const { status, problem } = await send(content)
    expect(status).toBeLessThan(500)
    expect(problem).toMatchObject({ code, detail })
  })

  test('that the form lacks is refused with the same message as an empty one', async () => {
    const { id } = await buildContact()
    const { problem } = await user.call(encounterApi.addVoiceMemo, { params: { id }, files: [] })
    expect(problem).toMatchObject({ code: 'NO_RECORDING', detail: 'Keine Aufnahme gefunden!' })
  })

  test('slightly over two minutes is accepted under any file name', async () => {
    expect((await send(mp3(120.5), 'notiz.exe')).status).toBe(200)
  })

  test('leaves no file in the incoming folder', async () => {
    await memo()
    await expect.poll(() => readdirSync(path.join(appContext.services.config.dataDir, 'incoming'))).toEqual([])
  })
})

describe('a transcription', () => {
  test('sends the recording to the service and stores its answer as the text', async () => {
    let asked = ''
    let key: string | undefined
    answer = (response, body, request) => {
      asked = body
      key = request.headers.authorization
      says('  Bitte zurückrufen.  ')(response)
    }
    const made = await memo()
    expect(await work(made)).toBe(false)
    expect(asked).toContain('filename="voicememo.mp3"')
    expect(asked).toMatch(/name="language"\r\n\r\nde\r\n/)
    expect(asked).toMatch(/name="model"\r\n\r\nwhisper-1\r\n/)
    expect(key).toBe('Bearer geheim')
    expect(await stateOf(made)).toEqual({
      state: 'DONE',
      reason: null,
      edited: false,
      description: 'Bitte zurückrufen.',
    })
    expect((await get(made)).version).toBe(2)
  })

  const broken =
    (status: number, text = 'x') =>
    (response: http.ServerResponse) =>
      response.writeHead(status).end(text)
  test.each([
    ['answers 500', broken(500), 'UNREACHABLE', true],
    ['is overloaded', broken(429), 'UNREACHABLE', true],
    ['answers HTML', broken(200, '<html>Wartung</html>'), 'UNREADABLE', true],
    ['answers something else', broken(200, '{"segments":[]}'), 'UNREADABLE', true],
    ['answers without end', broken(200, 'x'.repeat(3_000_000)), 'UNREADABLE', true],
    ['hangs up', (response: http.ServerResponse) => response.destroy(), 'UNREACHABLE', true],
    ['hangs', () => {}, 'TIMEOUT', true],
    ['does not know the key', broken(401), 'REFUSED', false],
    ['hears nothing', says('  '), 'NO_TEXT', false],
  ])('whose service %s ends with a reason', async (_, given, reason, tryAgain) => {
    answer = given
    const made = await memo()
    // Only the case that hangs has to wait for the timeout.
    const wait = reason === 'TIMEOUT' ? 300 : 60_000
    if (tryAgain) {
      expect(await work(made, { wait })).toBe(true)
      expect(await stateOf(made)).toMatchObject({ state: 'WAITING', reason })
      expect(await work(made, { wait })).toBe(true)
    }
    expect(await work(made, { wait })).toBe(false)
    expect(await stateOf(made)).toMatchObject({ state: 'FAILED', reason, description: '' })
    answer = says('Jetzt geht es.')
    expect((await again(made)).answer.voiceMemo).toMatchObject({ transcription: 'WAITING', reason: null })
    expect(await work(made)).toBe(false)
    expect(await stateOf(made)).toMatchObject({ state: 'DONE', description: 'Jetzt geht es.' })
  })

  test('without its recording fails with a reason', async () => {
    const made = await memo()
    const files = { ...appContext.services.files, open: () => Promise.reject(new Error('gone')) }
    const without: AppContext = { ...appContext, services: { ...appContext.services, files } }
    for (const _ of [1, 2, 3]) await work(made, { as: without })
    expect(await stateOf(made)).toMatchObject({ state: 'FAILED', reason: 'STORAGE_FAILED' })
  })

  test('that keeps dying with its process is given up', async () => {
    const made = await memo()
    await database.pool.query(`update voice_memo set transcription = 'RUNNING', attempts = 6 where id = $1`, [made.id])
    expect(await work(made)).toBe(false)
    expect(await stateOf(made)).toMatchObject({ state: 'FAILED', reason: 'TIMEOUT' })
  })

  test('that was requested again makes its earlier job a no-op', async () => {
    const made = await memo()
    await again(made)
    expect(await work(made, { run: 1 })).toBe(false)
    expect(await stateOf(made)).toMatchObject({ state: 'WAITING', description: '' })
  })

  test('that was requested again while its job ran leaves the text to the later job', async () => {
    const made = await memo()
    answer = (response) => {
      void again(made).then(() => says('Zu spät gehört.')(response))
    }
    expect(await work(made)).toBe(false)
    expect(await stateOf(made)).toMatchObject({ state: 'WAITING', description: '' })
    answer = says('Nochmals gehört.')
    await work(made)
    expect(await stateOf(made)).toMatchObject({ state: 'DONE', description: 'Nochmals gehört.' })
  })

  test('is stopped with the process and waits to be resumed', async () => {
    const made = await memo()
    answer = () => {}
    const stop = new AbortController()
    const job = { encounterId: made.id, run: await runOf(made) }
    const working = transcribeVoiceMemo(appContext, job, stop.signal, 5000)
    setTimeout(() => stop.abort(), 100)
    await expect(working).rejects.toThrow('stopped')
    expect(await stateOf(made)).toMatchObject({ state: 'WAITING', reason: null })
  })

  test('replaces text edited by a person only when asked to', async () => {
    const made = await memo()
    await work(made)
    await write(made, 'Von Hand verbessert.')
    expect((await get(made)).voiceMemo?.edited).toBe(true)
    expect((await again(made)).problem).toMatchObject({ status: 409, code: 'TRANSCRIPT_EDITED' })
    expect(await stateOf(made)).toMatchObject({ state: 'DONE', description: 'Von Hand verbessert.' })
    expect((await again(made, 'true')).status).toBe(200)
    answer = says('Neu gehört.')
    await work(made)
    expect(await stateOf(made)).toMatchObject({ state: 'DONE', edited: false, description: 'Neu gehört.' })
  })

  test('keeps the text that a person wrote while it ran', async () => {
    const made = await memo()
    await write(made, 'Schnell selbst geschrieben.')
    await work(made)
    expect(await stateOf(made)).toEqual({
      state: 'DONE',
      reason: 'KEPT',
      edited: true,
      description: 'Schnell selbst geschrieben.',
    })
  })

  test('can be repeated while nobody edited its text', async () => {
    const made = await memo()
    await work(made)
    expect((await again(made)).status).toBe(200)
    answer = says('Anders verstanden.')
    await work(made)
    expect((await get(made)).description).toBe('Anders verstanden.')
  })

  test('exists only for voice memos', async () => {
    const { id } = await buildContact()
    const { answer: call } = await user.call(encounterApi.add, { params: { id }, body: { encounterType: 'TELEPHONE' } })
    expect((await again(call)).status).toBe(404)
  })
})

describe('a transcription command', () => {
  const command = (script: string, args: string[] = []): AppContext => {
    const file = path.join(folder, 'transcribe.sh')
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
    const config = { ...appContext.services.config, transcription: { command: [file, ...args] } }
    return { ...appContext, services: { ...appContext.services, config } }
  }

  test('gets the file as its last argument, and its output becomes the text', async () => {
    const made = await memo()
    const prints = command('printf "%s, %s Bytes" "$1" "$(wc -c < "$2" | tr -d " ")"', ['deutsch'])
    await work(made, { as: prints, wait: 20_000 })
    expect((await get(made)).description).toBe(`deutsch, ${mp3(2).length} Bytes`)
  })

  test.each([
    ['fails', 'echo halb; exit 3', 'COMMAND_FAILED'],
    ['prints nothing', 'true', 'NO_TEXT'],
    ['hangs', 'sleep 600', 'TIMEOUT'],
  ])('that %s ends with a reason', async (_, script, reason) => {
    const made = await memo()
    const hanging = { as: command(script), wait: reason === 'TIMEOUT' ? 400 : 20_000 }
    while (await work(made, hanging));
    expect(await stateOf(made)).toMatchObject({ state: 'FAILED', reason, description: '' })
  })

  test('that does not exist ends with a reason', async () => {
    const made = await memo()
    const config = { ...appContext.services.config, transcription: { command: [path.join(folder, 'nowhere')] } }
    await work(made, { as: { ...appContext, services: { ...appContext.services, config } } })
    expect(await stateOf(made)).toMatchObject({ state: 'FAILED', reason: 'COMMAND_FAILED' })
  })
})

describe('switched-off transcription', () => {
  test('is shown on the entry and refused on request', async () => {
    const other = await testApp()
    const contact = await contactFactory(other.as)()
    const params = { id: contact.id }
    const { answer: made } = await other.as('USER').call(encounterApi.addVoiceMemo, { params, file: recording(mp3(1)) })
    expect(made.voiceMemo).toMatchObject({ transcription: 'NONE', reason: 'OFF' })
    const asked = await other.as('USER').call(encounterApi.transcribe, { params: { id: contact.id, encId: made.id } })
    expect(asked.problem).toMatchObject({ status: 409, code: 'TRANSCRIPTION_OFF' })
  })

  test('is the default; address, key, model and command come from the environment', () => {
    const of = (env: NodeJS.ProcessEnv) => readConfig(env, []).transcription
    expect(of({})).toBeNull()
    expect(of({ TRANSCRIPTION_URL: 'http://127.0.0.1:9000' })).toEqual({
      url: new URL('http://127.0.0.1:9000/v1/audio/transcriptions'),
      key: null,
      model: 'whisper-1',
    })
    expect(of({ TRANSCRIPTION_COMMAND: ' whisper-cli -l de ' })).toEqual({ command: ['whisper-cli', '-l', 'de'] })
    expect(() => of({ TRANSCRIPTION_URL: 'ftp://x' })).toThrow('TRANSCRIPTION_URL')
    expect(() => of({ TRANSCRIPTION_URL: 'http://x', TRANSCRIPTION_COMMAND: 'y' })).toThrow('exclude')
  })
})
