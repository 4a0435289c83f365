import { decodeText } from './decode-text.ts'

const mostBytes = 200_000

/** Loads the beginning of a text file; `shortened` is true if there is more. */
export async function readText(url: string, signal: AbortSignal): Promise<{ text: string; shortened: boolean }> {
  const answer = await fetch(url, { headers: { range: `bytes=0-${mostBytes - 1}` }, signal })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  const whole = Number(answer.headers.get('content-range')?.split('/')[1] ?? 0)
  return { text: decodeText(new Uint8Array(await answer.arrayBuffer())), shortened: whole > mostBytes }
}
