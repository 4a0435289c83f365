import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
// Outside the test folder, which is removed after the run.
const shared = '/tmp'
const prefix = `glut-demo-${process.getuid?.() ?? 0}-`

type Make = (dataFolder: string) => Promise<void>

/** Copies a data folder with the demo data to `to`. */
export async function copyDemo(to: string, make: Make): Promise<void> {
  execFileSync('cp', ['-a', join(await demoTemplate(make), 'data'), to])
}

/**
 * Returns the folder with the demo data. Filling a database takes longer than starting the product on a copy, so `make`
 * fills one per day, because the demo data depend on the date, and per version of the code.
 */
export async function demoTemplate(make: Make): Promise<string> {
  const template = join(shared, `${prefix}${version()}`)
  if (!existsSync(template)) {
    const own = join(shared, `${prefix}${randomUUID()}`)
    mkdirSync(own)
    // PostgreSQL runs as another user when root starts the product, and needs access to the folder
    chmodSync(own, 0o711)
    await make(join(own, 'data'))
    for (const name of readdirSync(shared)) if (name.startsWith(prefix) && !own.endsWith(name)) removeOld(name)
    publish(own, template)
  }
  return template
}

/** Removes a template that is older than a day; a younger one may be in use by another checkout. */
function removeOld(name: string): void {
  const folder = join(shared, name)
  const isOld = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 86_400_000
  if (isOld) rmSync(folder, { recursive: true, force: true })
}

function publish(own: string, template: string): void {
  try {
    renameSync(own, template)
  } catch (error) {
    rmSync(own, { recursive: true })
    // another process was faster
    if (!existsSync(template)) throw error
  }
}

function version(): string {
  const hash = createHash('sha256').update(new Date().toDateString())
  const files = globSync(['{server,contract}/src/**/*.{ts,sql}', 'e2e/product.ts'], { cwd: root }).toSorted()
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)))
  return hash
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16)
}
