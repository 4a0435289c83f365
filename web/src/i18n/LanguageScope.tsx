import i18next from 'i18next'
import { type ReactNode, useSyncExternalStore } from 'react'
import { currentLanguage } from './i18n.ts'
import { LanguageContext } from './use-translation.ts'

/** Wraps every screen and redraws it when the language changes. */
export function LanguageScope({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguage, currentLanguage)
  return <LanguageContext value={language}>{children}</LanguageContext>
}

function onLanguage(tell: () => void) {
  i18next.on('languageChanged', tell)
  return () => i18next.off('languageChanged', tell)
}
