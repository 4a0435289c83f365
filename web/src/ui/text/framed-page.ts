import latin from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url'
import { useQuery } from '@tanstack/react-query'
import { pageNonce } from '../../theme/page-nonce.ts'
import { font } from '../../theme/tokens.ts'
import { asData } from '../files/as-data.ts'

// A long word widens its column; in a cell that is alone in its row, which is often the whole page, it breaks. Otherwise
// a column beside a wide one would be a single letter wide.
const base = `body{font:14px/1.5 ${font};color:#222;background:#fff;margin:12px;overflow-wrap:anywhere}img{max-width:100%;height:auto}blockquote{margin:0 0 0 8px;padding-left:12px;border-left:2px solid #ccc;color:#555}table{max-width:100%}:is(td,th):not(:only-child){overflow-wrap:break-word}pre{white-space:pre-wrap}`

/**
 * Returns the font as a data URL, for a sandboxed frame that may not load it from our origin. Undefined while loading;
 * the frame then uses a system font of similar width.
 */
export function useFrameLetters(): string | undefined {
  return useQuery({
    queryKey: ['frame letters'],
    queryFn: async ({ signal }) => asData(await (await fetch(latin, { signal })).blob()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  }).data
}

/**
 * Returns the document for a sandboxed frame, which runs no scripts and loads nothing. It inherits our content security
 * policy, so its style sheet carries our nonce.
 */
export function framedPage(html: string, letters: string | undefined, rules = ''): string {
  const nonce = pageNonce()
  const policy = `default-src 'none'; img-src data:; font-src data:; style-src 'nonce-${nonce}'`
  const typeface = letters ? `@font-face{font-family:"IBM Plex Sans";font-weight:100 700;src:url("${letters}")}` : ''
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><base target="_blank"><style nonce="${nonce}">${typeface}${base}${rules}</style>${html}`
}
