import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { typingMs } from '../../ui/dates/parse-date.ts'
import { useScreenKeys } from '../../ui/shortcuts/shortcuts.ts'

/** Ctrl+S presses the save button of a screen that has one, unless a dialog stands before it. */
export function useSaveKey(button: RefObject<HTMLButtonElement | null>, isThere: boolean): void {
  const { t } = useTranslation('ui')
  const save = ({ repeat }: KeyboardEvent) => {
    if (repeat) return
    // a date that is being typed reaches the form a moment later
    setTimeout(() => {
      if (!button.current?.closest('[aria-hidden="true"]')) button.current?.click()
    }, typingMs + 50)
  }
  useScreenKeys(t('shortcuts.everywhere'), [isThere && { keys: ['Ctrl+S'], label: t('shortcuts.save'), run: save }])
}
