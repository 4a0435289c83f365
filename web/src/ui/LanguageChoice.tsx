import { type Language, languages } from '#contract/limits'

interface Props {
  /** Class name defined in the style sheet of the page. */
  className: string
  label: string
  current: string
  onChoose: (language: Language) => void
}

/** Draws the languages as buttons. Plain React, for pages that load no component library. */
export function LanguageChoice({ className, label, current, onChoose }: Props) {
  return (
    <fieldset className={className} aria-label={label}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language.toLowerCase()}
          aria-label={`${language} ${names[language]}`}
          aria-pressed={current === language}
          onClick={() => onChoose(language)}
        >
          {language}
        </button>
      ))}
    </fieldset>
  )
}

const names: Record<Language, string> = { DE: 'Deutsch', EN: 'English', FR: 'Français' }
