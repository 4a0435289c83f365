import { expect, test } from 'vitest'
import { lean, partsRead } from '../web/lean-contract.ts'

const flat = (code) => code.replaceAll(/\s+/g, ' ').trim()

test('a trimmed call keeps what a request needs and the shapes that screens read', () => {
  const code = `
    export const roleApi = {
      add: endpoint({ method: 'POST', path: '/roles', allow: 'ADMIN', summary: 'Add', body: Role, response: Role }),
      file: endpoint({ method: 'GET', path: '/file', params: ById, response: fileAnswer('text/csv') }),
    }`
  expect(flat(lean(code, new Set(['roleApi.add.body'])))).toBe(
    flat(`
    export const roleApi = /* @__PURE__ */ (() => ({
      add: endpoint({ method: 'POST', path: '/roles', allow: 'ADMIN', summary: undefined, body: Role, response: {} }),
      file: endpoint({ method: 'GET', path: '/file', params: undefined, response: fileAnswer('text/csv') }),
    }))()`),
  )
})

test('calls that a function makes are trimmed under the name of the function', () => {
  const code = `export function crud(shape: Shape) {
    const row = z.object(shape)
    return { add: endpoint({ body: z.object(shape), response: row }), update: endpoint({ body: row }) }
  }`
  const trimmed = lean(code, new Set(['crud.add.body']))
  expect(trimmed).toContain('add: endpoint({ body: z.object(shape), response: {} })')
  expect(trimmed).toContain('update: endpoint({ body: undefined })')
})

test('constants, functions and types stay unchanged', () => {
  const code = `export const kinds = ['A', 'B'] as const
export const isKind = (text: string) => kinds.includes(text)
export type Kind = (typeof kinds)[number]`
  expect(lean(code, new Set())).toBe(code)
})

test('screens read the shapes of calls by name, including the calls of plain lists', () => {
  const read = partsRead(['schema={roleApi.add.body}', 'useApi(roleApi.list, { body })', 'schema={api.add.body}'])
  expect([...read].toSorted()).toEqual(['api.add.body', 'crud.add.body', 'roleApi.add.body'])
})
