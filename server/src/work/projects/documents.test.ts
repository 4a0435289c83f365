import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectDocumentApi } from '#contract/work/project-documents'
import { projectApi } from '#contract/work/projects'
import { testApp } from '../../../test/app.ts'
import { projectFactory } from '../../../test/projects.ts'
import { emptyProjectDocumentBin } from './documents.ts'

const { as, appContext, database } = await testApp()
const { buildProject } = projectFactory(as)
const [user, manager] = [as('USER'), as('PROJECT_MANAGER')]
const text = (content: string, name: string) => new File([content], name, { type: 'text/plain' })

async function send(id: string, content: string, name: string) {
  const file = text(content, name)
  const reply = await user.call(projectDocumentApi.upload, { params: { id }, file })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.answer
}
async function added(id: string, content: string, name: string) {
  const { result, document } = await send(id, content, name)
  expect(result).toBe('OK')
  if (!document) throw new Error('an uploaded document is answered')
  return document
}
const names = async (id: string) =>
  (await manager.call(projectDocumentApi.list, { params: { id } })).answer.map(({ name }) => name)

test('a document of a project is listed, counted and downloaded, and gets a new version by name', async () => {
  const { id } = await buildProject()
  const document = await added(id, 'Plan eins', 'Plan.txt')
  expect(document).toMatchObject({
    projectRef: id,
    mimeType: 'text/plain',
    sizeByte: 9,
    uploadedBy: 'USER',
    versions: 1,
  })
  expect((await send(id, 'Plan eins', 'Anders.txt')).result).toBe('EXIST')
  const next = await send(id, 'Plan zwei', 'PLAN.txt')
  expect(next).toMatchObject({ result: 'OK', document: { id: document.id, versions: 2, name: 'Plan.txt' } })
  expect((await send(id, 'Plan zwei', 'Plan.txt')).result).toBe('EXIST')
  const params = { id, attId: document.id }
  expect((await manager.call(projectDocumentApi.versions, { params })).answer).toMatchObject([
    { number: 2, current: true },
    { number: 1, current: false },
  ])
  const read = async (number: string) =>
    (await manager.call(projectDocumentApi.downloadVersion, { params: { ...params, number } })).response.body
  expect([await read('1'), await read('2')]).toEqual(['Plan eins', 'Plan zwei'])
  const { response } = await manager.call(projectDocumentApi.download, { params, query: { isPreview: 'true' } })
  expect(response.body).toBe('Plan zwei')
  expect(response.headers['content-disposition']).toMatch(/^inline; .*Plan\.txt/)
  // An earlier version becomes current again, and the later one is kept.
  const excerpt = (number: string) =>
    manager.call(projectDocumentApi.excerptOfVersion, { params: { ...params, number } })
  expect([(await excerpt('1')).status, (await excerpt('3')).status]).toEqual([200, 404])
  const makeCurrent = (number: string) => user.call(projectDocumentApi.makeCurrent, { params: { ...params, number } })
  expect((await makeCurrent('3')).status).toBe(404)
  expect((await makeCurrent('1')).answer).toMatchObject({ id: document.id, versions: 2 })
  expect((await manager.call(projectDocumentApi.download, { params })).response.body).toBe('Plan eins')
  expect((await manager.call(projectDocumentApi.count, { params: { id } })).answer.count).toBe(1)
  const { entries } = (await user.call(projectApi.history, { params: { id } })).answer
  expect(entries.map(({ entity }) => entity)).toEqual([
    ...['project_document', 'project_document', 'project_document'],
    'project',
  ])
})

test('a document can be renamed, deleted and restored, with a number when its name is taken', async () => {
  const { id } = await buildProject()
  const document = await added(id, 'eins', 'a.txt')
  const other = await added(id, 'zwei', 'b.txt')
  const params = { id, attId: document.id }
  const rename = (newDocumentName: string, version?: string) =>
    user.call(projectDocumentApi.rename, { params, query: { newDocumentName, ...(version ? { version } : {}) } })
  expect((await rename('B.txt')).problem.code).toBe('TITLE_EXIST')
  expect((await rename('c.txt', '1')).answer).toMatchObject({ name: 'c.txt', version: 2 })
  expect((await rename('d.txt', '1')).problem).toMatchObject({ code: 'STALE_VERSION', current: { name: 'c.txt' } })
  expect((await user.call(projectDocumentApi.remove, { params })).status).toBe(204)
  expect(await names(id)).toEqual(['b.txt'])
  expect((await rename('e.txt')).problem.code).toBe('IN_BIN')
  await added(id, 'drei', 'C.txt')
  expect((await user.call(projectDocumentApi.restore, { params })).answer.name).toBe('c (2).txt')
  expect(await names(id)).toEqual(['b.txt', 'c (2).txt', 'C.txt'])

  await user.call(projectDocumentApi.remove, { params: { id, attId: other.id } })
  await sql`update project_document set deleted_at = now() - interval '31 days' where id = ${other.id}`.execute(
    database.kysely,
  )
  await emptyProjectDocumentBin(appContext)
  expect((await user.call(projectDocumentApi.restore, { params: { id, attId: other.id } })).status).toBe(404)
})

test('documents need access to the project, and an archived or deleted project takes none', async () => {
  const [project, another] = [await buildProject(), await buildProject()]
  const document = await added(project.id, 'geheim', 'a.txt')
  const params = { id: another.id, attId: document.id }
  expect((await user.call(projectDocumentApi.download, { params })).status).toBe(404)
  expect((await user.call(projectDocumentApi.remove, { params })).status).toBe(404)
  expect((await as('TERMIN_USER').call(projectDocumentApi.list, { params: { id: project.id } })).status).toBe(403)
  const upload = () => user.call(projectDocumentApi.upload, { params: { id: project.id }, file: text('neu', 'b.txt') })
  const again = { params: { id: project.id, attId: document.id, number: '1' } }
  await user.call(projectApi.archive, { params: { id: project.id } })
  expect((await user.call(projectDocumentApi.makeCurrent, again)).problem.code).toBe('ARCHIVED')
  expect((await upload()).problem.code).toBe('ARCHIVED')
  await user.call(projectApi.remove, { params: { id: project.id } })
  expect((await upload()).problem.code).toBe('IN_BIN')
})
