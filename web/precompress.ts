import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Lays a brotli and a gzip beside every asset, so that the server compresses nothing that never changes. */
export function precompress(): Plugin {
  let assets = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      assets = join(root, build.outDir, build.assetsDir)
    },
    // not at the end of a build that failed, whose fault is said by itself
    writeBundle() {
      for (const name of readdirSync(assets)) {
        if (!/\.(js|css|svg|mjs|wasm)$/.test(name)) continue
        const content = readFileSync(join(assets, name))
        if (content.length < 1024) continue
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}
