import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startReaders } from './readers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'glut-readers-'))
let programs = 0

/** Returns readers that run this code for each text they are sent; in the code, `read` counts the texts. */
function readers(code: string) {
  const file = path.join(folder, `${++programs}.mjs`)
  const kit = path.join(import.meta.dirname, 'readers.ts')
  const program = `import { answerParent } from '${kit}'
    let read = 0
    answerParent(async (text) => { read += 1; ${code} })`
  writeFileSync(file, program)
  return startReaders<string, unknown>(pathToFileURL(file), { heapMegabytes: 64 })
}
const sent = (text: string) => async () => text

test('a reader process is reused for the next text', async () => {
  const read = readers('return process.pid')
  expect(await read(sent('one'))).toBe(await read(sent('other')))
})

test('two texts are read at once, each in its own process', async () => {
  const read = readers('await new Promise((done) => setTimeout(done, 300)); return text + read')
  expect(await Promise.all([read(sent('a')), read(sent('b')), read(sent('c'))])).toEqual(['a1', 'b1', 'c2'])
})

test('a text that breaks a reader is UNREADABLE, and the next text is read', async () => {
  const read = readers("if (text === 'bad') throw new Error(text); return text")
  expect(await read(sent('good'))).toBe('good')
  expect(await read(sent('bad'))).toEqual({ failed: 'UNREADABLE' })
  expect(await read(sent('good'))).toBe('good')
})

test.each([
  ['many small things', 'const all = []; for (;;) all.push(String(all.length).repeat(100))'],
  ['one large list', "'a,'.repeat(1e8).split(',')"],
  ['bytes', 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))'],
])('a text that needs too much memory ends only its reader: %s', async (_, code) => {
  const read = readers(`if (text === 'large') { ${code} } return text`)
  expect(await read(sent('large'))).toEqual({ failed: expect.any(String) })
  expect(await read(sent('small'))).toBe('small')
})

test('a text that fails in a used reader is read again in a fresh one', async () => {
  const read = readers('if (read > 1) throw new Error(text); return text')
  expect(await read(sent('first'))).toBe('first')
  expect(await read(sent('second'))).toBe('second')
})

test('a reader that holds too much memory ends after its answer', async () => {
  const read = readers('globalThis.held = [globalThis.held, Buffer.alloc(180e6, 1)]; return process.pid')
  const ids = [await read(sent('')), await read(sent('')), await read(sent(''))]
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false])
})

test('signals that stop the product do not stop a reader', async () => {
  const read = readers("process.kill(process.pid, 'SIGINT'); process.kill(process.pid, 'SIGTERM'); return text")
  expect(await read(sent('a'))).toBe('a')
})

test('a reader does not get the environment of the product', async () => {
  process.env.SECRET_KEY = 'secret'
  const read = readers('return Object.keys(process.env)')
  expect(await read(sent(''))).not.toContain('SECRET_KEY')
  delete process.env.SECRET_KEY
})
