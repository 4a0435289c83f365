import Alert from '@mui/material/Alert'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'

/** Tells that another user has saved the record that is being edited. */
export function NewerNotice({ onCompare }: { onCompare: () => void }) {
  const { t } = useTranslation('ui')
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    coverPadding(notice.current)
    keepPlaceBelow(notice.current)
  }, [])
  return (
    <Alert
      ref={notice}
      severity="info"
      variant="outlined"
      role="status"
      sx={{ mb: 3, position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper' }}
      action={
        <Button color="inherit" onClick={onCompare}>
          {t('state.compare')}
        </Button>
      }
    >
      {t('state.newer')}
    </Alert>
  )
}

/** Sticks to the edge of what scrolls, not to its padding: between the two, the text below would show. */
function coverPadding(notice: HTMLElement | null): void {
  const scroller = notice && scrollerOf(notice)
  if (scroller) notice.style.top = `-${getComputedStyle(scroller).paddingTop}`
}

/** Scrolls by what the notice adds, so that nothing moves; not if it would then cover the focused field. */
function keepPlaceBelow(notice: HTMLElement | null): void {
  const below = notice?.nextElementSibling
  if (!notice || !below) return
  const topOf = (element: Element) => element.getBoundingClientRect().top
  const after = topOf(below)
  notice.style.display = 'none'
  const before = topOf(below)
  notice.style.display = ''
  const shift = after - before
  const typed = document.activeElement
  const isTypedBelow = !typed?.closest('form')?.contains(notice) || topOf(typed) - shift > topOf(notice) + shift
  if (shift > 0 && isTypedBelow) scrollerOf(notice)?.scrollBy(0, shift)
}

function scrollerOf(element: Element): Element | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  }
  return document.scrollingElement
}

/** Tells that unsaved input is kept until the record can be edited again. */
export function UnsavedNotice() {
  const { t } = useTranslation('ui')
  return (
    <Alert severity="info" variant="outlined" role="status" sx={{ mb: 3 }}>
      {t('state.unsaved')}
    </Alert>
  )
}
