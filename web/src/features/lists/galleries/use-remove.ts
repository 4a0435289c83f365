import { useMutation } from '@tanstack/react-query'
import type { LibraryDocument } from '#contract/lists/galleries'
import { ApiError } from '../../../api/client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import type { Library } from './library.ts'

/** Returns a function that deletes a file after a confirmation, with an undo. */
export function useRemove(library: Library) {
  const { t } = useTranslation('documents')
  const confirm = useConfirm()
  const remove = useMutation({ mutationFn: library.remove, meta: { quiet: ['IN_USE'] } })
  const restore = useMutation({
    mutationFn: library.restore,
    onSuccess: ({ name }) => notify(t('restored', { name })),
  })
  return async (file: LibraryDocument) => {
    const { name } = file
    const texts = { title: t('remove.title'), message: t('remove.message', { name }), ok: t('remove.ok') }
    if (!(await confirm(texts))) return
    try {
      await remove.mutateAsync(file)
    } catch (error) {
      const usedBy = error instanceof ApiError ? error.problem.usedBy : undefined
      const isInSignature = usedBy?.some(({ what }) => what === 'email_signature')
      if (isInSignature) notify(t('remove.inSignature', { name }), { severity: 1 })
      else if (usedBy) notify(t('remove.inUse', { name, count: sum(usedBy) }), { severity: 1 })
      return
    }
    notify(t('remove.done', { name }), {
      action: { label: t('action.undo'), onClick: () => restore.mutate(file) },
    })
  }
}

const sum = (uses: readonly { count: number }[]) => uses.reduce((all, { count }) => all + count, 0)
