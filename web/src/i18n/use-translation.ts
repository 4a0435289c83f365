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

/** Current language, provided by `LanguageScope`. */
export const LanguageContext = createContext<Language | null>(null)
export const useLanguage = () => useContext(LanguageContext) ?? currentLanguage()

/**
 * Returns the texts of an area, or of several, the first being the default. A component suspends until they are loaded.
 * Nearly every component calls this hook, often a thousand times per screen, so it keeps no state in components
 * (docs/decisions/029-screens-at-once.md).
 */
export function useTranslation<const Named extends Areas>(named: Named): Words<Named> {
  const language = useLanguage()
  const key = `${language} ${named}`
  let words = known.get(key)
  if (!words) {
    const areas = [named].flat() as AreaName[]
    // `use` would return the promise of the former area when the component renders again
    // oxlint-disable-next-line typescript/only-throw-error
    if (!areas.every((area) => i18next.hasLoadedNamespace(area))) throw arrival(key, areas)
    words = { t: keeping(language, areas), language }
    known.set(key, words)
  }
  return words as Words<Named>
}

/** Returns texts without suspending: keys are shown until the texts are loaded. */
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

/** Caches texts without values, which most are. */
function keeping(language: Language, areas: readonly AreaName[]): TFunction {
  const t = i18next.getFixedT(language, areas)
  const texts = new Map<unknown, unknown>()
  // until a text is loaded, its key is shown instead
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
 * Returns a text without placeholders or references directly from the store; undefined for others. Interpolation by
 * i18next takes far longer, and a screen has some two hundred texts.
 */
function plainText(language: Language, areas: readonly AreaName[], key: unknown): string | undefined {
  if (typeof key !== 'string') return undefined
  const [area, name] = key.includes(':') ? key.split(':', 2) : [areas[0], key]
  const text = i18next.getResource(language, area as AreaName, name as string)
  return typeof text === 'string' && !/[{$]/.test(text) ? text : undefined
}
