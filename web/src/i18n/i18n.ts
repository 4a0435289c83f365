import i18next, { type BackendModule } from 'i18next'
import { type Language, languageKey, languages } from '#contract/limits'
import { unbrokenFrench } from '#contract/sentences/written'
import { inBrowser } from '../state/storage.ts'
import { type AreaName, areas } from './areas.ts'

const chunks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, area, done) => {
    areas[area as AreaName][language as Language]().then(
      (texts) => {
        if ('file' in texts) addAll(language, texts.file as object)
        done(null, unbroken(language, texts.default as Tree))
      },
      (error: Error) => done(error, null),
    )
  },
}

/**
 * Adds all areas of a file at once: otherwise a screen would be drawn again for each area that one of its parts needs.
 */
function addAll(language: string, file: object): void {
  for (const [area, texts] of Object.entries(file)) {
    if (i18next.hasResourceBundle(language, area)) continue
    i18next.addResourceBundle(language, area, unbroken(language, texts as Tree), false, false, { skipCopy: true })
  }
}

type Tree = { readonly [key: string]: string | Tree }

/** Returns the texts, in French with spaces at its punctuation that no line ends at. */
function unbroken(language: string, texts: Tree): Tree {
  if (language !== 'FR') return texts
  const entries = Object.entries(texts)
  return Object.fromEntries(
    entries.map(([key, text]) => [key, typeof text === 'string' ? unbrokenFrench(text) : unbroken(language, text)]),
  )
}

/** Starts without texts; loadTexts or the first useTranslation(area) loads those that a screen needs. */
export async function startI18n(language: Language = keptLanguage()) {
  await i18next.use(chunks).init({
    lng: language,
    supportedLngs: [...languages],
    // every language is complete (texts.test.ts), and a fallback language would always be loaded as well
    fallbackLng: false,
    lowerCaseLng: false,
    load: 'currentOnly',
    ns: [],
    defaultNS: 'ui',
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  })
  countMillionsAsMany()
  document.documentElement.lang = language.toLowerCase()
  if (inBrowser.read(languageKey)) sayInCookie(language)
}

/** French has a plural form for whole millions («un million d’entrées») that does not apply to figures. */
function countMillionsAsMany(): void {
  const resolver: { getSuffix: (...given: unknown[]) => string } = i18next.services.pluralResolver
  const suffixOf = resolver.getSuffix.bind(resolver)
  resolver.getSuffix = (...given) => suffixOf(...given).replace('_many', '_other')
}

/**
 * Sets a cookie for requests that the browser makes by itself, such as links to prints, which lack our language header.
 */
function sayInCookie(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is there on https alone
  document.cookie = `${languageKey}=${language}; path=/; max-age=${400 * 24 * 60 * 60}; samesite=lax`
}

/** Loads texts in a route loader, in parallel with the code of the page. */
export const loadTexts = (...names: AreaName[]) => i18next.loadNamespaces(names)

export async function setLanguage(language: Language) {
  await i18next.changeLanguage(language)
  document.documentElement.lang = language.toLowerCase()
  inBrowser.write(languageKey, language)
  sayInCookie(language)
}

/** Switches to the browser's language where nobody has chosen one and the product supports it. */
export async function speakAsBrowser(): Promise<void> {
  if (inBrowser.read(languageKey)) return
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toUpperCase())
  const language = wanted.flatMap((one) => languages.filter((known) => known === one))[0]
  if (!language || language === currentLanguage()) return
  await i18next.changeLanguage(language)
  document.documentElement.lang = language.toLowerCase()
}

/** Returns the sentence for a server that does not answer. */
export const silenceSentence = () => i18next.t('ui:state.noAnswer')

export const currentLanguage = () => i18next.language as Language

function keptLanguage(): Language {
  const kept = inBrowser.read(languageKey)
  return languages.find((language) => language === kept) ?? 'DE'
}
