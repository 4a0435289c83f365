import type { Contact } from '#contract/contacts/contacts'
import { type Address, addressApi } from '#contract/contacts/parts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { PartList } from '../../../ui/layout/PartList.tsx'
import { PartKind, PartRow } from '../../../ui/layout/PartRow.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { addressLine, addressText, placeLine } from '../copy-texts.ts'
import { countryName } from '../countries.ts'
import { AddressEditor } from './AddressEditor.tsx'
import { OwnerNote } from './OwnerNote.tsx'
import { PartCopyButton } from './PartCopyButton.tsx'
import { ShareAddressButton } from './ShareAddressButton.tsx'
import { useRemovePart } from './use-remove-part.ts'

interface Props {
  contact: Contact
  readOnly: boolean
}

export function AddressesPanel({ contact, readOnly }: Props) {
  const { t, language } = useTranslation('contacts')
  const add = useApiMutation(addressApi.add)
  const remove = useRemovePart(addressApi.remove, contact.id, (body: Address) =>
    add.mutateAsync({ params: { id: contact.id }, body }),
  )
  return (
    <PartList
      title={t('part.addresses')}
      addLabel={t('part.addAddress')}
      tools={<ShareAddressButton contact={contact} />}
      noneText={t('part.none')}
      readOnly={readOnly}
      parts={contact.addresses}
      edit={(address, close) => <AddressEditor contact={contact} address={address} onClose={close} />}
      show={(address, edit) => {
        const what = addressLine(address) || t(`addressType.${address.addressType}`)
        const owner = address.sharedByContactPersonRef
        return (
          <PartRow
            what={what}
            foreign={owner !== null}
            copy={<PartCopyButton kind="address" text={addressText(contact, address, language)} />}
            onEdit={readOnly || owner ? undefined : edit}
            onRemove={readOnly ? undefined : () => void remove(address, what)}
          >
            <AddressLines address={address} />
            {owner && <OwnerNote contact={contact} id={owner} />}
          </PartRow>
        )
      }}
    />
  )
}

function AddressLines({ address }: { address: Address }) {
  const { t, language } = useTranslation('contacts')
  const { alternativeGP, additionalAddress, street, state, country, shareable } = address
  const where = [placeLine(address), state, country && country !== 'CH' ? countryName(country, language) : '']
  return (
    <>
      <Box sx={{ alignSelf: 'start', py: 1.5 }}>
        <PartKind>{t(`addressType.${address.addressType}`)}</PartKind>
      </Box>
      <Box sx={{ flex: 1, minWidth: 120, py: 1.5, overflowWrap: 'anywhere' }}>
        {[alternativeGP, additionalAddress].filter(Boolean).map((line) => (
          <Typography key={line} variant="body2">
            {line}
          </Typography>
        ))}
        <Typography variant="body2">{street || t('part.noStreet')}</Typography>
        <Typography variant="body2">{where.filter(Boolean).join(', ')}</Typography>
        {shareable && !address.sharedByContactPersonRef && (
          <Typography variant="body2" color="textSecondary">
            {t('field.shareable')}
          </Typography>
        )}
      </Box>
    </>
  )
}
