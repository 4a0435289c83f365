import process from 'node:process'
import { readConfig } from './config.ts'
import { configError } from './start-errors.ts'

// Told at once, before anything is loaded.
configError(() => readConfig(process.env, process.argv.slice(2)))

/**
 * What V8 may take for its heap, in MB. Left alone it takes what the machine has before it clears up: of 560 MB after an
 * hour's work some 60 were in use. Started again, the process keeps its id, its files and its output.
 */
const heap = ['--max-semi-space-size=8', '--max-old-space-size=768']

const isSet =
  heap.every((flag) => process.execArgv.includes(flag)) || /max-old-space/.test(process.env.NODE_OPTIONS ?? '')
// a channel to a parent process, as of `node --watch`, would be lost
if (isSet || process.channel || !process.execve) await import('./start.ts')
else {
  const { execPath, execArgv, argv, env } = process
  process.execve(execPath, [execPath, ...execArgv, ...heap, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '2' })
}
