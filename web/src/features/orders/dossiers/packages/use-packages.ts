import { useCallback, useEffect, useState } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { limits } from '#contract/limits'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useConfirm } from '../../../../ui/dialogs/confirm.tsx'
import { useRowKeys } from '../../../../ui/EditableTable/use-row-keys.ts'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { notify } from '../../../../ui/notices/snackbar.ts'
import type { FlameValues, PackageValues } from '../dossier-values.ts'
import { sizeText } from './package-size.ts'

const name = 'dossier.packageInfos'

export type Packages = ReturnType<typeof usePackages>

/** Returns the rows of the packing list and their actions. */
export function usePackages() {
  const { t } = useTranslation('dossiers')
  const { control, getValues } = useFormMethods<FlameValues>()
  const confirm = useConfirm()
  const { fields, append, move, remove, replace } = useFieldArray({ control, name, keyName: 'key' })
  const keys = useRowKeys(fields)
  const [before, setBefore] = useState<readonly PackageValues[]>()
  const { isDirty } = useFormState()
  useEffect(() => {
    if (!isDirty) setBefore(undefined)
  }, [isDirty])

  const add = () =>
    append(
      { quantity: 1, widthInCm: '0', depthInCm: '0', heightInCm: '0', weightInKg: '0', description: '' },
      { focusName: `${name}.${fields.length}.quantity` },
    )

  const confirmRemove = useCallback(
    async (index: number): Promise<void> => {
      const answer = await confirm({
        title: t('packages.removeTitle'),
        message: t('packages.removeMessage', {
          name: t('packages.row', { number: index + 1 }),
          size: sizeText(t, getValues(`${name}.${index}`)),
        }),
        ok: t('packages.removeTitle'),
      })
      if (answer === 'ok') remove(index)
    },
    [getValues, confirm, remove, t],
  )

  return {
    keys,
    full: fields.length >= limits.dossier.packages,
    add,
    move,
    remove: confirmRemove,
    /** Rows before a recalculation, until the dossier is saved. */
    before,
    replace: (rows: PackageValues[]) => {
      setBefore(structuredClone(getValues(name)))
      replace(rows)
    },
    undo: () => {
      replace([...(before ?? [])])
      setBefore(undefined)
      notify(t('recalculate.undone'))
    },
  }
}
