import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly homepage?: string
  readonly repository?: string | { readonly url?: string }
}

/**
 * Writes licences.txt from the packages that are really bundled: name, version, licence, source and licence text of each.
 * `ofWorkers` belongs into the workers, whose bundles are made apart and earlier.
 */
export function licences(): { ofWorkers: () => Plugin; ofAll: Plugin } {
  // Copied as they are, not bundled.
  const { resolve } = createRequire(import.meta.url)
  const folders = new Set(
    ['pdfjs-dist', '@fontsource-variable/ibm-plex-sans'].map((name) => dirname(resolve(`${name}/package.json`))),
  )
  const note = (bundle: Rolldown.OutputBundle) => {
    for (const output of Object.values(bundle)) {
      for (const id of output.type === 'chunk' ? output.moduleIds : []) {
        const folder = packageOf(id)
        if (folder) folders.add(folder)
      }
    }
  }
  return {
    ofWorkers: () => ({ name: 'licences-of-workers', generateBundle: (_options, bundle) => note(bundle) }),
    ofAll: {
      name: 'licences',
      apply: 'build',
      generateBundle(_options, bundle) {
        note(bundle)
        const entries = [...folders].map(entryOf).toSorted()
        const rule = `\n\n${'='.repeat(80)}\n\n`
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: `\ufeff${entries.join(rule)}\n` })
      },
    },
  }
}

/** The folder of the package that a module belongs to, where it is one of npm. */
function packageOf(id: string): string | undefined {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]
}

function entryOf(folder: string): string {
  const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  const { name, version, license = 'see below', homepage, repository } = own
  const source = (typeof repository === 'string' ? repository : repository?.url) ?? homepage
  const head = [`${name} ${version}`, `Licence: ${license}`]
  if (source) head.push(`Source: ${source.replace(/^git\+/, '')}`)
  return [head.join('\n'), ...textsOf(folder), ...wholeTextsOf(license)].join('\n\n')
}

/** The LGPL has to come along whole, with the GPL that it builds on; its packages only name it. */
function wholeTextsOf(license: string): string[] {
  if (!license.startsWith('LGPL-3.0')) return []
  return ['LGPL-3.0', 'GPL-3.0'].map((name) =>
    readFileSync(join(import.meta.dirname, 'licences', `${name}.txt`), 'utf8').trim(),
  )
}

/** What comes with the fonts and decoders of a package stands beside them. */
function textsOf(folder: string): string[] {
  const places = ['', 'standard_fonts', 'wasm'].map((part) => join(folder, part)).filter(existsSync)
  return places.flatMap((place) =>
    readdirSync(place)
      .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
      .map((name) => readFileSync(join(place, name), 'utf8').trim()),
  )
}
