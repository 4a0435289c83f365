import type { Language } from '#contract/limits'
import { currentLanguage } from '../i18n/i18n.ts'
import { idle } from './idle.ts'

/** Milliseconds of delay, so that the first screen is complete. */
const beginMs = 10_000

/**
 * Fetches all remaining code and texts, one after the other, so that they are available without a network. Returns a
 * function that stops it.
 */
export function fetchRest(): () => void {
  let isOver = false
  const timer = setTimeout(() => void fetchAll(() => isOver).catch(() => undefined), beginMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function fetchAll(isOver: () => boolean): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  await idle()
  if (isOver()) return
  const files = (await (await fetch('/rest.json')).json()) as Record<'all' | Language, string[]>
  for (const file of [...files.all, ...files[currentLanguage()]]) {
    await idle()
    if (isOver() || !navigator.onLine) return
    const answer = await fetch(file, { priority: 'low' })
    await answer.arrayBuffer()
  }
}
