import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/limits'
import { setLanguage } from '../../../i18n/i18n.ts'
import { useKeptFocus } from '../../../ui/keep-focus.ts'
import './booking.css'

const languageNames: Record<Language, string> = { DE: 'Deutsch', EN: 'English', FR: 'Français' }

/** Around what customers see: a title and the choice of the language. Plain React and CSS, so that it is small. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('booking')
  useKeptFocus()
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <main className="booking">
      <header className="booking-head">
        <h1>{t('title')}</h1>
        <fieldset className="booking-languages" aria-label={t('language')}>
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              lang={language.toLowerCase()}
              aria-label={`${language} ${languageNames[language]}`}
              aria-pressed={t('code') === language}
              onClick={() => void setLanguage(language)}
            >
              {language}
            </button>
          ))}
        </fieldset>
      </header>
      {children}
    </main>
  )
}

/** The title of a step; it is read out when the step begins. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  )
}

/** What went wrong, said at once. */
export const Fault = ({ children }: { children: string }) => (
  <div role="alert" className="booking-fault">
    {children}
  </div>
)
