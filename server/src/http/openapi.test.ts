import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../test/app.ts'
import { slices } from '../app.ts'

const { app } = await testApp()
const response = await app.inject({ url: '/api/openapi.json' })

/** Schema of the parts of OpenAPI 3.1 that the document uses. */
const JsonSchema = z.record(z.string(), z.unknown())
const Content = z.record(
  z.string().regex(/^[\w.+-]+\/[\w.+-]+(; *charset=[\w-]+)?$/),
  z.strictObject({ schema: JsonSchema }),
)
const Operation = z.strictObject({
  summary: z.string().min(5),
  description: z.string(),
  'x-permission': z.unknown(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: JsonSchema,
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.strictObject({ description: z.string().min(1), content: Content.optional() }),
  ),
})
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
  components: z.strictObject({
    schemas: z.record(z.string(), JsonSchema),
    securitySchemes: z.record(z.string(), JsonSchema),
  }),
})

test('the API document is OpenAPI 3.1 and public', () => {
  expect(response.statusCode).toBe(200)
  expect(Document.parse(response.json()).openapi).toBe('3.1.0')
})

test('the API document lists every call with its path parameters', () => {
  const { paths } = Document.parse(response.json())
  const endpoints = slices.flatMap((slice) => Object.values(slice.api))
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  )
  const known = endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(listed.sort()).toEqual(known.sort())
  for (const [path, operations] of Object.entries(paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const operation of Object.values(operations)) {
      const parameters = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(parameters.map(({ name }) => name).sort(), path).toEqual(Array.from(inPath, String).sort())
      expect(parameters.every(({ required }) => required)).toBe(true)
    }
  }
})

test('every reference in the API document resolves', () => {
  const document = response.json()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  )
  expect(references.length).toBeGreaterThan(0)
  for (const reference of new Set(references)) {
    const target = reference.replace(/^#\//, '').split('/')
    expect(
      target.reduce((at, name) => at?.[name], document),
      reference,
    ).toBeDefined()
  }
})

/** Integers have four bytes in the database, ids of the history eight. */
test('the API document limits whole numbers to what the database can hold', () => {
  const { paths } = Document.parse(response.json())
  const tooWide: string[] = []
  const look = (schema: unknown, name: string) => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, maximum } = schema as { type?: unknown; maximum?: unknown }
    if (type === 'integer' && !(typeof maximum === 'number' && maximum < 2 ** 31)) tooWide.push(name)
    for (const [key, part] of Object.entries(schema))
      look(part, /^\d+$|^(properties|items|anyOf)$/.test(key) ? name : `${name} ${key}`)
  }
  for (const [path, operations] of Object.entries(paths)) {
    for (const { parameters, requestBody } of Object.values(operations)) {
      for (const one of parameters) look(one.schema, `${path} ${one.name}`)
      look(requestBody?.content, path)
    }
  }
  expect(tooWide.filter((name) => !/history.* before$/.test(name))).toEqual([])
})
