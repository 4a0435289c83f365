import { expect, test } from 'vitest'
import { countFirstFiles, filesOf, preloadsOf } from './bundle-size.mjs'

const manifest = {
  '_base.js': { file: 'base.js', name: 'base', imports: ['_react.js'], css: ['base.css'], dynamicImports: ['Page'] },
  '_react.js': { file: 'react.js', name: 'react' },
  '_app.js': { file: 'app.js', name: 'app', imports: ['_base.js', '_app.js'] },
  '_table.js': { file: 'table.js', imports: ['_react.js', '_table.js'], css: ['table.css'] },
  Page: { file: 'page.js', isDynamicEntry: true, imports: ['_base.js', '_table.js'] },
  Other: { file: 'other.js', isDynamicEntry: true },
}
const html =
  '<script type="module" crossorigin src="/react.js" nonce="!"></script><script type="module" src="/base.js"></script>' +
  '<link rel="stylesheet" crossorigin href="/base.css"><link rel="icon" href="data:image/svg+xml,">'
const ofPage = ['base.css', 'base.js', 'index.html', 'react.js']

test('the files of a page are its scripts and styles, without what they import later', () => {
  expect(filesOf(manifest, html, [])).toEqual(ofPage)
})

test('the files of a route are those of the page, its chunk and the imports of the chunk', () => {
  expect(filesOf(manifest, html, ['Page'])).toEqual([...ofPage, 'page.js', 'table.css', 'table.js'].sort())
  expect(filesOf(manifest, html, ['app'])).toEqual([...ofPage, 'app.js'].sort())
})

test('a chunk that is missing from the build is an error', () => {
  expect(() => filesOf(manifest, html, ['Gone'])).toThrow('the build has no chunk Gone')
})

test('the first files of a screen are counted once each, and a screen without files or with too many fails', () => {
  const screen = (count) => ({
    files: Array.from({ length: count }, (_, at) => `${at}.js`),
    texts: [{ DE: ['de.js', '0.js'] }],
  })
  const counted = countFirstFiles({
    contacts: screen(3),
    contact: screen(12),
    towns: screen(12),
    templates: screen(40),
  })
  const isOk = (screen) => counted.find((one) => one.screen === screen)?.ok
  expect(counted.find((one) => one.screen === 'contacts')).toMatchObject({ count: 6, ok: true })
  expect([isOk('contact'), isOk('towns'), isOk('templates'), isOk('flame')]).toEqual([false, true, false, false])
})

test('the preloads counted for a page are its fonts, not its scripts and styles', () => {
  const others = '<link rel="stylesheet" href="/base.css"><link rel="modulepreload" href="/base.js">'
  const letters = '<link rel="preload" as="font" crossorigin="" href="/assets/letters.woff2">'
  expect(preloadsOf(others + letters)).toEqual(['assets/letters.woff2'])
})
