/** Waits for the first row, so that an earlier error becomes an answer with its reason instead of a truncated file. */
export async function begun<T>(rows: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await rows.next()
  return all(first, rows)
}

async function* all<T>(first: IteratorResult<T>, rows: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rows
}
