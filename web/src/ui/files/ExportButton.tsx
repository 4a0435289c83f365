import FileDownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'

interface File {
  label: string
  /** The URL of the file on the server, or a function that creates it. */
  from: string | (() => void)
}

interface Props {
  files: readonly File[]
  disabled?: boolean
  loading?: boolean
}

/** The export button of a list; with several files it opens a menu. */
export function ExportButton({ files, disabled, loading }: Props) {
  const { t } = useTranslation('ui')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [only, ...others] = files
  const isMenu = others.length > 0
  const common = { startIcon: <FileDownloadIcon />, disabled, sx: { justifySelf: 'start' }, title: only?.label }
  if (only && !isMenu && typeof only.from === 'string') {
    return (
      <Button {...common} component="a" href={only.from} download>
        {t('table.export')}
      </Button>
    )
  }
  return (
    <>
      <Button
        {...common}
        title={isMenu ? undefined : only?.label}
        aria-haspopup={isMenu ? 'menu' : undefined}
        loading={loading}
        loadingPosition="start"
        onClick={({ currentTarget }) => {
          if (isMenu) setAnchor(currentTarget)
          else if (typeof only?.from === 'function') only.from()
        }}
      >
        {t('table.export')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {files.map(({ label, from }) => (
          <MenuItem
            key={label}
            {...(typeof from === 'string' && { component: 'a', href: from, download: '' })}
            onClick={() => {
              setAnchor(null)
              if (typeof from === 'function') from()
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
