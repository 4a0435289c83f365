import { useTranslation } from '../../../i18n/use-translation.ts'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'

interface Props {
  kind: 'address' | 'email' | 'phone'
  text: string
}

/** Copies an address, e-mail address or number and confirms it with the text of the specification. */
export function PartCopyButton({ kind, text }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <CopyButton
      text={text}
      label={t(`copy.${kind}`)}
      onCopied={() => notify(t(`copy.${kind}Done`))}
      onFailed={(reason) => notify(t(`copy.${kind}Failed`, { reason }), { severity: 1 })}
    />
  )
}
