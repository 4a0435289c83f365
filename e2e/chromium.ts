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
    // fake microphone that beeps
    '--use-fake-device-for-media-stream',
    ...more,
  ],
})

/** Pages of tests are closed before code of V8's last, most expensive compiler would pay off. */
const shortLived = '--js-flags=--no-turbofan'
/**
 * All pages share one renderer process, so the code is read once. Site isolation has to be off for that: with it, a new
 * empty page gets a process of its own.
 */
const oneProcess = ['--renderer-process-limit=1', '--disable-site-isolation-trials']

/** Chromium without a browser window, which saves a third of the work; it cannot record sound. */
export const shellOfChromium = chromium('chromium-headless-shell', shortLived, ...oneProcess)
export const wholeChromium = chromium('chromium')
