import { type ReactNode, useRef, useState } from 'react'
import { contactApi } from '#contract/contacts/contacts'
import { call } from '../../../api/client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { followUp } from '../../../ui/dialogs/follow-up.ts'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'

/**
 * Offers to file a message to a supplier or reseller for a customer too: `ask` asks, and `picker` selects the customer.
 */
export function useFurtherContact(): {
  /** Resolves to the contact, undefined for none, or false if the user cancels sending. */
  ask: (addresses: string[]) => Promise<string | undefined | false>
  picker: ReactNode
} {
  const { t } = useTranslation('composer')
  const confirm = useConfirm()
  const may = useMay()
  const mayTell = may(contactApi.whichIsSupplierOrReseller.allow) && may('ENCOUNTER_CREATE')
  const picked = useRef<(contactId: string | null) => void>(undefined)
  const [picking, setPicking] = useState(false)

  async function pickContact(): Promise<string | null> {
    await followUp()
    setPicking(true)
    const contactId = await new Promise<string | null>((resolve) => {
      picked.current = resolve
    })
    if (contactId) await followUp()
    return contactId
  }
  function pick(contactId: string | null) {
    setPicking(false)
    picked.current?.(contactId)
  }

  async function ask(addresses: string[]): Promise<string | undefined | false> {
    if (!mayTell) return undefined
    const names = await call(contactApi.whichIsSupplierOrReseller, { query: { recipients: addresses } })
    if (names.length === 0) return undefined
    const answer = await confirm({
      title: t('further.title'),
      message: t('further.message', { names: names.join(', ') }),
      ok: t('further.yes'),
      secondOk: t('further.no'),
    })
    if (!answer) return false
    return answer === 'second' ? undefined : ((await pickContact()) ?? false)
  }

  const picker = picking && (
    <ContactPickerDialog open title={t('further.pick')} onSelect={({ id }) => pick(id)} onCancel={() => pick(null)} />
  )
  return { ask, picker }
}
