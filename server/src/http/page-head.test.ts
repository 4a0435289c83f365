import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Permission, permissions } from '#contract/permissions'
import { readPageHead } from './page-head.ts'

const dist = mkdtempSync(path.join(tmpdir(), 'glut-dist-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))
const texts = [{ DE: ['assets/german.js'], EN: ['assets/english.js'], FR: ['assets/french.js'] }]
const built = ['contacts', 'contact', 'contactComment', 'emails', 'flameTodos', 'projects', 'project', 'warehouses']
const screen = (page: string) => ({ files: ['assets/base.js', `assets/${page}.js`, 'assets/style.css'], texts })

test('without a list of screen files the page head is empty', async () => {
  expect((await readPageHead(dist, '!'))('/contacts', null)).toBe('')
})

test('the page head preloads the files of its screen under a nonce, without text of the address', async () => {
  mkdirSync(path.join(dist, '.vite'))
  writeFileSync(
    path.join(dist, '.vite/screens.json'),
    JSON.stringify(Object.fromEntries(built.map((name) => [name, screen(name)]))),
  )
  const headFor = await readPageHead(dist, '!nonce!')
  const headOf = (address: string) => headFor(address, new Set(permissions))
  const head = headOf('/contacts?view=<script>')
  expect(head).toContain('<link rel="modulepreload" crossorigin href="/assets/contacts.js" nonce="!nonce!">')
  expect(head).toContain('<link rel="stylesheet" crossorigin href="/assets/style.css" nonce="!nonce!">')
  expect(head.indexOf('<script nonce="!nonce!">')).toBeLessThan(head.indexOf('rel="stylesheet"'))
  expect(head).toContain('assets/french.js')
  expect(head).not.toContain('view=')
  expect(headOf('/contacts/0192f0c1-0000-7000-8000-000000000000')).toContain('assets/contact.js')
  expect(headOf('/emails/-2/0192f0c1-0000-7000-8000-000000000000')).toContain('assets/emails.js')
  for (const address of ['/login', '/nowhere', '/contacts/one/two/three', '']) expect(headOf(address)).toBe('')
})

test('the page head starts the first requests of its screen, limited to valid ids and permissions', async () => {
  const headFor = await readPageHead(dist, '!nonce!')
  const headOf = (address: string) => headFor(address, new Set(permissions))
  const id = '0192f0c1-0000-7000-8000-000000000000'
  const began = (head: string) => JSON.parse(/begun=new Map\((\[.+?\])\.map/.exec(head)?.[1] ?? '[]') as Begun[]
  interface Begun {
    url: string
    body?: string
    kept?: string
  }
  const urlsFor = (address: string, held: ReadonlySet<Permission> | null) =>
    began(headFor(address, held)).map(({ url }) => url)
  const urls = (address: string) => urlsFor(address, new Set(permissions))

  const ofEverybody = ['/api/auth/me', '/api/users/own/table-preferences']
  expect(urls(`/contacts/${id}`)).toContain(`/api/contacts/${id}`)
  expect(headOf(`/contacts/${id}`)).toContain(`<link rel="preload" as="fetch" crossorigin href="/api/contacts/${id}"`)
  expect(urls('/contacts/anything')).toEqual([...ofEverybody, '/api/misc/sectors'])

  // every part of a record that an address leads to
  expect(urls(`/contacts/${id}/comments/${id}`)).toEqual(urls(`/contacts/${id}`))
  expect(urls(`/flames/${id}/${id}/todos`)).toContain(`/api/flames/${id}`)
  expect(urls('/projects')).toEqual([...ofEverybody, '/api/blackboards/_all'])
  expect(urls(`/projects/${id}/${id}`)).toEqual([...ofEverybody, `/api/projects/${id}`])
  expect(urls('/warehouses')).toEqual([...ofEverybody, '/api/misc/warehouses'])

  const mails = '/api/emails?state=OPEN&direction=INCOMING'
  expect(urls('/emails')).toEqual([...ofEverybody, mails])
  expect(urls(`/emails/${id}`)).toEqual([...ofEverybody, `/api/emails/${id}`, mails])
  expect(urls(`/emails?contact=${id}`)).toEqual([...ofEverybody, `/api/emails?contactRef=${id}`])
  expect(urls('/emails?view=BIN&person=-2')).toEqual([...ofEverybody, '/api/emails?assigneeRefs=-2&bin=true'])
  // only the browser knows how the list was left
  const left = began(headOf('/emails')).slice(-1)
  expect(left).toEqual([{ url: mails, kept: 'glut.emails.asked' }])
  expect(headOf('/emails')).not.toContain('href="/api/emails')

  const [search] = began(headOf('/contacts?since=2026-01-02&until=</script>')).slice(-1)
  expect(search?.url).toBe('/api/contacts/_search')
  expect(search?.body).toBe(JSON.stringify({ createdFrom: '2026-01-02', createdTo: null }))
  expect(headOf('/contacts')).not.toContain('href="/api/contacts/_search"')

  // no requests that would be refused
  const contactsOnly = new Set<Permission>(['CONTACT_READ'])
  for (const address of ['/emails', `/emails/${id}`, '/projects', `/projects/${id}/${id}`, '/warehouses'])
    expect(urlsFor(address, contactsOnly)).toEqual(ofEverybody)
  expect(headFor('/warehouses', contactsOnly)).not.toContain('href="/api/misc/warehouses"')
  expect(urlsFor('/contacts', contactsOnly)).toContain('/api/contacts/_search')
  expect(urlsFor('/contacts', null)).toEqual(['/api/auth/me'])
})
