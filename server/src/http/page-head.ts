import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { languageKey } from '#contract/limits'
import { type ScreenName, screens } from '#contract/routes'
import { authApi, userApi } from '#contract/users/users'

interface ScreenFiles {
  readonly files: readonly string[]
  /** By language. */
  readonly texts: readonly Readonly<Record<string, readonly string[]>>[]
}

/** What the page of an address says of all that its screen begins with, so that a browser waits for nothing in turn. */
export type PageHead = (address: string) => string

/** Asked for at once; `api/client.ts` takes the answers. */
const session = [authApi.me.path, userApi.tablePreferences.path]

/** Reads what the build wrote of its screens; `nonce` is put in when a page is answered. */
export async function readPageHead(dist: string, nonce: string): Promise<PageHead> {
  const written = await readFile(path.join(dist, '.vite/screens.json'), 'utf8').catch(() => null)
  if (written === null) return () => ''
  const files = JSON.parse(written) as Partial<Record<ScreenName, ScreenFiles>>
  return (address) => {
    const screen = screenAt(address.split('?')[0] ?? '')
    const needed = screen && files[screen]
    if (!needed) return ''
    return `<script nonce="${nonce}">${beginning(needed.texts)}</script>${needed.files.map(linkTo(nonce)).join('')}`
  }
}

const linkTo = (nonce: string) => (file: string) =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}" nonce="${nonce}">`

/** Only the browser knows which language was chosen. */
const beginning = (texts: ScreenFiles['texts']) => `{
let language;try{language=localStorage.getItem(${JSON.stringify(languageKey)})}catch{}
for(const texts of ${JSON.stringify(texts)})for(const file of texts[language]??texts.DE)
document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',crossOrigin:'',href:'/'+file}))
globalThis.begun=new Map(${JSON.stringify(session)}.map((path)=>[path,fetch(path)]))
for(const answer of begun.values())answer.catch(()=>{})
}`

const byPath = (Object.keys(screens) as ScreenName[]).map((name) => {
  const pattern = screens[name].path.replace(/\$\w+/g, '[^/]+')
  return { name, pattern: new RegExp(`^${pattern}/?$`) }
})

/** The screen of a path; what is opened beside a list begins as the list does. */
function screenAt(path: string): ScreenName | undefined {
  if (path.startsWith(`${screens.emails.path}/`)) return 'emails'
  return byPath.find(({ name, pattern }) => name !== 'login' && pattern.test(path))?.name
}
