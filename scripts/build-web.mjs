import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from './files.mjs'

const web = join(root, 'web')
const stamp = join(web, 'dist', '.stamp')

export const buildCommand = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']

/** Builds the web with `build(args, cwd)`, unless web/dist was built from exactly these sources. */
export async function ensureWebBuilt(build) {
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return true
  const built = await build(buildCommand, web)
  if (built) writeFileSync(stamp, sources)
  return built
}

function hashOfSources() {
  const files = filesBelow(['web', 'contract/src']).filter((file) => {
    return !file.startsWith('web/test/') && !/\.test\.tsx?$/.test(file)
  })
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'tsconfig.base.json', ...files]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}
