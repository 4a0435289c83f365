import { contactApi } from '#contract/contacts/contacts'
import { importApi } from '#contract/contacts/imports'
import type { AnswerOf, BodyOf } from '#contract/endpoint'
import type { Problem } from '#contract/errors'
import { rollBackContactImport } from '../src/contacts/imports/roll-back.ts'
import { runContactImport } from '../src/contacts/imports/run-import.ts'
import type { testApp } from './app.ts'

type Import = AnswerOf<typeof importApi.get>
type Start = Partial<BodyOf<typeof importApi.start>>

/** Returns functions that upload, run and roll back imports as an admin does; the jobs run at once, not in a worker. */
export async function importer({ app, as, appContext, sessionOf }: Awaited<ReturnType<typeof testApp>>) {
  const cookie = await sessionOf('ADMIN')
  const admin = as('ADMIN')

  async function send(content: Buffer | string, { name = 'kontakte.csv', language = 'de', query = '' } = {}) {
    const edge = '----edge'
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
    const response = await app.inject({
      method: 'POST',
      url: importApi.upload.path + query,
      headers: { cookie, 'accept-language': language, 'content-type': `multipart/form-data; boundary=${edge}` },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${edge}--\r\n`)]),
    })
    const answer: unknown = response.json()
    return { status: response.statusCode, answer: answer as Import, problem: answer as Problem }
  }

  async function upload(content: Buffer | string): Promise<Import> {
    const { status, answer, problem } = await send(content)
    if (status !== 200) throw new Error(problem.detail)
    return answer
  }

  async function job(id: string) {
    const { run, created_by } = await appContext.database.kysely
      .selectFrom('contact_import')
      .select(['run', 'created_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { importId: id, run, userId: created_by }
  }

  async function start(uploaded: Import, options: Start = {}) {
    return admin.call(importApi.start, {
      params: { id: uploaded.id },
      body: { mapping: uploaded.mapping, ...options },
    })
  }

  const work = async (id: string, signal = new AbortController().signal) =>
    runContactImport(appContext, await job(id), signal)
  const get = async (id: string) => (await admin.call(importApi.get, { params: { id } })).answer

  async function run(content: Buffer | string | Import, options: Start = {}): Promise<Import> {
    const uploaded = typeof content === 'string' || Buffer.isBuffer(content) ? await upload(content) : content
    const started = await start(uploaded, options)
    if (started.status !== 200) throw new Error(JSON.stringify(started.problem))
    await work(uploaded.id)
    return get(uploaded.id)
  }

  async function rowsOf(id: string) {
    return (await admin.call(importApi.rows, { params: { id }, query: { limit: 1000 } })).answer.rows
  }

  async function rollBack(id: string): Promise<Import> {
    const { status, problem } = await admin.call(importApi.rollBack, { params: { id } })
    if (status !== 200) throw new Error(problem.detail)
    // On a slow machine the job's time slice ends before its work does.
    for (;;) {
      await rollBackContactImport(appContext, await job(id), new AbortController().signal)
      const own = await get(id)
      if (own.state !== 'ROLLING_BACK') return own
    }
  }

  async function rejectedOf(id: string): Promise<string> {
    const { response } = await admin.call(importApi.rejectedRows, { params: { id } })
    return response.rawPayload.toString('utf8')
  }

  const contact = async (id: string | null | undefined) =>
    (await admin.call(contactApi.get, { params: { id: id ?? '' } })).answer
  const howMany = async () =>
    Number((await appContext.database.pool.query('select count(*)::int as n from contact')).rows[0].n)

  return { admin, send, upload, start, work, get, run, rowsOf, rollBack, rejectedOf, job, contact, howMany }
}

/** Returns the numbers of rows by result. */
export const counts = ({ created, matched, changed, rejected }: Import) => ({ created, matched, changed, rejected })

const given = ['Alma', 'Beat', 'Célia', 'Dörte', 'Enzo', 'Flurina', 'Gian', 'Hanna', 'Ivo', 'Jürg']
const surnames = ['Muster', 'Beispiel', 'Probe', 'Testwil', 'Fiktiv', 'Erfunden', 'Niemand', 'Platzhalter', 'Exempel']
const streets = ['Musterstrasse', 'Beispielweg', 'Testgasse', 'Am Probenplatz', 'Rue de l’Exemple']

/** Generates CSV rows of people who do not exist, each with an e-mail address and a phone number of its own. */
export function* people(count: number, from = 0): Generator<string> {
  yield 'Vorname;Nachname;Firma;Strasse;PLZ;Ort;Land;E-Mail;Telefon;Mobile;Kundentyp;Geburtsdatum;Bemerkungen\n'
  for (let at = from; at < from + count; at++) {
    const pick = (list: readonly string[]) => list[at % list.length]
    const number = String(at).padStart(6, '0')
    yield `${pick(given)};${pick(surnames)} ${at};${at % 5 ? '' : `Firma ${at} AG`};${pick(streets)} ${at % 200};${
      1000 + (at % 8999)
    };Beispielwil;Schweiz;person${at}@example.ch;044 ${number.slice(0, 3)} ${number.slice(3, 5)} ${number.slice(5)}1;;Privat;${
      1 + (at % 28)
    }.3.19${50 + (at % 50)};Aus der Liste\n`
  }
}
export const peopleCsv = (count: number, from = 0) => [...people(count, from)].join('')
