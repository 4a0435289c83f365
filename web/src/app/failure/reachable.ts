const patienceMs = 5000

/** Returns whether the server answers: reloading without a server would show the error page of the browser. */
export async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    // a proxy answers 5xx for an unreachable server
    return status < 500
  } catch {
    return false
  }
}
