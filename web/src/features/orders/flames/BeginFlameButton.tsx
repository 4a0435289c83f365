import FlameIcon from '@mui/icons-material/LocalFireDepartment'
import type { Contact } from '#contract/contacts/contacts'
import { flameApi } from '#contract/orders/flames'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { flameKeys } from './flame-keys.ts'

interface Props {
  contact: Contact
  /** E-mail the flame is created from. */
  emailRef?: string | null
  onBegin?: () => void
}

/** Creates a flame for a contact without further questions. */
export function BeginFlameButton({ contact, emailRef = null, onBegin }: Props) {
  const { t } = useTranslation('contacts')
  const { t: flames } = useTranslation('flames')
  const may = useMay()
  const go = useGo()
  const begin = useApiMutation(flameApi.begin, {
    onSuccess: (made) => {
      notify(flames('done.added', { name: contact.fullName }))
      go('flame', flameKeys(made))
    },
  })
  if (!may('FLAME_CREATE') || contact.deletedAtUtc !== null) return null
  return (
    <Button
      variant="contained"
      color="secondary"
      startIcon={<FlameIcon />}
      loading={begin.isPending}
      loadingPosition="start"
      onClick={() => {
        onBegin?.()
        begin.mutate({ params: { id: contact.id }, body: { emailRef } })
      }}
    >
      {t('head.flame')}
    </Button>
  )
}
