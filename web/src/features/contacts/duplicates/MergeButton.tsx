import CallMergeIcon from '@mui/icons-material/CallMerge'
import type { Contact } from '#contract/contacts/contacts'
import { mergeApi } from '#contract/contacts/merges'
import { changeThen, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { quoted } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { distinctNames } from './distinct-names.ts'
import { fieldsOf, type MergeChoice } from './merge-choice.ts'

interface Props {
  /** The contacts included in the merge. */
  contacts: readonly Contact[]
  choice: MergeChoice
}

/** Merges contacts after a confirmation, with an undo. */
export function MergeButton({ contacts, choice }: Props) {
  const { t } = useTranslation('duplicates')
  const { t: ui } = useTranslation('ui')
  const go = useGo()
  const confirm = useConfirm()
  const merge = useApiMutation(mergeApi.merge)
  const undo = useApiMutation(mergeApi.undo)
  const survivor = contacts.find(({ id }) => id === choice.survivor)

  async function ask() {
    const called = distinctNames(contacts)
    const names = [...called.values()].map(quoted).join(', ')
    const sure = await confirm({
      title: t('group.mergeTitle'),
      message: t('group.mergeMessage', { names, survivor: called.get(choice.survivor) ?? '' }),
      ok: t('group.merge'),
    })
    if (!sure) return
    const body = {
      survivorRef: choice.survivor,
      contacts: contacts.map(({ id, version }) => ({ contactRef: id, version })),
      fields: fieldsOf(contacts, choice),
      allRemarks: choice.allRemarks,
    }
    merge.mutate(
      { body },
      {
        onSuccess: ({ mergeRef, survivor: { fullName: name } }) => {
          const takeBack = () =>
            changeThen(undo, { params: { id: mergeRef } }, () => notify(t('merges.undone', { name })))
          notify(t('group.merged', { name }), { action: { label: ui('action.undo'), onClick: takeBack } })
          go('duplicateContacts')
        },
      },
    )
  }

  return (
    <Button
      variant="contained"
      color="secondary"
      startIcon={<CallMergeIcon />}
      loading={merge.isPending}
      loadingPosition="start"
      disabled={contacts.length < 2 || !survivor}
      onClick={() => void ask()}
    >
      {t('group.merge')}
    </Button>
  )
}
