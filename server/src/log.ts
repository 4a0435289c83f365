import pino from 'pino'

/** Opens the log of the process: lines of JSON without personal data or secrets. */
export function openLog(level: string, stream?: pino.DestinationStream): pino.Logger {
  return pino({ level, base: null, serializers: { err: withoutData } }, stream)
}

/**
 * Returns an error without what people typed: PostgreSQL puts values into `detail` and `where`, and into the message
 * where a value is invalid; a parser quotes the text that it could not read.
 */
function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, routine } = error as Error &
    Partial<Record<'code' | 'constraint' | 'table' | 'routine', string>>
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  const quotes = error instanceof SyntaxError || /^(22|P0)/.test(code ?? '')
  return {
    type: error.constructor.name,
    ...(quotes ? {} : { message: error.message }),
    code,
    constraint,
    table,
    routine,
    stack: frames.join('\n'),
  }
}
