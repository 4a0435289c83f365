import fs from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '#contract/endpoint'

const folder = path.join(import.meta.dirname, '../../contract/src')
const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const modules: object[] = await Promise.all(sources.map((file) => import(path.join(folder, file))))

const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'path' in value && 'allow' in value

function endpointsIn(value: unknown, depth = 0): Endpoint[] {
  if (typeof value !== 'object' || value === null || depth > 2) return []
  return isEndpoint(value) ? [value] : Object.values(value).flatMap((inner) => endpointsIn(inner, depth + 1))
}
const everyCall = [...new Set(modules.flatMap((module) => endpointsIn(module, -1)))]
const isReading = ({ method, reads, writes }: Endpoint) => (method === 'GET' && !writes) || reads === true

/** Calls of the contract that read, except downloads; `changing` are those that change. */
export const reading = everyCall.filter((one) => isReading(one) && !('file' in one.response))
export const changing = everyCall.filter((one) => !isReading(one))
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
