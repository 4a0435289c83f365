import { useMemo } from 'react'
import { masterData, productApi } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import type { Option } from '../../../ui/fields/SelectField.tsx'

type Titled = readonly { id: string; title: string }[]
const options = (rows: Titled | undefined): Option[] | undefined =>
  rows?.map(({ id, title }) => ({ value: id, label: title }))

/** Returns the lists used by a dossier as options; undefined while loading. */
export function useDossierLists() {
  const warehouses = useApi(masterData.warehouses.list, {}).data
  const forwardingAgencies = useApi(masterData.forwardingAgencies.list, {}).data
  const deliveryConditions = useApi(masterData.deliveryConditions.list, {}).data
  const paymentConditions = useApi(masterData.paymentConditions.list, {}).data
  return useMemo(
    () => ({
      warehouses: options(warehouses),
      forwardingAgencies: options(forwardingAgencies),
      deliveryConditions: options(deliveryConditions),
      paymentConditions: options(paymentConditions),
    }),
    [warehouses, forwardingAgencies, deliveryConditions, paymentConditions],
  )
}

export function useProducts() {
  return useApi(productApi.list, {}).data
}
