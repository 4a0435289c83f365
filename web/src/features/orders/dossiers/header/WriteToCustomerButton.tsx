import MailOutlineIcon from '@mui/icons-material/MailOutlined'
import type { Flame } from '#contract/orders/flames'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useMay } from '../../../../session/session.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { writingAddresses } from '../../../contacts/parts/writing-addresses.ts'
import { openComposer } from '../../../mail/composer/composer-store.ts'
import { useWholeContact } from '../DossierContact.tsx'
import type { FlameValues } from '../dossier-values.ts'

/** Opens a message to the customer with this dossier, for templates and prints. */
export function WriteToCustomerButton({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const { getValues } = useFormMethods<FlameValues>()
  const may = useMay()
  const contact = useWholeContact()
  if (!may('EMAIL_CREATE') || !contact) return null

  function write(id: string) {
    const [first] = writingAddresses(contact?.emailAddresses ?? [], getValues('dossier.avisEmailRef'))
    // until another contact is saved, the dossier is still that of the previous one
    const flameRef = id === flame.dossier.contactRef ? flame.id : null
    openComposer({ contactRef: id, flameRef, to: first ? [first] : [] })
  }
  return (
    <Button startIcon={<MailOutlineIcon />} onClick={() => write(contact.id)}>
      {t('write')}
    </Button>
  )
}
