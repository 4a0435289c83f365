import { useMemo } from 'react'
import { masterData } from '#contract/lists/master-data'
import { call } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import type { Saved } from './InUseDialog.tsx'
import type { ListProps } from './ListPage.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

export const SectorsPage = () => <TitlePage name="sectors" />
export const WarehousesPage = () => <TitlePage name="warehouses" />

export function ForwardAgencyPage() {
  const addLimit = useApiMutation(masterData.pickupLimits.add)
  return (
    <TitlePage
      name="forwardingAgencies"
      partsOf={async ({ id }) => {
        const limits = await call(masterData.pickupLimits.list, {})
        const own = limits.filter(({ forwardingAgencyId }) => forwardingAgencyId === id)
        return async ({ id: forwardingAgencyId }) => {
          for (const { maxCrates, maxWeightInKg } of own) {
            await addLimit.mutateAsync({ body: { maxCrates, maxWeightInKg, forwardingAgencyId } })
          }
        }
      }}
    />
  )
}

interface Titled extends Saved {
  title: string
}
interface Props extends Pick<ListProps<Titled>, 'partsOf'> {
  name: 'sectors' | 'warehouses' | 'forwardingAgencies'
}

/** A list of entries that consist of a title. */
function TitlePage({ name, partsOf }: Props) {
  const { t } = useTranslation('masterData')
  const columns = useMemo(
    () => [{ id: 'title', label: t('title'), value: (row: { title: string }) => row.title, width: 480 }],
    [t],
  )
  const api = masterData[name]
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ title: '' }}
      tableId={name}
      title={t(`${name}.title`)}
      one={t(`${name}.one`)}
      nameOf={(row) => row.title}
      columns={columns}
      csv={api}
      partsOf={partsOf}
      fields={<TextField name="title" label={t('title')} required autoFocus />}
      fieldLabels={{ title: t('title') }}
    />
  )
}
