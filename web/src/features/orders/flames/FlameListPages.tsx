import { useMemo } from 'react'
import { askedArchivedFlames, askedOpenFlames } from '#contract/asked/flames'
import type { CustomerType } from '#contract/contacts/contacts'
import { productApi } from '#contract/lists/master-data'
import { without } from '#contract/orders/flame-search'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useDaysText } from '../../../ui/dates/use-days-text.ts'
import { useScreenParams } from '../../../ui/navigation/screens.ts'
import { countryName } from '../../contacts/countries.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { FlameList, type Which } from './FlameList.tsx'

import { useFlameBoards } from './use-flame-boards.ts'

export function OwnDueFlamesPage() {
  const { t } = useTranslation('flames')
  return <FlameList name="ownDueFlames" which={ownDue} sort="REMINDER" empty={t('list.noneDue')} />
}

/** All open flames, or those selected by the URL. */
export function AllOpenFlamesPage() {
  const { t } = useTranslation('flames')
  const address = useScreenParams('allOpenFlames')
  const nameOf = useStepName(Boolean(address.step || address.left))
  const users = useUsers()
  const daysText = useDaysText()
  const which = useMemo(() => askedOpenFlames(address), [address])
  const narrowed = [
    ...(which.stepRef ? [nameOf(which.stepRef)] : []),
    ...(which.due ? [t('list.only.due')] : []),
    ...(which.reminderFlames ? [t('list.only.reminder')] : []),
    ...(which.unassigned ? [t('list.only.unassigned')] : []),
    ...(which.assigneeRef ? [users.get(which.assigneeRef)?.username ?? (users.size > 0 ? t('unknown') : '…')] : []),
    ...(which.leftStepRef
      ? [t('list.only.left', { step: nameOf(which.leftStepRef) }), daysText(which.leftFrom, which.leftTo)]
      : []),
  ]
  return <FlameList name="allOpenFlames" which={which} narrowed={narrowed} sort="UPDATED" empty={t('list.noneOpen')} />
}

/** All archived flames, or those selected by the URL. */
export function AllArchivedFlamesPage() {
  const { t } = useTranslation('flames')
  const address = useScreenParams('allArchivedFlames')
  const which = useMemo(() => askedArchivedFlames(address), [address])
  const narrowed = useOrderWords(which)
  return (
    <FlameList
      name="allArchivedFlames"
      which={which}
      narrowed={narrowed}
      sort="UPDATED"
      empty={t('list.noneArchived')}
    />
  )
}

function useStepName(isAsked: boolean): (id: string) => string {
  const { steps } = useFlameBoards(isAsked)
  return (id) => {
    const step = steps.get(id)
    return step ? `${step.board.title} · ${step.title}` : ''
  }
}

/** Returns the filters as texts: archive dates, product, country, customer type. */
function useOrderWords({ archivedFrom, archivedTo, productRef, country, customerType }: ArchivedAsked): string[] {
  const { t, language } = useTranslation('flames')
  const { t: contacts } = useTranslation('contacts')
  const days = useDaysText()(archivedFrom, archivedTo)
  const products = useApi(productApi.list, {}, { enabled: productRef !== null, quiet: true })
  const product = products.data?.find(({ id }) => id === productRef)
  return [
    ...(days ? [t('list.only.archived', { days })] : []),
    ...(productRef ? [product?.title ?? (products.isPending ? '…' : t('unknown'))] : []),
    ...(country ? [country === without ? t('list.only.noCountry') : countryName(country, language)] : []),
    ...(customerType
      ? [
          customerType === without
            ? t('list.only.noCustomerType')
            : contacts(`customerType.${customerType as CustomerType}`),
        ]
      : []),
  ]
}
type ArchivedAsked = ReturnType<typeof askedArchivedFlames>

const ownDue: Which = { own: true, due: true }
