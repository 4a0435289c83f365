import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root } from './files.mjs'

/** What a page loads first: the entry and these chunks of its route, in at most `limit` kB by brotli, as the server sends it. */
export const firstLoads = [
  { page: '/login', chunks: ['src/i18n/de/login.ts', 'src/i18n/de/every-screen.ts'], limit: 130 },
  {
    page: '/termin',
    chunks: ['src/features/calendars/booking/BookingPage.tsx', 'src/i18n/de/booking.ts'],
    limit: 125,
  },
  {
    page: '/contacts',
    chunks: ['src/app/signed-in.ts', 'src/features/contacts/list/ContactsPage.tsx', 'src/i18n/de/every-screen.ts'],
    limit: 300,
  },
]

/** The files of a Vite manifest that the entry and the named chunks need before they run, with their styles. */
export function filesOf(manifest, chunks) {
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry)
  const files = new Set(entries.filter((key) => key.endsWith('.html')))
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no chunk ${key}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of [...entries, ...chunks]) visit(key)
  return [...files].sort()
}

/** The compressed first loads of web/dist: `{page, gzip, brotli, limit, ok}`, sizes in kB (1000 bytes). */
export function measureFirstLoads(loads = firstLoads, dist = join(root, 'web', 'dist')) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
  return loads.map(({ page, chunks, limit }) => {
    const contents = filesOf(manifest, chunks).map((file) => readFileSync(join(dist, file)))
    const kB = (compress) => contents.reduce((sum, content) => sum + compress(content).length, 0) / 1000
    const brotli = kB((content) => brotliCompressSync(content))
    return { page, gzip: kB((content) => gzipSync(content, { level: 9 })), brotli, limit, ok: brotli <= limit }
  })
}

/** The letters come beside the scripts and nothing waits for them; they are counted apart, in kB as they are sent. */
const mostOfLetters = 50

/** The files that a page asks for beside its scripts. */
export const preloadsOf = (html) =>
  [...html.matchAll(/<link\b[^>]*rel="preload"[^>]*>/g)].map(([link]) => /href="\/([^"]+)"/.exec(link)[1])

/** `{kB, ok}` of what every page of web/dist preloads. */
function measureLetters(dist = join(root, 'web', 'dist')) {
  const files = preloadsOf(readFileSync(join(dist, 'index.html'), 'utf8'))
  const kB = files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0) / 1000
  return { kB, ok: files.length > 0 && kB <= mostOfLetters }
}

/** So many files a screen of the day begins with, at most: each costs a request. */
const mostFiles = 13
const ofTheDay = ['contacts', 'contact', 'flames', 'flame', 'emails']

/** How many files each of these screens begins with in German, the entry with them. */
export function countFirstFiles(screens) {
  return ofTheDay.map((screen) => {
    const { files, texts } = screens[screen] ?? { files: [], texts: [] }
    const count = new Set([...files, ...texts.flatMap(({ DE }) => DE)]).size + 1
    return { screen, count, ok: files.length > 0 && count <= mostFiles }
  })
}

/** The sizes of the first loads as a step. */
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
    lines.push(...counted.map(({ screen, count }) => `${screen}: ${count} files, limit ${mostFiles}`))
    return { ok: [...loads, letters, ...counted].every(({ ok }) => ok), output: lines.join('\n') }
  },
}
