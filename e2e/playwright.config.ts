import { defineConfig } from '@playwright/test'
import { keepTestsInMemory } from '../server/test/test-folder.ts'

keepTestsInMemory()

const isRoot = process.getuid?.() === 0
const chromium = (program: string, ...more: string[]) => ({
  executablePath: process.env.CHROMIUM_BIN ?? `/usr/bin/${program}`,
  args: [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A microphone that beeps.
    '--use-fake-device-for-media-stream',
    ...more,
  ],
})

const withSound = 'voice-memos.spec.ts'

/** A page of a test does not live long enough for its code to be worth the last and dearest of V8's compilers. */
const shortLived = '--js-flags=--no-turbofan'
/** All pages share one process, which reads the code once: a process for each, and one kept ready, is for pages of strangers. */
const oneProcess = '--renderer-process-limit=1'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './demo-first.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Patience on a busy machine: `npm test` runs all other tests beside these.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
  },
  // The shell draws no window around a page, which takes a third of the work; but it has no recorder of sound.
  projects: [
    {
      name: 'shell',
      testIgnore: withSound,
      use: { launchOptions: chromium('chromium-headless-shell', shortLived, oneProcess) },
    },
    { name: 'whole', testMatch: withSound, use: { launchOptions: chromium('chromium') } },
  ],
})
