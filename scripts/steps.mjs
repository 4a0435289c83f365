import { spawn } from 'node:child_process'
import { root } from './files.mjs'
import { pinnedEnv } from './pinned-node.mjs'

/** Runs a program to its end; with `show` its output appears at once, otherwise it is returned. */
export function run(program, args, { cwd = root, env = {}, show = false } = {}) {
  return new Promise((resolve) => {
    const output = []
    const child = spawn(program, args, {
      cwd,
      env: pinnedEnv(env),
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString() }))
  })
}

/**
 * Runs the steps, `atOnce` at a time, and prints a line for each, with its output where it failed. A step has a name
 * and a function that returns `{ok, output}`. Returns how many passed and failed.
 */
export async function runSteps(steps, atOnce = 1) {
  const waiting = [...steps]
  const count = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now()
      const { ok, output } = await step.run()
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${ok ? 'ok    ' : 'FAILED'}  ${step.name}  ${seconds} s`)
      if (!ok) console.log(output.trimEnd().replace(/^/gm, '    '))
      count[ok ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return count
}
