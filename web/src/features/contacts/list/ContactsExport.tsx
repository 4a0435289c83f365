import Alert from '@mui/material/Alert'
import { type ContactSearch, contactApi } from '#contract/contacts/contacts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { download } from '../../../ui/DataTable/csv.ts'
import { ExportButton } from '../../../ui/files/ExportButton.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'

const formats = { xlsx: 'search.exportXlsx', csv: 'search.exportCsv' } as const

/** Exports all results of a search, not only those loaded in the table. */
export function ContactsExport({ search, disabled }: { search: Partial<ContactSearch>; disabled: boolean }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
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
      <ExportButton
        disabled={disabled}
        loading={making.isPending}
        files={(['xlsx', 'csv'] as const).map((format) => ({
          label: t(formats[format]),
          from: () => making.mutate({ query: { format }, body: search }),
        }))}
      />
      {making.error && (
        <Alert severity="error" variant="outlined" sx={{ py: 0 }} onClose={() => making.reset()}>
          {t('search.exportFailed')} {making.error.message}
        </Alert>
      )}
    </>
  )
}
