import HistoryIcon from '@mui/icons-material/History'
import { Suspense, useState } from 'react'
import { historyApi } from '#contract/together/history'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import type { Told } from './ListHistory.tsx'

const ListHistory = lazyPart(() => import('./ListHistory.tsx'), 'default')

interface Props extends Told {
  /** Name of the list or entry. */
  name: string
}

/** The change history of a list or entry. */
export function HistoryDialog({ name, onClose, ...told }: Props & { onClose: () => void }) {
  const { t } = useTranslation('history')
  const { t: ui } = useTranslation('ui')
  return (
    <Dialog
      open
      title={t('of', { name })}
      onClose={onClose}
      width={960}
      actions={<Button onClick={onClose}>{ui('action.close')}</Button>}
    >
      <Suspense fallback={<SkeletonLines lines={5} />}>
        <ListHistory {...told} />
      </Suspense>
    </Dialog>
  )
}

/** Opens the change history of a list or entry; hidden without the permission. */
export function HistoryButton(props: Props) {
  const { t } = useTranslation('history')
  const [open, setOpen] = useState(false)
  if (!useMay()(accessTo(props.list))) return null
  return (
    <>
      <Button startIcon={<HistoryIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      {open && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

export const accessTo = (list: Told['list']) => (list === 'users' ? historyApi.ofUsers : historyApi.ofList).allow
