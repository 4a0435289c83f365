import type { Contact } from '#contract/contacts/contacts'
import { flameApi } from '#contract/orders/flames'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { useFlameColumns } from './flame-columns.tsx'
import { flameKeys } from './flame-keys.ts'
import { useRowActions } from './use-row-actions.ts'

/** The flames of a contact: open ones, then archived ones. */
export function ContactFlamesTab({ contact }: { contact: Contact }) {
  const { t } = useTranslation('flames')
  const go = useGo()
  const columns = useFlameColumns({ ofContact: true })
  const actionsOf = useRowActions({ ofContact: true })
  const { data, error, isFetching, refetch } = useApi(
    flameApi.ofContact,
    { params: { id: contact.id } },
    { quiet: true },
  )
  return (
    <Box sx={{ height: 'max(320px, calc(100dvh - 220px))' }}>
      <DataTable
        tableId="contactFlames"
        label={t('title')}
        columns={columns}
        rows={error ? undefined : data}
        rowId={(row) => row.id}
        rowName={(row) => row.certificateName || t('unknown')}
        onOpen={(row) => go('flame', flameKeys(row))}
        hrefOf={(row) => pathTo('flame', flameKeys(row))}
        rowActions={actionsOf}
        busy={isFetching}
        error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
        csvName={t('title')}
        empty={{ title: t('list.noneOfContact') }}
      />
    </Box>
  )
}
