import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { urlOf } from '#contract/endpoint'
import { type Address, firstReads, type Read } from '#contract/first-reads'
import { languageKey } from '#contract/limits'
import { firstMails } from '#contract/mail/first-mails'
import { allows, type Permission } from '#contract/permissions'
import { type ScreenName, screens } from '#contract/routes'
import { authApi, userApi } from '#contract/users/users'

interface ScreenFiles {
  readonly files: readonly string[]
  /** Files of texts, by language. */
  readonly texts: readonly Readonly<Record<string, readonly string[]>>[]
}

/**
 * Returns markup for the head of a page that preloads what its screen needs first, so that the browser fetches all of
 * it at once; only what the visitor may read.
 */
export type PageHead = (address: string, held: ReadonlySet<Permission> | null) => string

const readsOf: typeof firstReads = { ...firstReads, ...firstMails }

/** The first reads of every screen; `session` also finds out that nobody is signed in. */
const session: Read = { endpoint: authApi.me, input: {} }
const preferences: Read = { endpoint: userApi.tablePreferences, input: {} }

/** Reads the list of screens that the build wrote; `nonce` is a placeholder, replaced when a page is answered. */
export async function readPageHead(dist: string, nonce: string): Promise<PageHead> {
  const written = await readFile(path.join(dist, '.vite/screens.json'), 'utf8').catch(() => null)
  if (written === null) return () => ''
  const files = JSON.parse(written) as Partial<Record<ScreenName, ScreenFiles>>
  const link = (attributes: string, file: string) => `<link ${attributes} crossorigin href="/${file}" nonce="${nonce}">`
  return (address, held) => {
    const found = screenAt(address)
    const needed = found && files[besideMails.test(found.screen) ? 'emails' : found.screen]
    if (!needed) return ''
    const [styles, scripts] = [true, false].map((is) => needed.files.filter((file) => file.endsWith('.css') === is))
    const ofScreen = (readsOf[found.screen]?.(found.address) ?? []).filter(isWellAsked)
    const mayRead = ({ endpoint }: Read) => allows(endpoint.allow, held)
    const reads = [session, ...[preferences, ...ofScreen].filter(mayRead)].map(asked)
    return [
      ...(scripts ?? []).map((file) => link('rel="modulepreload"', file)),
      // the browser finds these links before the script runs, which uses the answers
      ...reads.flatMap(({ url, body, kept }) =>
        body || kept ? [] : link('rel="preload" as="fetch"', inMarkup(url.slice(1))),
      ),
      `<script nonce="${nonce}">${beginning(needed.texts, reads)}</script>`,
      // a script waits for stylesheets that stand before it
      ...(styles ?? []).map((file) => link('rel="stylesheet"', file)),
    ].join('')
  }
}

interface Asked {
  readonly url: string
  readonly body?: string
  readonly kept?: string
}

const asked = ({ endpoint, input: { params, query, body }, kept }: Read): Asked => ({
  url: urlOf(endpoint, params, query),
  ...(kept === undefined ? {} : { kept }),
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

/** Whether the input of a read is valid: an address may contain anything. */
const isWellAsked = ({ endpoint, input: { params = {}, query = {} } }: Read) =>
  endpoint.params.safeParse(params).success && endpoint.query.safeParse(query).success

const inMarkup = (url: string) => url.replaceAll('&', '&amp;')

/**
 * Returns the script that begins the reads. Only the browser knows the chosen language and how a list was left.
 * `api/client.ts` takes the answers. The first Intl.DateTimeFormat takes a browser some 20 ms, even where it is the
 * first NumberFormat or Collator: the script makes one while the code is loading.
 */
const beginning = (texts: ScreenFiles['texts'], reads: readonly Asked[]) => `{
const kept=(name,...storages)=>{for(const storage of storages)try{const text=globalThis[storage].getItem(name);if(text!==null)return text}catch{}}
const language=kept(${JSON.stringify(languageKey)},'localStorage')
const asLeft=(url,query)=>query===undefined?url:url.split('?')[0]+(query&&'?'+query)
for(const texts of ${JSON.stringify(texts)})for(const file of texts[language]??texts.DE)
document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',crossOrigin:'',href:'/'+file}))
globalThis.begun=new Map(${JSON.stringify(reads).replaceAll('<', '\\u003c')}.map((read)=>{const{body=''}=read,url=read.kept?asLeft(read.url,kept(read.kept,'sessionStorage','localStorage')):read.url
return[url+body,fetch(url,body?{method:'POST',body,headers:{'content-type':'application/json'}}:{})]}))
for(const answer of begun.values())answer.catch(()=>{})
globalThis.requestIdleCallback?.(()=>new Intl.DateTimeFormat('sv-SE'))
}`

const byPath = (Object.keys(screens) as ScreenName[]).map((name) => {
  const pattern = screens[name].path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')
  return { name, pattern: new RegExp(`^${pattern}/?$`) }
})

/** Screens that open beside the list of messages preload the same as the list. */
const besideMails = /^email(OfOwner|Comment)?$/

/** Returns the screen of an address. */
function screenAt(address: string): { screen: ScreenName; address: Address } | undefined {
  const [path = '', ...search] = address.split('?')
  for (const { name, pattern } of byPath) {
    const named = name !== 'login' && pattern.exec(path)
    if (named) return { screen: name, address: { ...paramsIn(search.join('?')), ...named.groups } }
  }
  return undefined
}

const paramsIn = (search: string) => Object.fromEntries(new URLSearchParams(search))
