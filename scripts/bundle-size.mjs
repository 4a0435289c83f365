import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root } from './files.mjs'

/**
 * First load of a page: the page with its scripts, and the chunks of its route (by module or chunk name). Its size,
 * Brotli-compressed as the server sends it, must not exceed `limit` kB.
 */
export const firstLoads = [
  { page: '/login', chunks: ['src/i18n/de/login.ts', 'src/i18n/de/every-screen.ts'], limit: 130 },
  { page: '/termin', chunks: ['customers', 'src/i18n/de/booking.ts'], limit: 125 },
  {
    page: '/contacts',
    chunks: ['src/features/contacts/list/ContactsPage.tsx', 'src/i18n/de/every-screen.ts'],
    limit: 280,
  },
  ...[
    { page: 'a contact', chunk: 'src/features/contacts/page/ContactPage.tsx', limit: 380 },
    { page: 'a board', chunk: 'src/features/orders/flames/FlamesPage.tsx', limit: 330 },
    { page: 'a dossier', chunk: 'src/features/orders/dossiers/DossierPage.tsx', limit: 390 },
    { page: 'mails', chunk: 'src/features/mail/inbox/EmailsPage.tsx', limit: 345 },
  ].map(({ page, chunk, limit }) => {
    return { page, chunks: [chunk, 'src/i18n/de/every-screen.ts', 'src/i18n/de/daily-work.ts'], limit }
  }),
]

/** Returns the files that a page loads and those that the chunks of a Vite manifest need to run, including styles. */
export function filesOf(manifest, html, chunks) {
  /** @type {Set<string>} */
  const files = new Set(['index.html', ...loadedBy(html)])
  const seen = new Set()
  const visit = (chunk) => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(manifest[imported])
  }
  for (const name of chunks) visit(chunkOf(manifest, name))
  return [...files].sort()
}

function chunkOf(manifest, name) {
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name && !one.src)
  if (!chunk) throw new Error(`the build has no chunk ${name}`)
  return chunk
}

/** Returns the scripts and styles in the HTML of a page. */
const loadedBy = (html) =>
  [...html.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="\/([^"]+)"/g)].map(([, file]) => file)

/**
 * Returns the compressed first loads of web/dist as `{page, gzip, brotli, limit, ok}`, in kB (1000 bytes). The build
 * stores the compressed variants beside each asset (web/precompress.ts); the server compresses the page itself.
 */
export function measureFirstLoads(loads = firstLoads, dist = join(root, 'web', 'dist')) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  return loads.map(({ page, chunks, limit }) => {
    const files = filesOf(manifest, html, chunks).map((file) => join(dist, file))
    const kB = (ending, compress) => {
      const sent = (file) =>
        existsSync(file + ending) ? statSync(file + ending).size : compress(readFileSync(file)).length
      return files.reduce((sum, file) => sum + sent(file), 0) / 1000
    }
    const brotli = kB('.br', brotliCompressSync)
    return { page, gzip: kB('.gz', gzipSync), brotli, limit, ok: brotli <= limit }
  })
}

/**
 * Limit for the fonts in kB. They load beside the scripts and nothing waits for them, so they are counted separately.
 */
const mostOfLetters = 50

/** Returns the files that a page preloads. */
export const preloadsOf = (html) =>
  [...html.matchAll(/<link\b[^>]*rel="preload"[^>]*>/g)].map(([link]) => /href="\/([^"]+)"/.exec(link)[1])

/** Returns `{kB, ok}` of the files that every page of web/dist preloads. */
function measureLetters(dist = join(root, 'web', 'dist')) {
  const files = preloadsOf(readFileSync(join(dist, 'index.html'), 'utf8'))
  const kB = files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0) / 1000
  return { kB, ok: files.length > 0 && kB <= mostOfLetters }
}

/** Largest number of files that a screen loads first, including the page and its fonts: each costs a request. */
const mostFiles = { ofTheDay: 14, others: 15 }
const pageAndLetters = 2
const ofTheDay = ['contacts', 'contact', 'flames', 'flame', 'emails', 'projects', 'project', 'ownToDos']

/** Returns the number of files that each screen loads first in German. */
export function countFirstFiles(screens) {
  return [...new Set([...ofTheDay, ...Object.keys(screens)])].map((screen) => {
    const { files, texts } = screens[screen] ?? { files: [], texts: [] }
    const count = new Set([...files, ...texts.flatMap(({ DE }) => DE)]).size + pageAndLetters
    const limit = ofTheDay.includes(screen) ? mostFiles.ofTheDay : mostFiles.others
    return { screen, count, limit, ok: files.length > 0 && count <= limit }
  })
}

/** Check step for the sizes of the first loads. */
export const bundleSize = {
  name: 'size of the first loads',
  run: async () => {
    if (!existsSync(join(root, 'web', 'dist', '.vite', 'manifest.json'))) {
      return { ok: false, output: 'web/dist has no manifest' }
    }
    const loads = measureFirstLoads()
    const lines = loads.map(({ page, gzip, brotli, limit }) => {
      return `${page}: ${gzip.toFixed(1)} kB by gzip, ${brotli.toFixed(1)} kB by brotli, limit ${limit} kB`
    })
    const letters = measureLetters()
    lines.push(`letters: ${letters.kB.toFixed(1)} kB, limit ${mostOfLetters} kB`)
    const counted = countFirstFiles(
      JSON.parse(readFileSync(join(root, 'web', 'dist', '.vite', 'screens.json'), 'utf8')),
    )
    lines.push(...counted.map(({ screen, count, limit }) => `${screen}: ${count} files, limit ${limit}`))
    return { ok: [...loads, letters, ...counted].every(({ ok }) => ok), output: lines.join('\n') }
  },
}
