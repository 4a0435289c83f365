import { type Browser, chromium, type Page } from '@playwright/test'
import type { openProduct } from './in-process.ts'

/** A page of Chromium in which the admin of the product is signed in. */
export async function openPage({ app, session }: Awaited<ReturnType<typeof openProduct>>): Promise<{
  page: Page
  url: string
  close(): Promise<void>
}> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  const context = await browser.newContext({ locale: 'de-CH', viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'session', value: session, url }])
  return { page: await context.newPage(), url, close: () => browser.close() }
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })
