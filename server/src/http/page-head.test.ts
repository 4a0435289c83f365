import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPageHead } from './page-head.ts'

const dist = mkdtempSync(path.join(tmpdir(), 'glut-dist-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))
const texts = [{ DE: ['assets/german.js'], EN: ['assets/english.js'], FR: ['assets/french.js'] }]
const screen = (page: string) => ({ files: ['assets/base.js', `assets/${page}.js`, 'assets/style.css'], texts })

test('a build that names no files of its screens has pages without them', async () => {
  expect((await readPageHead(dist, '!'))('/contacts')).toBe('')
})

test('a page names what its screen begins with, under its nonce, and nothing that stands in the address', async () => {
  mkdirSync(path.join(dist, '.vite'))
  writeFileSync(
    path.join(dist, '.vite/screens.json'),
    JSON.stringify({ contacts: screen('list'), contact: screen('contact'), emails: screen('mails') }),
  )
  const headOf = await readPageHead(dist, '!nonce!')
  const head = headOf('/contacts?view=<script>')
  expect(head).toContain('<link rel="modulepreload" crossorigin href="/assets/list.js" nonce="!nonce!">')
  expect(head).toContain('<link rel="stylesheet" crossorigin href="/assets/style.css" nonce="!nonce!">')
  expect(head).toMatch(/^<script nonce="!nonce!">/)
  expect(head).toContain('assets/french.js')
  expect(head).not.toContain('view=')
  expect(headOf('/contacts/0192f0c1-0000-7000-8000-000000000000')).toContain('assets/contact.js')
  expect(headOf('/emails/-2/0192f0c1-0000-7000-8000-000000000000')).toContain('assets/mails.js')
  for (const address of ['/login', '/nowhere', '/contacts/one/two/three', '']) expect(headOf(address)).toBe('')
})
