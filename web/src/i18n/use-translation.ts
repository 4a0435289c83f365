import i18next, { type TFunction } from 'i18next'
import { createContext, useContext, useEffect, useReducer } from 'react'
import type { Language } from '#contract/limits'
import type { AreaName } from './areas.ts'
import { currentLanguage } from './i18n.ts'

type Areas = AreaName | readonly AreaName[]

interface Words<Named extends Areas> {
  readonly t: TFunction<Named>
  readonly language: Language
}

/** The language that is drawn in; it is given by `LanguageScope`. */
export const LanguageContext = createContext<Language | null>(null)
export const useLanguage = () => useContext(LanguageContext) ?? currentLanguage()

/**
 * The words of an area, or of several of which the first is meant where none is named. A component waits (`Suspense`) until
 * their texts are there. It is called by nearly everything that is drawn, often a thousand times for a screen, so it keeps
 * nothing of its own in a component (docs/decisions/029-screens-at-once.md).
 */
export function useTranslation<const Named extends Areas>(named: Named): Words<Named> {
  const language = useLanguage()
  const key = `${language} ${named}`
  let words = known.get(key)
  if (!words) {
    const areas = [named].flat() as AreaName[]
    // `use` would take the promise of the area before for this one when the component is drawn again
    // oxlint-disable-next-line typescript/only-throw-error
    if (!areas.every((area) => i18next.hasLoadedNamespace(area))) throw arrival(key, areas)
    words = { t: keeping(language, areas), language }
    known.set(key, words)
  }
  return words as Words<Named>
}

/** The same for what must be drawn whatever is there: says the keys until the texts of its area arrive. */
export function useTranslationAtOnce<Area extends AreaName>(area: Area): Words<Area> {
  const language = useLanguage()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!i18next.hasLoadedNamespace(area)) void i18next.loadNamespaces(area).then(redraw)
  }, [area])
  return { t: i18next.getFixedT(language, area) as TFunction<Area>, language }
}

const known = new Map<string, Words<Areas>>()
i18next.on('initialized', () => known.clear())
const underWay = new Map<string, Promise<unknown>>()

function arrival(key: string, areas: AreaName[]): Promise<unknown> {
  const arriving = underWay.get(key) ?? i18next.loadNamespaces(areas).finally(() => underWay.delete(key))
  underWay.set(key, arriving)
  return arriving
}

/** Most texts are asked for by their key alone: each is put together once. */
function keeping(language: Language, areas: readonly AreaName[]): TFunction {
  const t = i18next.getFixedT(language, areas)
  const texts = new Map<unknown, unknown>()
  // a text that has not come yet is its key until then
  i18next.store.on('added', () => texts.clear())
  const told = (...asked: Parameters<TFunction>) => {
    if (asked.length > 1) return t(...asked)
    const [key] = asked
    const kept = texts.get(key)
    if (kept !== undefined) return kept
    const text = plainText(language, areas, key) ?? t(...asked)
    texts.set(key, text)
    return text
  }
  return told as TFunction
}

/**
 * A text that names nothing else, as it stands: to let i18next put it together takes far longer, and a screen says some two hundred.
 * Undefined for all others.
 */
function plainText(language: Language, areas: readonly AreaName[], key: unknown): string | undefined {
  if (typeof key !== 'string') return undefined
  const [area, name] = key.includes(':') ? key.split(':', 2) : [areas[0], key]
  const text = i18next.getResource(language, area as AreaName, name as string)
  return typeof text === 'string' && !/[{$]/.test(text) ? text : undefined
}
