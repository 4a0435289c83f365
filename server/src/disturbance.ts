interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

/** Says once that something is disturbed, however many find out, and once that it goes on. */
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
