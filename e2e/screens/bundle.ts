import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { ownIcons } from '../../web/own-icons.ts'

const web = join(import.meta.dirname, '../../web')

const app = `
export { createElement } from 'react'
export { createRoot } from 'react-dom/client'
export { RouterProvider } from '@tanstack/react-router'
export { startI18n, loadTexts } from '${web}/src/i18n/i18n.ts'
export { router } from '${web}/src/app/routes.tsx'
`
/** Imports of packages and the contract, except their assets. */
const ofOthers = /^(@|#|\w[\w-]*(\/|$))(?!.*(\?|\.css$))/
/** Imports that stay dynamic. */
const later = /^(node:|pdfjs-dist)/

/**
 * Writes the app into a folder as two scripts. `app.js` is a function that every page runs anew. Packages and the
 * contract, which keep no state of a page, come from `others.js`, loaded once per process.
 */
export async function bundleApp(folder: string): Promise<void> {
  const code = await bundle(app, ofOthers, 'esm')
  const taken = new Map<string, string[]>()
  const take = (from: string, names: string[]) => {
    taken.set(from, [...new Set([...(taken.get(from) ?? []), ...names])])
  }
  const body = code
    .replace(/^import (?:(\S+?),? )?(?:\{ (.*) \} )?from "(.*)";$/gm, (_, alone?: string, some?: string, from = '') => {
      const names = [...(alone ? [`default as ${alone}`] : []), ...(some?.split(', ') ?? [])]
      take(
        from,
        names.map((name) => name.replace(/ as .*/, '')),
      )
      return `const { ${names.map((name) => name.replace(' as ', ': ')).join(', ')} } = __others["${from}"];`
    })
    .replace(/\bimport\("(.*?)"\)/g, (_, from: string) => {
      if (!later.test(from)) take(from, ['default'])
      return `__later("${from}")`
    })
    .replaceAll('import.meta.url', 'location.href')
    .replace(/^export \{ (.*) \};$/m, 'return { $1 };')
  await writeFile(join(folder, 'app.js'), `'use strict';((__others, __later) => {${body}\n})`)

  const parts = [...taken].map(([from, names], at) => ({
    from: `"${from}"`,
    names: names.map((name, number) => [name, `_${at}_${number}`] as const),
  }))
  const imports = parts.map(({ from, names }) => {
    return `import { ${names.map((name) => name.join(' as ')).join(', ')} } from ${from}`
  })
  const given = parts.map(({ from, names }) => `${from}: { ${names.map((name) => name.join(': ')).join(', ')} }`)
  const others = await bundle(`${imports.join('\n')}\nexport const others = { ${given.join(', ')} }`, later, 'cjs')
  await writeFile(join(folder, 'others.js'), `'use strict';((exports, require) => {${others}\n})`)
}

async function bundle(code: string, external: RegExp, format: 'esm' | 'cjs'): Promise<string> {
  const built = await build({
    configFile: false,
    root: web,
    logLevel: 'error',
    plugins: [entry(code), ...(format === 'esm' ? [inPlace, react()] : [ownIcons()])],
    // React's production build renders three times as fast as the development build.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: [
        { find: '@emotion/styled', replacement: join(import.meta.dirname, 'styles/styled.ts') },
        { find: /^.*\/theme\/use-sx-class\.ts$/, replacement: join(import.meta.dirname, 'styles/use-sx-class.ts') },
      ],
    },
    // the packages in their browser builds
    ssr: { noExternal: true, resolve: { conditions: ['module', 'browser', 'production'] } },
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: { input: 'entry', external, output: { format, codeSplitting: false } },
    },
  })
  if (!('output' in built)) throw new Error('nothing was built')
  return built.output[0].code
}

/** Virtual module. */
const entry = (code: string): Plugin => ({
  name: 'entry',
  resolveId: (id) => (id === 'entry' ? '\0entry' : undefined),
  load: (id) => (id === '\0entry' ? code : undefined),
})

/** Functions that a test may replace (`putInPlace`): file, exported name, and key. */
const replaceable: Record<string, readonly [exported: string, name: string]> = {
  'features/lists/galleries/make-thumbnail.ts': ['makeThumbnail', 'makeThumbnail'],
  'features/lists/galleries/PdfPages.tsx': ['default', 'PdfPages'],
  'features/orders/letterhead/printable-logo.ts': ['printableLogo', 'printableLogo'],
}
const late = "import('../features/contacts/new/NewContactPage.tsx')"
const mark = '\0in-place:'

const inPlace: Plugin = {
  name: 'in-place',
  enforce: 'pre',
  async resolveId(id, importer) {
    const file = Object.keys(replaceable).find((one) => id.endsWith(`/${basename(one)}`))
    if (!file || importer?.startsWith(mark)) return undefined
    const resolved = await this.resolve(id, importer, { skipSelf: true })
    return resolved?.id === join(web, 'src', file) ? mark + file : undefined
  },
  load(id) {
    const [, file = ''] = id.split(mark)
    const [exported, name] = replaceable[file] ?? []
    const real = JSON.stringify(join(web, 'src', file))
    if (!exported) return undefined
    return `
import * as real from ${real}
export * from ${real}
const either = (...given) => (globalThis.inPlace?.${name} ?? real.${exported})(...given)
export { either as ${exported} }`
  },
  transform(code, id) {
    if (!id.endsWith('/app/pages.ts')) return undefined
    if (!code.includes(late)) throw new Error(`${id} does not say ${late}`)
    return code.replace(late, `(globalThis.inPlace?.arrival ?? Promise.resolve()).then(() => ${late})`)
  },
}
