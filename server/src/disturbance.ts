interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

/** Logs once that something is disturbed, however often that is reported, and once that it works again. */
export function openDisturbance(log: Log, what: string) {
  let disturbed = false
  return {
    begun(error: unknown): void {
      if (!disturbed) log.error({ err: error }, `${what} is disturbed`)
      disturbed = true
    },
    over(): void {
      if (disturbed) log.info({}, `${what} goes on`)
      disturbed = false
    },
  }
}
