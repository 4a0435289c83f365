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

/** A page of a test does not live long enough for its code to be worth the last and dearest of V8's compilers. */
const shortLived = '--js-flags=--no-turbofan'
/**
 * All pages share one process, which reads the code once: a process for each, and one kept ready, is for pages of strangers. As
 * long as sites are isolated from each other, a page that is still empty shares with none.
 */
const oneProcess = ['--renderer-process-limit=1', '--disable-site-isolation-trials']

/** Draws no window around a page, which takes a third of the work; but it has no recorder of sound. */
export const shellOfChromium = chromium('chromium-headless-shell', shortLived, ...oneProcess)
export const wholeChromium = chromium('chromium')
