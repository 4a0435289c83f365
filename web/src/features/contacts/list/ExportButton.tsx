import FileDownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactSearch, contactApi } from '#contract/contacts/contacts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { download } from '../../../ui/DataTable/csv.ts'
import { notify } from '../../../ui/snackbar.ts'

const formats = { xlsx: 'search.exportXlsx', csv: 'search.exportCsv' } as const

/** Everything that a search finds as a file, not only what the table shows. */
export function ExportButton({ search, disabled }: { search: Partial<ContactSearch>; disabled: boolean }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const making = useApiMutation(contactApi.exportAsResult, {
    quiet: true,
    onSuccess: (file, { query }) => {
      download(`${t('title')}.${query?.format ?? 'xlsx'}`, file, file.type)
      notify(t('search.exported'))
    },
  })

  if (!may(contactApi.exportAsResult.allow)) return null
  return (
    <>
      <Button
        startIcon={<FileDownloadIcon />}
        aria-haspopup="menu"
        disabled={disabled}
        loading={making.isPending}
        loadingPosition="start"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('search.exporting')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(null)
              making.mutate({ query: { format }, body: search })
            }}
          >
            {t(formats[format])}
          </MenuItem>
        ))}
      </Menu>
      {making.error && (
        <Alert severity="error" variant="outlined" sx={{ py: 0 }} onClose={() => making.reset()}>
          {t('search.exportFailed')} {making.error.message}
        </Alert>
      )}
    </>
  )
}
