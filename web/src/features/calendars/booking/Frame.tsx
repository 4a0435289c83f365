import { type ReactNode, useEffect, useRef } from 'react'
import { setLanguage } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useKeptFocus } from '../../../ui/accessibility/keep-focus.ts'
import { LanguageChoice } from '../../../ui/LanguageChoice.tsx'
import './booking.css'

/** Layout of the public pages, with title and language choice. Plain React and CSS to keep the bundle small. */
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
        <LanguageChoice
          className="booking-languages"
          label={t('language')}
          current={t('code')}
          onChoose={(language) => void setLanguage(language)}
        />
      </header>
      {children}
    </main>
  )
}

/** The title of a step; takes the focus so that screen readers announce the step. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  )
}

/** An error message, announced at once. */
export const Fault = ({ children }: { children: string }) => (
  <div role="alert" className="booking-fault">
    {children}
  </div>
)
