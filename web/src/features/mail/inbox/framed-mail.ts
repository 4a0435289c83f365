import { pathOf } from '#contract/endpoint'
import { emailApi } from '#contract/mail/inbox'
import { pageNonce } from '../../../theme/page-nonce.ts'
import { font } from '../../../theme/tokens.ts'

type Pictures = ReadonlyMap<string, string>

const base = `body{font:14px/1.5 ${font};color:#222;background:#fff;margin:12px;overflow-wrap:anywhere}img{max-width:100%;height:auto}blockquote{margin:0 0 0 8px;padding-left:12px;border-left:2px solid #ccc;color:#555}table{max-width:100%}pre{white-space:pre-wrap}`

/**
 * The page in the frame. It is under the policy of ours as well, which allows no style in an attribute: each becomes a
 * class of the one style sheet that carries the nonce. Pictures stand in it as data, because the frame has no session.
 */
export function framedMail(html: string, pictures: Pictures): string {
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
  const nonce = pageNonce()
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'`
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><base target="_blank"><style nonce="${nonce}">${base}${rules.join('')}</style>${mail.body.innerHTML}`
}

const laidAside = 'data-style'

/** The clean HTML of the server, whose styles are laid aside: a document that is parsed here is under our policy too. */
const parsed = (html: string) =>
  new DOMParser().parseFromString(
    html.replace(/<[^<>]+>/g, (tag) => tag.replace(/\sstyle="/g, ` ${laidAside}="`)),
    'text/html',
  )

/** What a picture is known by: its place among those from elsewhere, or its address here. */
function keyOf(picture: Element): string | null {
  return picture.getAttribute('data-blocked') ?? picture.getAttribute('src')
}

/** The pictures of the message itself, and with `remote` those from elsewhere, as data by what they are known by. */
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
  const loaded = await Promise.all([...wanted].map(async ([key, url]) => [key, await asData(url, signal)] as const))
  return new Map(loaded.flatMap(([key, data]) => (data ? [[key, data] as const] : [])))
}

/** Null for a picture that cannot be had: its place says what it shows. */
async function asData(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal })
    const content = answer.ok ? await answer.blob() : null
    if (!content || !/^image\/(png|jpeg|gif|webp)$/.test(content.type)) return null
    return await new Promise((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
      reader.onerror = () => resolve(null)
      reader.readAsDataURL(content)
    })
  } catch {
    return null
  }
}

const lineHeight = 21
const lineLength = 90

/** About as high as its text, within what a screen holds. */
export function frameHeight(text: string, html: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0)
  const pictures = html.match(/<img\b[^<>]*\ssrc=/g)?.length ?? 0
  const tables = html.match(/<td\b/g)?.length ?? 0
  return Math.round(Math.min(640, Math.max(140, 60 + lines * lineHeight + pictures * 120 + tables * 8)))
}
