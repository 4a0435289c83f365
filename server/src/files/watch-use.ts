import { readFile } from 'node:fs/promises'

const lookMs = 200
/** Upper limit of elapsed time in milliseconds, however little processor time was used. */
const longestMs = 120_000

/** Unit in which the system counts processor time. */
const ticksPerSecond = 100

interface Use {
  readonly processorMs: number
  readonly megabytes: number
}

/**
 * Calls `onOver` once, when a process has used too much processor time or memory. The limit is not elapsed time,
 * because the same file would then be readable on an idle machine and not on a busy one. Returns a function that ends
 * the watch.
 */
export function watchUse(pid: number, most: Use, onOver: () => void): () => void {
  const end = performance.now() + longestMs
  let isWatched = true
  // Counted from the first look, because a reader may have answered earlier requests. Most files are read before it.
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

/** Returns what /proc says; undefined for a process that has ended. */
async function useOf(pid: number): Promise<Use | undefined> {
  try {
    const [stat, status] = await Promise.all(['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')))
    // The fields follow the name of the program, which may contain anything.
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
