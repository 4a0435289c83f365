import { duplicateApi } from '#contract/contacts/duplicates'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { draftOf } from './contact-draft.ts'
import type { NewContactValues } from './new-contact-values.ts'

/**
 * Returns a function that asks before a person is added again who was erased on request; rejects if the user declines.
 */
export function useConfirmErased() {
  const { t } = useTranslation('duplicates')
  const confirm = useConfirm()
  const likely = useApiMutation(duplicateApi.likely)

  return async (values: NewContactValues): Promise<void> => {
    const { erased } = await likely.mutateAsync({ body: draftOf(values) })
    if (!erased) return
    const sure = await confirm({ title: t('likely.askTitle'), message: t('likely.ask'), ok: t('likely.create') })
    if (!sure) throw Object.assign(new Error(), { errors: [{ path: '', detail: t('likely.erased') }] })
  }
}
