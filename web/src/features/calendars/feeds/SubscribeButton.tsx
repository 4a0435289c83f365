import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'

/** Opens the settings of the calendar feed from a calendar. */
export function SubscribeButton() {
  const { t } = useTranslation('calendarFeeds')
  const { t: ui } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('subscribe')}</Button>
      {open && (
        <Dialog open title={t('title')} onClose={close} actions={<Button onClick={close}>{ui('action.close')}</Button>}>
          <CalendarFeed />
        </Dialog>
      )}
    </>
  )
}
