// npm test: runs every check and test from a fresh clone. The last line counts what passed and what failed.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { bundleSize } from './bundle-size.mjs'
import { checks } from './checks.mjs'
import { ensureDebianPackages } from './debian-packages.mjs'
import { root } from './files.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { run, runSteps } from './steps.mjs'

const total = { passed: 0, failed: 0 }

ensureInstalled()
const lacking = ensureDebianPackages()
if (lacking) {
  console.log(lacking)
  total.failed += 1
} else {
  heading('Checks and build')
  const demo = { name: 'demo data', run: () => run(pinnedNode(), ['e2e/make-demo.ts']) }
  // one more than there are processors, because the demo mostly waits for its jobs
  add(await runSteps([{ name: 'build of the web', run: buildWeb }, demo, ...checks], availableParallelism() + 1))
  add(await runSteps([bundleSize]))

  // The browser tests wait for much of their time; running the others beside them keeps the processors busy.
  heading('Unit, API and component tests, with the browser tests beside them')
  const browsers = runTests(
    ['@playwright/test/cli.js', 'test', '--config', 'e2e', '--reporter=list,json'],
    '.tmp/playwright.json',
    countPlaywright,
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, '.tmp', 'playwright.json') } },
  )
  add(
    await runTests(
      ['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=.tmp/vitest.json'],
      '.tmp/vitest.json',
      countVitest,
      { show: true },
    ),
  )

  heading('Browser tests')
  add(await browsers)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

function heading(text) {
  console.log(`\n${text}`)
}

/** Adds to the total, and prints output that was not shown yet. */
function add({ passed, failed, output = '' }) {
  if (output) console.log(output.trimEnd())
  total.passed += passed
  total.failed += failed
}

async function buildWeb() {
  let output = ''
  const ok = await ensureWebBuilt(async (args, cwd) => {
    const result = await run(pinnedNode(), args, { cwd })
    output = result.output
    return result.ok
  })
  return { ok, output }
}

/**
 * Runs a test runner and counts the results in its report. A runner that fails, or runs nothing, counts as a failure.
 * With `show` its output appears at once, otherwise it is returned with the counts.
 */
async function runTests([script, ...args], report, count, { show = false, env = {} }) {
  const file = join(root, report)
  mkdirSync(join(root, '.tmp'), { recursive: true })
  rmSync(file, { force: true })
  const { ok, output } = await run(pinnedNode(), [join('node_modules', script), ...args], { show, env })
  const { passed, failed, problem = '' } = countIn(file, count)
  const nothing = passed + failed === 0 ? 'no test ran' : ''
  const silentFailure = failed === 0 && (!ok || passed === 0)
  return { passed, failed: silentFailure ? 1 : failed, output: [output, problem, nothing].filter(Boolean).join('\n') }
}

function countIn(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return { passed: 0, failed: 0, problem: `${file} cannot be read: ${error.message}` }
  }
}

/** A file that fails before its tests start counts as one failure. */
function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  })
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}
