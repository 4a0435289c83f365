import Alert from '@mui/material/Alert'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { memo, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { isAnythingTyped } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { After } from '../../../ui/rendering/use-later.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { PresentHere } from '../../together/presence/present-here.ts'
import { usePresence } from '../../together/presence/use-presence.ts'
import { useFollowedDocument } from '../documents/use-followed-document.ts'
import { EncountersBeside } from '../encounters/EncountersBeside.tsx'
import { OwnerConflicts } from '../parts/OwnerConflictDialog.tsx'
import { writingAddresses } from '../parts/writing-addresses.ts'
import { useBin } from '../records/use-bin.ts'
import { useContactParams } from '../use-contact-params.ts'
import { ContactHead } from './ContactHead.tsx'
import { ContactTabBar, panelProps } from './ContactTabBar.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { useContactTab } from './use-contact-tab.ts'

export function ContactPage() {
  const { t } = useTranslation('contacts')
  const { id } = useContactParams()
  const { href } = useLocation()
  const navigate = useNavigate()
  const go = useGo()
  const contact = useApi(contactApi.get, { params: { id } }, { quiet: true })
  useFollowedDocument(id)

  /** The contact as last seen under this id; it may have been merged into another since. */
  const seen = useRef<Contact>(undefined)
  if (contact.data && contact.data.id === id) seen.current = contact.data
  const before = seen.current?.id === id ? seen.current : undefined
  const survivor = contact.data && contact.data.id !== id ? contact.data : undefined
  // keeps the rest of the URL when navigating to the surviving contact
  const behind = href.slice(pathTo('contact', { id }).length)
  const leave = useEffectEvent((to: Contact) => {
    // with unsaved input the page stays and offers a link
    if (before && isAnythingTyped()) return
    if (before) notify(t('page.merged', { name: before.fullName, other: to.fullName }), { severity: 3 })
    void navigate({ href: pathTo('contact', { id: to.id }) + behind, replace: true })
  })
  const survivorId = survivor?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each contact that it went into
  useEffect(() => {
    if (survivor) leave(survivor)
  }, [survivorId])

  const status = contact.error?.status
  // an erased contact is hidden; for one that is missing for another reason, unsaved input stays
  const isGone = status === 410 || (status === 404 && !isAnythingTyped())
  if (contact.data && !isGone) {
    return (
      <>
        {survivor && before && (
          <Alert
            severity="warning"
            variant="outlined"
            role="status"
            sx={{ mb: 3 }}
            action={
              <Button color="inherit" onClick={() => go('contact', { id: survivor.id })}>
                {t('page.toMerged')}
              </Button>
            }
          >
            {t('page.merged', { name: before.fullName, other: survivor.fullName })} {t('page.mergedTyped')}
          </Alert>
        )}
        {status === 404 && (
          <Alert severity="warning" variant="outlined" sx={{ mb: 3 }}>
            {t('page.notFound')}
          </Alert>
        )}
        <ContactView key={id} contact={survivor && before ? before : contact.data} />
      </>
    )
  }
  const toSearch = <Button onClick={() => go('contactSearch')}>{t('page.toSearch')}</Button>
  // an invalid id is answered with 400
  if (status === 404 || status === 400) {
    return <EmptyState title={t('page.notFound')} action={toSearch} />
  }
  if (status === 410) return <EmptyState title={contact.error?.message ?? ''} action={toSearch} />
  if (contact.error) {
    const { message } = contact.error
    return <ErrorState title={t('page.loadFailed')} message={message} onRetry={() => void contact.refetch()} />
  }
  return <SkeletonLines lines={14} height={28} />
}

function ContactView({ contact }: { contact: Contact }) {
  const may = useMay()
  const [historyShown, showHistory] = useState(false)
  const readOnly = !may('CONTACT_MODIFY') || contact.deletedAtUtc !== null
  const presence = usePresence('contact', contact.id)
  useScreenActions({
    title: contact.fullName,
    writeTo: { contactRef: contact.id, addresses: writingAddresses(contact.emailAddresses) },
  })

  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <OwnerConflicts>
          <ContactHead
            contact={contact}
            others={presence.others}
            readOnly={readOnly}
            historyShown={historyShown}
            onHistory={showHistory}
          />
          {contact.deletedAtUtc && <BinBanner contact={contact} />}
          <PresentHere value={presence}>
            <ShownTab contact={contact} readOnly={readOnly} />
          </PresentHere>
          {historyShown && <HistoryPanel contactId={contact.id} />}
        </OwnerConflicts>
      </Box>
      <EncountersBeside contact={contact} />
    </Box>
  )
}

const ShownTab = memo(function ShownTab({ contact, readOnly }: { contact: Contact; readOnly: boolean }) {
  const { tabs, shown, show } = useContactTab(contact.id)
  return (
    <>
      <ContactTabBar contactId={contact.id} tabs={tabs} shown={shown} onShow={show} />
      <Box {...(tabs.length > 1 ? panelProps(shown) : {})}>
        <After turns={1}>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <shown.Content contact={contact} readOnly={readOnly} />
          </Suspense>
        </After>
      </Box>
    </>
  )
})

function BinBanner({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const { restore } = useBin()
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ mb: 3 }}
      action={
        may('CONTACT_DELETE') && (
          <Button color="inherit" onClick={() => void restore(contact)}>
            {t('bin.restore')}
          </Button>
        )
      }
    >
      {t('bin.banner', { at: formatDateTime(contact.deletedAtUtc ?? '') })}
    </Alert>
  )
}
