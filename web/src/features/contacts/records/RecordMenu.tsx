import MoreVertIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#contract/contacts/contacts'
import { contactRecordApi } from '#contract/contacts/records'
import { pathOf } from '#contract/endpoint'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { EraseDialog } from './EraseDialog.tsx'

/** What the law on data protection asks of a contact: to hand out what is kept, and to forget it. */
export function RecordMenu({ contact }: { contact: Contact }) {
  const { t } = useTranslation('records')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [erasing, setErasing] = useState(false)
  const close = () => setAnchor(null)
  return (
    <>
      <Tooltip title={t('menu')}>
        <IconButton
          aria-label={t('menu')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVertIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {/* a link, so that the browser writes to disk while the archive comes */}
        <MenuItem component="a" href={pathOf(contactRecordApi.archive, { id: contact.id })} download onClick={close}>
          {t('archive')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
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
