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

/** Actions for data protection: export all data of a contact, or erase it. */
export function RecordMenu({ contact, anchor, onClose }: Props) {
  const { t } = useTranslation('records')
  const [erasing, setErasing] = useState(false)
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
        {/* a link, so that the browser streams the archive to disk */}
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
