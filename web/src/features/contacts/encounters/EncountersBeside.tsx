import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { inBrowser } from '../../../state/storage.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { After } from '../../../ui/rendering/use-later.ts'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { useContactParams } from '../use-contact-params.ts'
import { dialogLeftOpen } from './kept-names.ts'

const EncountersPanel = lazyPart(() => import('./EncountersPanel.tsx'), 'EncountersPanel')

/** Maximum height in pixels. */
const panelHeight = 940
/** Key in the browser storage for whether the panel is open; it is open by default. */
const openKey = 'glut.timeline'

/** The encounters of a contact beside it, or in a drawer on narrow screens, with a button in the top bar. */
export function EncountersBeside({ contact }: { contact: Contact }) {
  const { encounterId } = useContactParams()
  const mayRead = useMay()('ENCOUNTER_READ')
  const go = useGo()
  const roomy = useMediaQuery('(min-width:1280px)')
  const [pinned, setPinned] = useState(() => inBrowser.read(openKey) !== 'closed' || dialogLeftOpen() !== undefined)
  const [sheet, setSheet] = useState(() => dialogLeftOpen() !== undefined)
  const { data } = useApi(encounterApi.count, { params: { id: contact.id } }, { enabled: mayRead, quiet: true })

  const open = encounterId !== undefined || (roomy ? pinned : sheet)
  useScreenActions(mayRead ? { timeline: { count: data?.count, open, onClick: () => show(!open) } } : {})
  // loads the code while the contact is drawn, which comes first
  useEffect(() => {
    if (mayRead && open) EncountersPanel.ahead().catch(() => undefined)
  }, [mayRead, open])
  if (!mayRead) return null

  const toContact = () => encounterId !== undefined && go('contact', { id: contact.id }, { replace: true })
  function show(next: boolean) {
    setSheet(next)
    if (roomy) {
      setPinned(next)
      inBrowser.write(openKey, next ? 'open' : 'closed')
    }
    if (!next) toContact()
  }
  function showAll() {
    show(true)
    toContact()
  }

  const content = (
    <Suspense fallback={<SkeletonLines lines={12} />}>
      <After turns={turnsBefore}>
        <EncountersPanel contact={contact} named={encounterId} onShowAll={showAll} onClose={() => show(false)} />
      </After>
    </Suspense>
  )
  return roomy ? (
    open && <Beside>{content}</Beside>
  ) : (
    <Sheet open={open} onClose={() => show(false)} content={content} />
  )
}

/** Turns before the panel is drawn: first the head of the contact, then its parts and fields. */
const turnsBefore = 2

function Beside({ children }: { children: ReactNode }) {
  return (
    <Paper
      sx={{
        width: { xs: 440, xl: 520 },
        flexShrink: 0,
        position: 'sticky',
        top: 0,
        // height of the window below the top bar and within the margins of the page
        height: `min(${panelHeight}px, calc(100dvh - 96px))`,
        overflow: 'hidden',
      }}
    >
      {children}
    </Paper>
  )
}

function Sheet({ open, onClose, content }: { open: boolean; onClose: () => void; content: ReactNode }) {
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: { xs: '100%', sm: 480 } } } }}
    >
      <Box sx={{ height: `min(${panelHeight}px, 100dvh)` }}>{content}</Box>
    </Drawer>
  )
}
