import { readFile } from 'node:fs/promises'

const lookMs = 200
/** However little it works. */
const longestMs = 120_000

/** Of what the system counts, so much a second. */
const ticksPerSecond = 100

interface Use {
  readonly processorMs: number
  readonly megabytes: number
}

/**
 * Calls `onOver` once, when a process has worked for so much processor time, or holds so much memory. By the
 * clock the same file would be readable on a machine at rest and not on a busy one. Answers how to end the watch.
 */
export function watchUse(pid: number, most: Use, onOver: () => void): () => void {
  const end = performance.now() + longestMs
  let isWatched = true
  // Counted from the first look, because most has been read by then.
  let before: number | undefined
  const timer = setInterval(async () => {
    const now = await useOf(pid)
    before ??= now?.processorMs
    const isTooMuch = now && (now.processorMs - (before ?? 0) > most.processorMs || now.megabytes > most.megabytes)
    if (!isWatched || !(isTooMuch || performance.now() > end)) return
    stop()
    onOver()
  }, lookMs)
  const stop = () => {
    isWatched = false
    clearInterval(timer)
  }
  return stop
}

/** As the system says it; undefined for one that has ended. */
async function useOf(pid: number): Promise<Use | undefined> {
  try {
    const [stat, status] = await Promise.all(['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')))
    // Behind the name of the program, which may hold anything.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1]
    return {
      processorMs: ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000,
      megabytes: Number(resident ?? 0) / 1024,
    }
  } catch {
    return undefined
  }
}
