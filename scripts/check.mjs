// npm run check: format, lint, types, boundaries, dead code and further rules for sources.
import { availableParallelism } from 'node:os'
import { checks } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { runSteps } from './steps.mjs'

ensureInstalled()
const { failed } = await runSteps(checks, availableParallelism())
process.exitCode = failed === 0 ? 0 : 1
