import { useMemo } from 'react'
import { masterData, productApi } from '#contract/lists/master-data'
import { userApi } from '#contract/users/users'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import type { Option } from '../../../ui/fields/SelectField.tsx'
import { userOptions } from '../../users/people/use-users.ts'

type Titled = readonly { id: string; title: string }[]
const options = (rows: Titled | undefined): Option[] | undefined =>
  rows?.map(({ id, title }) => ({ value: id, label: title }))

/** The lists that a dossier selects from, as choices; undefined until they are there. */
export function useDossierLists() {
  const may = useMay()
  const users = useApi(userApi.list, {}, { enabled: may('USER_READ') }).data
  const warehouses = useApi(masterData.warehouses.list, {}).data
  const forwardingAgencies = useApi(masterData.forwardingAgencies.list, {}).data
  const deliveryConditions = useApi(masterData.deliveryConditions.list, {}).data
  const paymentConditions = useApi(masterData.paymentConditions.list, {}).data
  return useMemo(
    () => ({
      users: users && userOptions(users),
      warehouses: options(warehouses),
      forwardingAgencies: options(forwardingAgencies),
      deliveryConditions: options(deliveryConditions),
      paymentConditions: options(paymentConditions),
    }),
    [users, warehouses, forwardingAgencies, deliveryConditions, paymentConditions],
  )
}

export function useProducts() {
  return useApi(productApi.list, {}).data
}
