import { expect, test } from 'vitest'
import { countFirstFiles, filesOf, preloadsOf } from './bundle-size.mjs'

const manifest = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    imports: ['_react.js'],
    css: ['index.css'],
    dynamicImports: ['Page'],
  },
  '_react.js': { file: 'react.js' },
  '_table.js': { file: 'table.js', imports: ['_react.js', '_table.js'], css: ['table.css'] },
  Page: { file: 'page.js', isDynamicEntry: true, imports: ['index.html', '_table.js'] },
  Other: { file: 'other.js', isDynamicEntry: true },
}

test('the entry loads what it imports, not what it may import later', () => {
  expect(filesOf(manifest, [])).toEqual(['index.css', 'index.html', 'index.js', 'react.js'])
})

test('a route adds its chunk and what that one imports', () => {
  const files = ['index.css', 'index.html', 'index.js', 'page.js', 'react.js', 'table.css', 'table.js']
  expect(filesOf(manifest, ['Page'])).toEqual(files)
})

test('a chunk that the build does not have is an error', () => {
  expect(() => filesOf(manifest, ['Gone'])).toThrow('the build has no chunk Gone')
})

test('what a screen begins with is counted once each, with the entry, and none is too much', () => {
  const screen = (count) => ({
    files: Array.from({ length: count }, (_, at) => `${at}.js`),
    texts: [{ DE: ['de.js', '0.js'] }],
  })
  const counted = countFirstFiles({ contacts: screen(3), contact: screen(40) })
  expect(counted.find((one) => one.screen === 'contacts')).toEqual({ screen: 'contacts', count: 5, ok: true })
  expect(counted.find((one) => one.screen === 'contact')?.ok).toBe(false)
  expect(counted.find((one) => one.screen === 'flame')?.ok).toBe(false)
})

test('what a page preloads are its letters, and no script or style', () => {
  const others = '<link rel="stylesheet" href="/base.css"><link rel="modulepreload" href="/base.js">'
  const letters = '<link rel="preload" as="font" crossorigin="" href="/assets/letters.woff2">'
  expect(preloadsOf(others + letters)).toEqual(['assets/letters.woff2'])
})
