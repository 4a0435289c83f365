import { knownFieldNames, placeholderPattern } from '#contract/lists/placeholders'

type LabelOf = (inner: string) => string

/** Replaces placeholders by their names in brackets. */
export const readable = (text: string, labelOf: LabelOf): string =>
  text.replace(placeholderPattern, (_, inner: string) => `[${labelOf(inner)}]`)

/** Converts bracketed names back to placeholders: known fields, and the placeholders in `before`. */
export function written(text: string, before: string, labelOf: LabelOf): string {
  const inners = [...knownFieldNames, ...[...before.matchAll(placeholderPattern)].map(([, inner = '']) => inner)]
  const byLabel = new Map(inners.map((inner) => [labelOf(inner), inner]))
  return text.replace(/\[([^[\]]+)\]/g, (whole, label: string) => {
    const inner = byLabel.get(label)
    return inner === undefined ? whole : `{{${inner}}}`
  })
}
