import i18next, { type BackendModule } from 'i18next'
import { type Language, languageKey, languages } from '#contract/limits'
import { inBrowser } from '../state/storage.ts'
import { type AreaName, areas } from './areas.ts'

const chunks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, area, done) => {
    areas[area as AreaName][language as Language]().then(
      (texts) => {
        if ('file' in texts) addAll(language, texts.file as object)
        done(null, texts.default as Record<string, string>)
      },
      (error: Error) => done(error, null),
    )
  },
}

/** What came in one file is there at once: a screen would be drawn from its beginning for each area that a part of it asks for. */
function addAll(language: string, file: object): void {
  for (const [area, texts] of Object.entries(file)) {
    if (i18next.hasResourceBundle(language, area)) continue
    i18next.addResourceBundle(language, area, texts, false, false, { skipCopy: true })
  }
}

/** Starts with no text at all: what a screen needs is loaded by loadTexts or by its first useTranslation(area). */
export async function startI18n(language: Language = keptLanguage()) {
  await i18next.use(chunks).init({
    lng: language,
    supportedLngs: [...languages],
    // every language says everything (texts.test.ts); another one to fall back on would be loaded each time
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

/** French has a form of its own for whole millions, which differs in words («un million d’entrées») and not in figures. */
function countMillionsAsMany(): void {
  const resolver: { getSuffix: (...given: unknown[]) => string } = i18next.services.pluralResolver
  const suffixOf = resolver.getSuffix.bind(resolver)
  resolver.getSuffix = (...given) => suffixOf(...given).replace('_many', '_other')
}

/** What the browser opens by itself, such as a link to a print, asks for no language of ours. */
function sayInCookie(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is there on https alone
  document.cookie = `${languageKey}=${language}; path=/; max-age=${400 * 24 * 60 * 60}; samesite=lax`
}

/** For route loaders: the texts arrive beside the page's code instead of after it. */
export const loadTexts = (...names: AreaName[]) => i18next.loadNamespaces(names)

export async function setLanguage(language: Language) {
  await i18next.changeLanguage(language)
  document.documentElement.lang = language.toLowerCase()
  inBrowser.write(languageKey, language)
  sayInCookie(language)
}

/** For whom nobody has chosen a language: that of their browser, as far as it is one of ours. */
export async function speakAsBrowser(): Promise<void> {
  if (inBrowser.read(languageKey)) return
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toUpperCase())
  const language = wanted.flatMap((one) => languages.filter((known) => known === one))[0]
  if (!language || language === currentLanguage()) return
  await i18next.changeLanguage(language)
  document.documentElement.lang = language.toLowerCase()
}

/** What is said when the server does not answer. */
export const silenceSentence = () => i18next.t('ui:state.noAnswer')

export const currentLanguage = () => i18next.language as Language

function keptLanguage(): Language {
  const kept = inBrowser.read(languageKey)
  return languages.find((language) => language === kept) ?? 'DE'
}
