import process from 'node:process'
import { readConfig } from './config.ts'
import { configError } from './start-errors.ts'

// A bad configuration is reported at once, before anything is loaded.
configError(() => readConfig(process.env, process.argv.slice(2)))

/**
 * Memory limits of V8 in MB. Without them V8 uses the memory of the machine before it collects garbage: of 560 MB after
 * an hour some 60 were in use. `execve` keeps process id, files and output.
 */
const heap = ['--max-semi-space-size=8', '--max-old-space-size=768']

const isSet =
  heap.every((flag) => process.execArgv.includes(flag)) || /max-old-space/.test(process.env.NODE_OPTIONS ?? '')
// execve would cut a channel to a parent process, such as that of `node --watch`
if (isSet || process.channel || !process.execve) await import('./start.ts')
else {
  const { execPath, execArgv, argv, env } = process
  process.execve(execPath, [execPath, ...execArgv, ...heap, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '2' })
}
