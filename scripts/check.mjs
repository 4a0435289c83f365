// npm run check: format, lint, types, boundaries, dead code and what else a source must hold to.
import { availableParallelism } from 'node:os'
import { checks } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { runSteps } from './steps.mjs'

ensureInstalled()
const { failed } = await runSteps(checks, availableParallelism())
process.exitCode = failed === 0 ? 0 : 1
