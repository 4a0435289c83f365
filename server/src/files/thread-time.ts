import type { Worker } from 'node:worker_threads'

const lookMs = 1000
/** However busy the machine is. */
const longestMs = 120_000

/**
 * Calls `onOver` once, when `worker` has worked for `mostMs` of processor time. Counted from a second after this call.
 * By the clock the same file would be readable on a machine at rest and not on a busy one. Answers how to end the watch.
 */
export function watchTime(worker: Worker, mostMs: number, onOver: () => void): () => void {
  const end = performance.now() + longestMs
  let before: NodeJS.CpuUsage | undefined
  const timer = setInterval(async () => {
    if (performance.now() > end) return over()
    // A thread that has come to its end is the business of whoever waits for it.
    const usage = await worker.cpuUsage().catch(() => undefined)
    if (!usage) return
    before ??= usage
    if (usage.user + usage.system - before.user - before.system > mostMs * 1000) over()
  }, lookMs)
  const stop = () => clearInterval(timer)
  const over = () => {
    if (!isOver) onOver()
    isOver = true
    stop()
  }
  let isOver = false
  return () => {
    isOver = true
    stop()
  }
}
