/**
 * Makes a table in which words that strangers write are looked up. An object would also find what every object inherits,
 * such as `constructor`.
 */
export const lookupTable = <T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(entries))
