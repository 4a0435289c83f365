import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { contactRecordApi } from '#contract/contacts/records'
import { pathOf } from '#contract/endpoint'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EraseDialog } from './EraseDialog.tsx'

interface Props {
  contact: Contact
  anchor: HTMLElement | null
  onClose: () => void
}

/** What the law on data protection asks of a contact: to hand out what is kept, and to forget it. */
export function RecordMenu({ contact, anchor, onClose }: Props) {
  const { t } = useTranslation('records')
  const [erasing, setErasing] = useState(false)
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
        {/* a link, so that the browser writes to disk while the archive comes */}
        <MenuItem component="a" href={pathOf(contactRecordApi.archive, { id: contact.id })} download onClick={onClose}>
          {t('archive')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            onClose()
            setErasing(true)
          }}
        >
          {t('erase')}
        </MenuItem>
      </Menu>
      {erasing && <EraseDialog contact={contact} onClose={() => setErasing(false)} />}
    </>
  )
}
