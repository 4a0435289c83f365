import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]

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
    async writeBundle() {
      await Promise.all(
        (await readdir(assets)).map(async (name) => {
          if (!/\.(js|css|svg|mjs|wasm)$/.test(name)) return
          const content = await readFile(join(assets, name))
          if (content.length < 1024) return
          await writeFile(join(assets, `${name}.br`), await asBrotli(content))
          await writeFile(join(assets, `${name}.gz`), await asGzip(content, { level: 9 }))
        }),
      )
    },
  }
}
