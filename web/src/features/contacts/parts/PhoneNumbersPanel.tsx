import type { Contact } from '#contract/contacts/contacts'
import { type PhoneNumber, phoneNumberApi } from '#contract/contacts/parts'
import { formatPhone } from '#contract/contacts/phone-format'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PartList } from '../../../ui/layout/PartList.tsx'
import { PartKind, PartRow } from '../../../ui/layout/PartRow.tsx'
import { PhoneLink } from '../PhoneLink.tsx'
import { OwnerNote } from './OwnerNote.tsx'
import { PartCopyButton } from './PartCopyButton.tsx'
import { PhoneNumberEditor } from './PhoneNumberEditor.tsx'
import { useRemovePart } from './use-remove-part.ts'

interface Props {
  contact: Contact
  readOnly: boolean
}

export function PhoneNumbersPanel({ contact, readOnly }: Props) {
  const { t } = useTranslation('contacts')
  const add = useApiMutation(phoneNumberApi.add)
  const remove = useRemovePart(phoneNumberApi.remove, contact.id, (body: PhoneNumber) =>
    add.mutateAsync({ params: { id: contact.id }, body }),
  )
  return (
    <PartList
      title={t('part.phones')}
      addLabel={t('part.addPhone')}
      noneText={t('part.none')}
      readOnly={readOnly}
      parts={contact.phoneNumbers}
      edit={(phone, close) => <PhoneNumberEditor contact={contact} phone={phone} onClose={close} />}
      show={(phone, edit) => {
        const text = formatPhone(phone.number)
        const owner = phone.sharedByContactPersonRef
        return (
          <PartRow
            what={text}
            foreign={owner !== null}
            copy={<PartCopyButton kind="phone" text={text} />}
            onEdit={readOnly || owner ? undefined : edit}
            onRemove={readOnly ? undefined : () => void remove(phone, text)}
          >
            <PartKind>{t(`phoneType.${phone.type}`)}</PartKind>
            <PhoneLink number={phone.number} />
            {owner && <OwnerNote contact={contact} id={owner} />}
          </PartRow>
        )
      }}
    />
  )
}
