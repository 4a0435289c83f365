import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { ComposerPanel } from './ComposerPanel.tsx'
import { type Composing, useSlot } from './composer-store.ts'

interface Props {
  current: Composing
  /** Closes the composer if its code cannot be loaded. */
  onClose: () => void
}

/** Places the composer in the panel or below an e-mail. One element is moved as a whole, so that the input survives. */
export function ComposerPlace({ current: { key, transfer, below } }: Props) {
  const slot = useSlot()
  const [host] = useState(() => document.createElement('div'))
  const isElsewhere = below !== undefined && slot?.emailId !== below
  const place = isElsewhere ? null : below === undefined ? document.body : slot?.element
  useLayoutEffect(() => {
    if (place) place.append(host)
    else host.remove()
  }, [place, host])
  useEffect(() => () => host.remove(), [host])
  const before = useRef({ key, below })
  useLayoutEffect(() => {
    const isPoppedOut = before.current.key === key && before.current.below !== undefined && below === undefined
    before.current = { key, below }
    // the pressed button is gone
    if (isPoppedOut) host.querySelector<HTMLElement>('[contenteditable=true]')?.focus()
  }, [key, below, host])
  return (
    <>
      {createPortal(<ComposerPanel key={key} transfer={transfer} inPlace={below !== undefined} />, host)}
      {isElsewhere && <GoOn emailId={below} name={transfer.answerTo ?? ''} />}
    </>
  )
}

/** Link back to an answer left open below another e-mail. */
function GoOn({ emailId, name }: { emailId: string; name: string }) {
  const { t } = useTranslation('composer')
  const go = useGo()
  return (
    <Box
      component="aside"
      aria-label={t('goOn.label')}
      sx={{ position: 'fixed', right: 16, bottom: 16, zIndex: 'drawer' }}
    >
      <Button variant="contained" onClick={() => go('email', { emailId })} sx={{ boxShadow: 4 }}>
        {name ? t('goOn.to', { name }) : t('goOn.open')}
      </Button>
    </Box>
  )
}
