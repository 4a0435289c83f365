import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inBrowser, inTab } from './storage.ts'
import { createStore, useStore } from './store.ts'

const store = createStore({ name: 'Anna', age: 30 })
let drawn = 0

function Name() {
  drawn += 1
  return <p>{useStore(store, ({ name }) => name)}</p>
}

test('a component is rendered again only when the part of the store that it uses changes', () => {
  const { unmount } = render(<Name />)
  act(() => store.set({ name: 'Anna', age: 31 }))
  expect(drawn).toBe(1)
  act(() => store.set({ name: 'Beat', age: 31 }))
  expect(screen.getByText('Beat')).toBeVisible()
  unmount()
  store.set({ name: 'Carla', age: 31 })
  expect(drawn).toBe(2)
  expect(store.get().name).toBe('Carla')
})

afterEach(() => vi.restoreAllMocks())

test('stored values are read again until they are removed', () => {
  inBrowser.write('a', 'text')
  inTab.writeJson('b', { c: 1 })
  expect([inBrowser.read('a'), inTab.read('a')]).toEqual(['text', null])
  expect([inTab.readJson('b'), inTab.names()]).toEqual([{ c: 1 }, ['b']])
  inTab.writeJson('b', null)
  expect([inTab.readJson('b'), inTab.names()]).toEqual([null, []])
})

test('a stored value that is no JSON counts as none', () => {
  inBrowser.write('a', '{')
  expect(inBrowser.readJson('a')).toBeNull()
})

test('reading and writing do nothing where the browser refuses to store', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  inBrowser.write('a', 'text')
  expect([inBrowser.read('a'), inBrowser.readJson('a')]).toEqual([null, null])
})
