// npm run bench -- [name …] [--rows N]: measures the product against its limits. Without names, every
// server/bench/*.bench.ts. --rows is the number of contacts.
import { fork, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureWebBuilt } from './build-web.mjs'
import { measureFirstLoads } from './bundle-size.mjs'
import { filesBelow, root } from './files.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedEnv, pinnedNode } from './pinned-node.mjs'

ensureInstalled()
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' } },
})
if (options.rows) process.env.BENCH_ROWS = options.rows
const files = filesBelow(['server/bench'], /\.bench\.ts$/).filter((file) => {
  return names.length === 0 || names.includes(basename(file, '.bench.ts'))
})
const figures = []
let broken = false
const buildWeb = () =>
  ensureWebBuilt((args, cwd) => {
    return spawnSync(pinnedNode(), args, { cwd, stdio: 'inherit', env: pinnedEnv() }).status === 0
  })
// these benchmarks open the built web in a browser
if (files.some((file) => ['scrolling.bench.ts', 'board-screen.bench.ts', 'screens.bench.ts'].includes(basename(file))))
  broken = !(await buildWeb())

for (const file of files) {
  console.log(`\n${basename(file, '.bench.ts')}`)
  const { code, measured } = await runBench(file)
  figures.push(...measured)
  if (code !== 0 || measured.length === 0) {
    console.log(`${file} ended with ${code} and measured ${measured.length} figures`)
    broken = true
  }
}
if (names.length === 0 || names.includes('bundle')) figures.push(...(await bundleFigures()))

const unknown = names.filter((name) => name !== 'bundle' && !files.some((file) => basename(file, '.bench.ts') === name))
if (unknown.length > 0) console.error(`There is no server/bench/${unknown[0]}.bench.ts`)
mkdirSync(join(root, '.tmp'), { recursive: true })
writeFileSync(join(root, '.tmp', 'bench.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
printTable(figures)
const ok = figures.length > 0 && figures.every((figure) => figure.ok) && !broken && unknown.length === 0
process.exitCode = ok ? 0 : 1

function runBench(file) {
  return new Promise((resolve) => {
    const measured = []
    const child = fork(join(root, file), {
      cwd: root,
      execPath: pinnedNode(),
      env: pinnedEnv({ NODE_ENV: 'production' }),
    })
    child.on('message', (figure) => measured.push(figure))
    child.on('close', (code, signal) => resolve({ code: code ?? signal, measured }))
  })
}

async function bundleFigures() {
  if (!(await buildWeb())) return [{ name: 'build of the web', value: 'failed', limit: '', ok: false, numbers: {} }]
  return measureFirstLoads().map(({ page, gzip, brotli, limit, ok }) => ({
    name: `first load of ${page}`,
    value: `${gzip.toFixed(1)} kB by gzip, ${brotli.toFixed(1)} kB by brotli`,
    limit: `≤ ${limit} kB`,
    ok,
    numbers: { gzip, brotli },
  }))
}

function printTable(rows) {
  const head = ['figure', 'measured', 'ratio', 'limit', 'ok']
  const cells = rows.map(({ name, value, ratio, limit, ok }) => {
    return [name, value, ratio === undefined ? '' : ratio.toFixed(2), limit, ok ? 'ok' : 'BROKEN']
  })
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => row[column].length)))
  console.log()
  for (const row of [head, ...cells]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  }
}
