const patienceMs = 5000

/** Whether the server answers: a page that is reloaded without it would be the browser's own, with an error. */
export async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    // a proxy answers for a server that is away
    return status < 500
  } catch {
    return false
  }
}
