import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { subjects } from '#contract/live'

const folder = path.join(import.meta.dirname, '../../../contract/src')
const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const modules: object[] = await Promise.all(sources.map((file) => import(path.join(folder, file))))

const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'path' in value && 'allow' in value

function endpointsIn(value: unknown, depth = 0): Endpoint[] {
  if (typeof value !== 'object' || value === null || depth > 2) return []
  return isEndpoint(value) ? [value] : Object.values(value).flatMap((inner) => endpointsIn(inner, depth + 1))
}
const reading = modules
  .flatMap((module) => Object.values(module).flatMap((exported) => endpointsIn(exported)))
  .filter(({ method, reads }) => method === 'GET' || reads)
  .filter(({ response }) => !('file' in response))

test('every call that reads says what its answer shows', () => {
  expect(reading.length).toBeGreaterThan(100)
  expect(reading.filter(({ shows }) => !shows).map(({ path }) => path)).toEqual([])
})

test('what they show are subjects with their keys, filled from what is asked', () => {
  for (const { path, shows = [], query } of reading) {
    const asked = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const queried = Object.keys((query as { shape?: object }).shape ?? {})
    for (const text of shows) {
      const [kind = '', ...pairs] = text.split(' ')
      expect(Object.keys(subjects), path).toContain(kind)
      for (const pair of pairs) {
        const [key = '', value = ''] = pair.split('=')
        expect(subjects[kind as keyof typeof subjects].keys as readonly string[], `${path} ${text}`).toContain(key)
        if (value.startsWith(':')) expect([...asked, ...queried], `${path} ${text}`).toContain(value.slice(1))
      }
    }
  }
})
