export function useStalePart<Values extends object>(_fields?: unknown) {
  return async (_error: unknown, _values: Values): Promise<{ values: Values; version: number } | undefined> => undefined
}
