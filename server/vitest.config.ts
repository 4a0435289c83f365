import { defineConfig } from 'vitest/config'

process.env.TZ = 'UTC'

export default defineConfig({
  test: {
    name: 'server',
    include: ['**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    // What the files import is read once for each worker: they share no state but through their own databases.
    isolate: false,
    // The product is read by Node itself, as when it runs, which keeps what it has compiled.
    server: { deps: { external: [/\/(contract|server)\/src\/(?!.*\.test\.ts)/] } },
    execArgv: ['--max-semi-space-size=64'],
    env: { TZ: 'UTC' },
    // Patience on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
