import { useWatch } from 'react-hook-form'
import type { Address } from '#contract/contacts/parts'
import type { Addressee } from '#contract/mail/addressees'
import { useLanguage, useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { PartRow } from '../../../../ui/layout/PartRow.tsx'
import { Typography } from '../../../../ui/text/Typography.tsx'
import { addressLine, addressText } from '../../../contacts/copy-texts.ts'
import { AddressEditor } from '../../../contacts/parts/AddressEditor.tsx'
import { PartCopyButton } from '../../../contacts/parts/PartCopyButton.tsx'
import { useContactParts, useKnownContact } from '../DossierContact.tsx'
import type { FlameValues } from '../dossier-values.ts'
import { PartField } from './PartField.tsx'
import { usePartEditor } from './use-part-editor.tsx'

interface Props {
  readOnly: boolean
}

export function DeliveryAddressSection({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const [delivery, billing] = useWatch<FlameValues, ['dossier.deliveryAddressRef', 'dossier.billingAddressRef']>({
    name: ['dossier.deliveryAddressRef', 'dossier.billingAddressRef'],
  })
  const isEqual = delivery !== null && delivery === billing
  return (
    <AddressSection kind="Delivery" field="deliveryAddressRef" other="billingAddressRef" readOnly={readOnly}>
      {(isAdding) =>
        isEqual &&
        !isAdding && (
          <Typography variant="body2" sx={{ pb: 1 }}>
            {t('part.equal')}
          </Typography>
        )
      }
    </AddressSection>
  )
}

export const BillingAddressSection = ({ readOnly }: Props) => (
  <AddressSection kind="Billing" field="billingAddressRef" other="deliveryAddressRef" readOnly={readOnly} />
)

interface SectionProps extends Props {
  kind: 'Delivery' | 'Billing'
  field: 'deliveryAddressRef' | 'billingAddressRef'
  /** The other address, which can be copied. */
  other: SectionProps['field']
  /** Content below the field. */
  children?: (isAdding: boolean) => React.ReactNode
}

function AddressSection({ kind, field, other, readOnly, children }: SectionProps) {
  const { t } = useTranslation('dossiers')
  const { setValue } = useFormMethods<FlameValues>()
  const lineOf = useAddressLine()
  const contact = useKnownContact()
  const addresses = useContactParts()?.addresses
  const [ref, otherRef]: (string | null)[] = useWatch({ name: [`dossier.${field}`, `dossier.${other}`] })
  const chosen = addresses?.find(({ id }) => id === ref)
  const editor = usePartEditor<Address>(
    { kind, field, lineOf, editor: ({ part, ...props }) => <AddressEditor {...props} address={part} /> },
    readOnly,
  )
  return (
    <Panel
      title={t(kind === 'Delivery' ? 'section.delivery' : 'section.billing')}
      action={
        !readOnly &&
        otherRef &&
        otherRef !== ref && (
          <Button onClick={() => setValue(`dossier.${field}`, otherRef, { shouldDirty: true })}>
            {t(kind === 'Delivery' ? 'part.sameAsBilling' : 'part.sameAsDelivery')}
          </Button>
        )
      }
    >
      <Box sx={{ px: 3, pt: 2, pb: 2 }}>
        <PartField
          kind={kind}
          field={field}
          options={addresses?.map((address) => ({ value: address.id, label: lineOf(address) }))}
          placeholder={t('none.address')}
          readOnly={readOnly}
          onAdd={editor.add}
        >
          {chosen && contact && (
            <ChosenAddress to={contact} address={chosen} onEdit={editor.edit && (() => editor.edit?.(chosen))} />
          )}
        </PartField>
        {children?.(editor.isAdding)}
      </Box>
      {editor.dialog}
    </Panel>
  )
}

interface ChosenProps {
  to: Addressee
  address: Address
  onEdit: (() => void) | undefined
}

/** An address as on a letter; that of another contact has a reddish background. */
function ChosenAddress({ to, address, onEdit }: ChosenProps) {
  const language = useLanguage()
  const lineOf = useAddressLine()
  const foreign = address.sharedByContactPersonRef !== null
  const text = addressText(to, address, language)
  return (
    <PartRow
      what={lineOf(address)}
      foreign={foreign}
      copy={<PartCopyButton kind="address" text={text} />}
      onEdit={foreign ? undefined : onEdit}
    >
      <Typography variant="body2" sx={{ whiteSpace: 'pre-line', py: 1.5, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    </PartRow>
  )
}

/** Returns a function that formats an address on one line, with texts for missing parts. */
function useAddressLine() {
  const { t } = useTranslation('dossiers')
  return (address: Address) => {
    const { street, zipCode, city } = address
    if (!street && !zipCode && !city && addressLine(address)) return addressLine(address)
    return `${street || t('none.street')}, ${zipCode || t('none.zipCode')} ${city || t('none.city')}`
  }
}
