// npm run test:live: a thousand notifications and fifty interrupted connections; `npm test` uses fewer.
import { join } from 'node:path'
import { root } from './files.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { run } from './steps.mjs'

ensureInstalled()
const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', 'live/notifications']
const { ok } = await run(pinnedNode(), vitest, { show: true, env: { LIVE_NOTICES: '1000' } })
process.exitCode = ok ? 0 : 1
