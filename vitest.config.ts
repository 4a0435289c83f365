import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than there are cores: each waits for the database now and then.
    maxWorkers: availableParallelism() + 1,
    projects: [
      '{server,web}/vitest.config.ts',
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], env: { TZ: 'UTC' } } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
  },
})
