import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepTestsInMemory } from './server/test/test-folder.ts'

keepTestsInMemory()

/** They take longest, or wait for processes that end: begun first, they are not what the others wait for at the end. */
const slow = /\/(told-reads|crash|kill|process|search|runner|engine|outbox|start|hostile-text|two-readers)\.test\.ts$/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    // More than there are cores: each waits now and then, for the database or for a process that starts.
    maxWorkers: availableParallelism() + 1,
    // The product of the screens and its database are stopped in order, however busy the machine is.
    teardownTimeout: 180_000,
    sequence: { sequencer: SlowFirst },
    projects: [
      '{server,web,e2e/screens}/vitest.config.ts',
      'web/vitest.node.config.ts',
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], env: { TZ: 'UTC' }, testTimeout: 30_000 } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 30_000 } },
    ],
  },
})
