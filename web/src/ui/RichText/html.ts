import DOMPurify from 'dompurify'
import { parsePlaceholder, placeholderPattern } from '#contract/lists/placeholders'

/** Returns sanitised HTML as a detached fragment. Styles are set as properties: the security policy allows that. */
export function cleanFragment(html: string): DocumentFragment {
  const inert = html.replace(/(<[^<>]*\s)style=/g, '$1data-style=')
  const fragment = DOMPurify.sanitize(inert, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['data-style'] })
  for (const element of fragment.querySelectorAll<HTMLElement>('[data-style]')) {
    const alignment = /text-align:\s*(left|right|center|justify)/.exec(element.dataset.style ?? '')?.[1]
    element.removeAttribute('data-style')
    if (alignment) element.style.textAlign = alignment
  }
  return fragment
}

/** Converts HTML with `{{…}}` for the editor: each placeholder becomes an element. */
export function forEditor(html: string): HTMLElement {
  const place = document.createElement('div')
  place.append(cleanFragment(html))
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) if (text.data.includes('{{')) text.replaceWith(...withChips(text.data))
  return place
}

function withChips(text: string): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = []
  let from = 0
  for (const match of text.matchAll(placeholderPattern)) {
    const [written, inner = ''] = match
    if (typeof parsePlaceholder(inner) === 'string') continue
    parts.push(text.slice(from, match.index), chip(inner))
    from = match.index + written.length
  }
  return [...parts, text.slice(from)]
}

function chip(inner: string): HTMLElement {
  const element = document.createElement('span')
  element.dataset.placeholder = inner
  return element
}

/** Converts the HTML of the editor back: placeholder elements become `{{…}}`. */
export const fromEditor = (html: string) => html.replace(/<span data-placeholder="[^"]*">([^<]*)<\/span>/g, '$1')
