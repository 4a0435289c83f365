import { useWatch } from 'react-hook-form'
import type { EmailAddress, PhoneNumber } from '#contract/contacts/parts'
import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { TextField } from '../../../../ui/fields/TextField.tsx'
import { Box } from '../../../../ui/layout/Box.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { PartRow } from '../../../../ui/layout/PartRow.tsx'
import { PhoneLink } from '../../../contacts/PhoneLink.tsx'
import { ComposeLink } from '../../../contacts/parts/ComposeLink.tsx'
import { EmailAddressEditor } from '../../../contacts/parts/EmailAddressEditor.tsx'
import { PartCopyButton } from '../../../contacts/parts/PartCopyButton.tsx'
import { PhoneNumberEditor } from '../../../contacts/parts/PhoneNumberEditor.tsx'
import { useContactParts } from '../DossierContact.tsx'
import { PartField } from './PartField.tsx'
import { usePartEditor } from './use-part-editor.tsx'

interface Props {
  readOnly: boolean
}

/** Contact data for the delivery notice of the forwarding agency, and notes for customs. */
export function AvisSection({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  return (
    <Panel title={t('section.avis')}>
      <Box sx={{ px: 3, pt: 2, pb: 3, display: 'grid', gap: 3 }}>
        <AvisPhone readOnly={readOnly} />
        <AvisEmail readOnly={readOnly} />
        <TextField name="dossier.avisText" label={t('field.avisText')} rows={3} readOnly={readOnly} />
      </Box>
    </Panel>
  )
}

function AvisPhone({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const { t: contacts } = useTranslation('contacts')
  const numbers = useContactParts()?.phoneNumbers
  const ref: string | null = useWatch({ name: 'dossier.avisPhoneNumberRef' })
  const chosen = numbers?.find(({ id }) => id === ref)
  const text = formatPhone(chosen?.number ?? '')
  const editor = usePartEditor<PhoneNumber>(
    {
      kind: 'Phone',
      field: 'avisPhoneNumberRef',
      lineOf: ({ number }) => formatPhone(number),
      editor: ({ part, ...props }) => <PhoneNumberEditor {...props} phone={part} />,
    },
    readOnly,
  )
  return (
    <PartField
      kind="Phone"
      field="avisPhoneNumberRef"
      options={numbers?.map(({ id, number, type }) => ({
        value: id,
        label: `${formatPhone(number)} · ${contacts(`phoneType.${type}`)}`,
      }))}
      placeholder={t('none.phone')}
      readOnly={readOnly}
      onAdd={editor.add}
    >
      {chosen && (
        <PartRow
          what={text}
          foreign={chosen.sharedByContactPersonRef !== null}
          copy={<PartCopyButton kind="phone" text={text} />}
          onEdit={chosen.sharedByContactPersonRef ? undefined : editor.edit && (() => editor.edit?.(chosen))}
        >
          <PhoneLink number={chosen.number} />
        </PartRow>
      )}
      {editor.dialog}
    </PartField>
  )
}

function AvisEmail({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const contactId: string = useWatch({ name: 'dossier.contactRef' })
  const mails = useContactParts()?.emailAddresses
  const ref: string | null = useWatch({ name: 'dossier.avisEmailRef' })
  const chosen = mails?.find(({ id }) => id === ref)
  const editor = usePartEditor<EmailAddress>(
    {
      kind: 'Email',
      field: 'avisEmailRef',
      lineOf: ({ address }) => address,
      editor: ({ part, ...props }) => <EmailAddressEditor {...props} email={part} />,
    },
    readOnly,
  )
  return (
    <PartField
      kind="Email"
      field="avisEmailRef"
      options={mails?.map(({ id, address }) => ({ value: id, label: address }))}
      placeholder={t('none.email')}
      readOnly={readOnly}
      onAdd={editor.add}
    >
      {chosen && (
        <PartRow
          what={chosen.address}
          foreign={chosen.sharedByContactPersonRef !== null}
          copy={<PartCopyButton kind="email" text={chosen.address} />}
          onEdit={chosen.sharedByContactPersonRef ? undefined : editor.edit && (() => editor.edit?.(chosen))}
        >
          <ComposeLink address={chosen.address} contactId={contactId} sx={{ overflowWrap: 'anywhere' }} />
        </PartRow>
      )}
      {editor.dialog}
    </PartField>
  )
}
