import { writeSync } from 'node:fs'
import process from 'node:process'

// Loaded into the process of the product before the product itself (memory.bench.ts): SIGUSR2 makes it say what it holds.
process.on('SIGUSR2', () => {
  writeSync(process.stdout.fd, `memory ${JSON.stringify(process.memoryUsage())}\n`)
})
