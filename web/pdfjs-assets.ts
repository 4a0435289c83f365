import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** What pdfjs asks for by name while it draws: the fonts that PDFs leave out, and a decoder that needs no WebAssembly. */
export function pdfjsAssets(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const files = [
    join(home, 'wasm', 'openjpeg_nowasm_fallback.js'),
    ...readdirSync(join(home, 'standard_fonts'))
      .filter((name) => /\.(pfb|ttf)$/.test(name))
      .map((name) => join(home, 'standard_fonts', name)),
  ]
  return {
    name: 'pdfjs-assets',
    apply: 'build',
    generateBundle() {
      for (const file of files) {
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs/${file.slice(file.lastIndexOf('/') + 1)}`,
          source: readFileSync(file),
        })
      }
    },
  }
}
