import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import type { MouseEvent } from 'react'
import { useFormState } from 'react-hook-form'
import { pathOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import type { Flame } from '#contract/orders/flames'
import { dossierPrintApi } from '#contract/orders/prints'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { MenuButton } from '../../../../ui/buttons/MenuButton.tsx'
import { useConfirm } from '../../../../ui/dialogs/confirm.tsx'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { formatNumber } from '../../../../ui/text/format.ts'
import { useOldPackages } from '../packages/use-old-packages.ts'

type Print = keyof typeof dossierPrintApi
const prints: readonly Print[] = ['dossier', 'deliveryNote', 'crateLabels']

interface Props {
  flame: Flame
  /** Saves the dossier; resolves to false if that fails, which the form shows. */
  onSave: () => Promise<boolean>
}

/** The prints of the saved dossier; asks about unsaved changes first. */
export function PrintMenu({ flame, onSave }: Props) {
  const { t } = useTranslation('dossiers')
  const { trigger } = useFormMethods()
  const { isDirty } = useFormState()
  const confirm = useConfirm()
  const isOld = useOldPackages(flame)
  const labels = flame.dossier.packageInfos.reduce((sum, { quantity }) => sum + quantity, 0)
  const urlOf = (print: Print) => `${pathOf(dossierPrintApi[print], { id: flame.id })}?isPreview=true`

  async function ask(print: Print): Promise<void> {
    const answer = await confirm({
      title: t('print.unsavedTitle'),
      message: t('print.unsavedMessage'),
      ok: t('print.save'),
      secondOk: t('print.without'),
      width: 520,
    })
    if (!answer) return
    if (answer === 'ok' && !((await trigger(undefined, { shouldFocus: true })) && (await onSave()))) return
    window.open(urlOf(print), '_blank', 'noopener')
  }

  function choose(event: MouseEvent, print: Print): void {
    if (!isDirty) return
    event.preventDefault()
    void ask(print)
  }

  const refusal = (print: Print) => {
    if (print !== 'crateLabels') return undefined
    if (labels === 0) return t('print.noPackages')
    if (labels > limits.dossier.labels) {
      return t('print.tooMany', { text: formatNumber(labels), limit: formatNumber(limits.dossier.labels) })
    }
    return undefined
  }

  return (
    <MenuButton icon={<PrintOutlinedIcon />} label={t('print.action')}>
      {(close) =>
        prints.map((print) => (
          <MenuItem
            key={print}
            component="a"
            href={urlOf(print)}
            target="_blank"
            rel="noopener"
            disabled={refusal(print) !== undefined}
            onClick={(event: MouseEvent) => {
              close()
              choose(event, print)
            }}
          >
            <ListItemText
              primary={t(`print.${print}`)}
              secondary={refusal(print) ?? (isOld ? t('print.old') : undefined)}
            />
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}
