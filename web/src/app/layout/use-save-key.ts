import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { typingMs } from '../../ui/dates/parse-date.ts'
import { useScreenKeys } from '../../ui/shortcuts/shortcuts.ts'

/** Presses the save button of a screen on Ctrl+S, unless a dialog covers it. */
export function useSaveKey(button: RefObject<HTMLButtonElement | null>, isThere: boolean): void {
  const { t } = useTranslation('ui')
  const save = ({ repeat }: KeyboardEvent) => {
    if (repeat) return
    // a date field passes its input to the form after a short delay
    setTimeout(() => {
      if (!button.current?.closest('[aria-hidden="true"]')) button.current?.click()
    }, typingMs + 50)
  }
  useScreenKeys(t('shortcuts.everywhere'), [isThere && { keys: ['Ctrl+S'], label: t('shortcuts.save'), run: save }])
}
