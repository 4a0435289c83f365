// npm run test:hostile: hostile texts in full length and many mixtures (`npm test` uses short ones), messages of tens
// of megabytes, and a thousand simultaneous connections to the live channel.
import { join } from 'node:path'
import { root } from './files.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { run } from './steps.mjs'

ensureInstalled()
const vitest = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--project',
  'server',
  'hostile-',
  'mail/filing/bad-input',
]
const { ok } = await run(pinnedNode(), vitest, { show: true, env: { HOSTILE_TEXTS: '1' } })
process.exitCode = ok ? 0 : 1
