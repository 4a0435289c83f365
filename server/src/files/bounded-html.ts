import sanitizeHtml from 'sanitize-html'

interface Bounds {
  readonly tags: number
  /** Elements within elements: the parser takes the square of it. */
  readonly depth: number
}

/** The only way in which HTML is cleaned here. Null when it is more than can be cleaned in good time. */
export function boundedHtml(html: string, options: sanitizeHtml.IOptions, { tags, depth }: Bounds): string | null {
  if (countTags(html) > tags) return null
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

function countTags(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count++
  return count
}
