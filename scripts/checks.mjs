import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBoundaries } from './boundaries.mjs'
import { filesBelow, root } from './files.mjs'
import { checkLockFile, checkMigrations, checkWords } from './guards.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { run } from './steps.mjs'

/** Settings for the type checkers, which are written in Go: one processor each, and rare garbage collection. */
const oneProcessor = { GOMAXPROCS: '1', GOGC: '400' }

/** Returns a step that runs a script of an npm package with the pinned Node. */
const tool = (name, script, ...args) => ({
  name,
  run: () => run(pinnedNode(), [join('node_modules', script), ...args], { env: oneProcessor }),
})

/** Returns a step for a function that returns one line per violation. */
const own = (name, check) => ({
  name,
  run: async () => {
    const wrong = check()
    return { ok: wrong.length === 0, output: wrong.join('\n') }
  },
})

const types = (project) => tool(`types of ${project}`, 'typescript/bin/tsc', '-p', project, '--singleThreaded')

function boundaries() {
  const files = filesBelow(['contract', 'server', 'web'])
  return checkBoundaries({ files, read: (file) => readFileSync(join(root, file), 'utf8') })
}

/** Checks that the types of the tables match the migrated database. */
const schema = {
  name: 'types of the database',
  run: () => run(pinnedNode(), ['server/src/db/generate-schema.ts', '--check']),
}

/** All checks, the slowest first. */
export const checks = [
  ...(existsSync(join(root, 'server/src/db/generate-schema.ts')) ? [schema] : []),
  tool('lint with types', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  types('web'),
  types('server'),
  types('contract'),
  types('e2e'),
  tool('dead code', 'knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  tool('format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  own('boundaries', boundaries),
  own('lock file', checkLockFile),
  own('words', checkWords),
  own('migrations', checkMigrations),
]
