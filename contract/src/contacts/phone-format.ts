/** Grouping of national numbers by country prefix: a pattern, then the digits per group. */
const groups: Record<string, readonly [RegExp, readonly number[]][]> = {
  41: [
    // freephone and premium-rate numbers: 0800 555 010
    [/^(80|84|87|90)\d{7}$/, [3, 3, 3]],
    [/^\d{9}$/, [2, 3, 2, 2]],
  ],
  49: [
    [/^1[567]/, [3, 4, 4]],
    [/^(30|40|69|89)/, [2, 4, 4]],
    [/^/, [3, 4, 4]],
  ],
  43: [
    [/^6/, [3, 3, 4]],
    [/^1/, [1, 3, 4]],
    [/^/, [3, 3, 4]],
  ],
  33: [[/^\d{9}$/, [1, 2, 2, 2, 2]]],
}

/**
 * Returns a Swiss number in national notation (079 555 01 02), and all others with their prefix (+49 151 2345 6789).
 */
export function formatPhone(number: string): string {
  const [, prefix = '', rest = ''] = /^\+(41|49|43|33)(\d{4,})$/.exec(number) ?? []
  if (prefix === '') return number
  const sizes = groups[prefix]?.find(([pattern]) => pattern.test(rest))?.[1]
  if (!sizes) return `+${prefix} ${rest}`
  const grouped = inGroups(rest, sizes)
  return prefix === '41' ? `0${grouped}` : `+${prefix} ${grouped}`
}

function inGroups(digits: string, sizes: readonly number[]): string {
  const parts: string[] = []
  let at = 0
  for (const size of sizes) {
    if (at < digits.length) parts.push(digits.slice(at, at + size))
    at += size
  }
  // digits beyond the usual length join the last group
  if (at < digits.length) parts.push(`${parts.pop() ?? ''}${digits.slice(at)}`)
  return parts.join(' ')
}
