import sanitizeHtml from 'sanitize-html'

interface Bounds {
  readonly tags: number
  /** Nesting depth of elements; the parser's time grows with its square. */
  readonly depth: number
  readonly attributes?: number
  readonly entities?: number
}

/** Cleans HTML; the only function that does. Returns null for more than can be cleaned in reasonable time. */
export function boundedHtml(
  html: string,
  options: sanitizeHtml.IOptions,
  { tags, depth, attributes = Infinity, entities = Infinity }: Bounds,
): string | null {
  if (hasMore(html, '<', tags) || hasMore(html, '=', attributes) || hasMore(html, '&', entities)) return null
  let open = 0
  try {
    return sanitizeHtml(html, {
      ...options,
      onOpenTag: () => {
        open += 1
        if (open > depth) throw tooDeep
      },
      onCloseTag: () => {
        open -= 1
      },
    })
  } catch (error) {
    if (error === tooDeep) return null
    throw error
  }
}

const tooDeep = new Error('too many elements within elements')

function hasMore(html: string, sign: string, most: number): boolean {
  let count = 0
  for (let at = html.indexOf(sign); at >= 0 && count <= most; at = html.indexOf(sign, at + 1)) count++
  return count > most
}
