import { pathOf } from '#contract/endpoint'
import { emailApi } from '#contract/mail/inbox'
import { asData } from '../../../ui/files/as-data.ts'
import { framedPage } from '../../../ui/text/framed-page.ts'

type Pictures = ReadonlyMap<string, string>

/**
 * Returns the document for the frame. The content security policy forbids style attributes, so each becomes a class in
 * the one style sheet. Pictures are data URLs, because the frame has no session.
 */
export function framedMail(html: string, pictures: Pictures, letters: string | undefined): string {
  const mail = parsed(html)
  const rules: string[] = []
  const classes = new Map<string, string>()
  for (const element of mail.querySelectorAll(`[${laidAside}]`)) {
    const style = element.getAttribute(laidAside) ?? ''
    element.removeAttribute(laidAside)
    if (/[{}<>@\\]/.test(style)) continue
    const name = classes.get(style) ?? `s${classes.size}`
    if (!classes.has(style)) rules.push(`.${name}{${style}}`)
    classes.set(style, name)
    element.classList.add(name)
  }
  for (const picture of mail.querySelectorAll('img')) {
    const data = pictures.get(keyOf(picture) ?? '')
    if (data) picture.src = data
    else if (!picture.getAttribute('src')?.startsWith('data:')) picture.removeAttribute('src')
  }
  return framedPage(mail.body.innerHTML, letters, rules.join(''))
}

const laidAside = 'data-style'

/** Parses the sanitised HTML with styles renamed: the content security policy applies to documents parsed here. */
const parsed = (html: string) =>
  new DOMParser().parseFromString(
    html.replace(/<[^<>]+>/g, (tag) => tag.replace(/\sstyle="/g, ` ${laidAside}="`)),
    'text/html',
  )

/** Returns the key of a picture: its index among the external ones, or its URL on this server. */
function keyOf(picture: Element): string | null {
  return picture.getAttribute('data-blocked') ?? picture.getAttribute('src')
}

/** Loads the embedded pictures and, with `remote`, the external ones, as data URLs by key. */
export async function loadPictures(
  emailId: string,
  html: string,
  remote: boolean,
  signal: AbortSignal,
): Promise<Pictures> {
  const mail = parsed(html)
  const wanted = new Map<string, string>()
  for (const picture of mail.querySelectorAll('img')) {
    const blocked = picture.getAttribute('data-blocked')
    const src = picture.getAttribute('src') ?? ''
    if (src.startsWith('/api/emails/')) wanted.set(src, `${src}?isPreview=true`)
    else if (blocked !== null && remote) {
      wanted.set(blocked, pathOf(emailApi.picture, { id: emailId, number: blocked }))
    }
  }
  const loaded = await Promise.all([...wanted].map(async ([key, url]) => [key, await pictureAt(url, signal)] as const))
  return new Map(loaded.flatMap(([key, data]) => (data ? [[key, data] as const] : [])))
}

/** Loads a picture; null on failure, which shows the alternative text. */
async function pictureAt(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal })
    const content = answer.ok ? await answer.blob() : null
    return content && /^image\/(png|jpeg|gif|webp)$/.test(content.type) ? await asData(content) : null
  } catch {
    return null
  }
}

const lineHeight = 21
const lineLength = 90

/** Estimates the height of the content in pixels, within limits. */
export function frameHeight(text: string, html: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0)
  const pictures = html.match(/<img\b[^<>]*\ssrc=/g)?.length ?? 0
  const tables = html.match(/<td\b/g)?.length ?? 0
  return Math.round(Math.min(640, Math.max(140, 60 + lines * lineHeight + pictures * 120 + tables * 8)))
}
