import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { ContactPerson, ContactRow, contactPersonKinds } from '#contract/contacts/contacts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { ContactLink } from '../ContactLink.tsx'
import { PhoneLink } from '../PhoneLink.tsx'
import { ComposeLink } from '../parts/ComposeLink.tsx'
import { ContactPickerDialog } from '../picker/ContactPickerDialog.tsx'

type Kind = (typeof contactPersonKinds)[number]
const fields = { CONTACT_PERSON: 'contactPersons', EXTERNAL_CONTACT_PERSON: 'externalContactPersons' } as const

interface Props {
  kind: Kind
  /** Id of the contact that owns the list; undefined if it is new. */
  contactId?: string
  readOnly?: boolean
}

/** A form field for persons chosen from the contacts. */
export function ContactPersonsPanel({ kind, contactId, readOnly = false }: Props) {
  const { t } = useTranslation('contacts')
  const { field } = useController({ name: fields[kind] })
  const persons: ContactPerson[] = field.value ?? []
  const [picking, setPicking] = useState(false)

  function add({ id, fullName, emailAddress, phoneNumber }: ContactRow) {
    if (id === contactId) return notify(t('persons.self'), { severity: 3 })
    if (persons.some((person) => person.contactRef === id)) {
      return notify(t('persons.already', { name: fullName }), { severity: 3 })
    }
    field.onChange([...persons, { contactRef: id, fullName, emailAddress, phoneNumber }])
    setPicking(false)
  }

  return (
    <Panel
      title={t(`persons.${kind}`)}
      count={persons.length}
      action={
        !readOnly && (
          <Tooltip title={t(`persons.add${kind}`)}>
            <IconButton aria-label={t(`persons.add${kind}`)} onClick={() => setPicking(true)}>
              <AddIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )
      }
    >
      {persons.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 3, pb: 2 }}>
          {t('part.none')}
        </Typography>
      )}
      <Box component="ul" aria-label={t(`persons.${kind}`)} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {persons.map((person) => (
          <PersonRow
            key={person.contactRef}
            person={person}
            onRemove={
              readOnly
                ? undefined
                : () => field.onChange(persons.filter((other) => other.contactRef !== person.contactRef))
            }
          />
        ))}
      </Box>
      <ContactPickerDialog
        open={picking}
        title={t(`persons.add${kind}`)}
        onSelect={add}
        onCancel={() => setPicking(false)}
      />
    </Panel>
  )
}

function PersonRow({ person, onRemove }: { person: ContactPerson; onRemove?: () => void }) {
  const { t: ui } = useTranslation('ui')
  const { contactRef, fullName, emailAddress, phoneNumber } = person
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 3,
        pr: 1,
        minHeight: 34,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, fontSize: 13 }}>
        <ContactLink id={contactRef}>{fullName}</ContactLink>
        {phoneNumber && <PhoneLink number={phoneNumber} color="textSecondary" />}
        {emailAddress && <ComposeLink address={emailAddress} contactId={contactRef} color="textSecondary" />}
      </Box>
      {onRemove && (
        <Tooltip title={ui('action.remove', { name: fullName })}>
          <IconButton aria-label={ui('action.remove', { name: fullName })} onClick={onRemove}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}
