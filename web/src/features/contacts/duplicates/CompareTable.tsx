import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import type { ReactNode } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import type { MergeField } from '#contract/contacts/merges'
import { mergeFields } from '#contract/contacts/merges'
import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactLink } from '../ContactLink.tsx'
import { useContactLabels } from '../contact-labels.ts'
import { valuesOf } from '../contact-values.ts'
import { addressLine } from '../copy-texts.ts'
import { differs, type MergeChoice, partOf, remarksDiffer, sourceOf } from './merge-choice.ts'

interface Props {
  contacts: readonly Contact[]
  choice: MergeChoice
  onChoice: (choice: MergeChoice) => void
}

/**
 * Compares contacts side by side: chooses the survivor and, for each differing field, the contact whose value is kept.
 */
export function CompareTable({ contacts, choice, onChoice }: Props) {
  const { t } = useTranslation('duplicates')
  return (
    <Box
      role="region"
      aria-label={t('group.scroll')}
      tabIndex={0}
      sx={{ overflowX: 'auto', borderTop: 1, borderColor: 'divider' }}
    >
      <Box
        component="table"
        sx={{ ...tableLook, minWidth: { xs: 104 + contacts.length * 132, sm: 150 + contacts.length * 180 } }}
      >
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ width: { xs: 104, sm: 150 } }}>
              {t('group.field')}
            </Box>
            {contacts.map((contact) => (
              <ContactHead
                key={contact.id}
                contact={contact}
                mayLeave={contacts.length > 2}
                choice={choice}
                onChoice={onChoice}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <FieldRows contacts={contacts} choice={choice} onChoice={onChoice} />
          <PartRows contacts={contacts} />
        </tbody>
      </Box>
    </Box>
  )
}

const tableLook = {
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: 13,
  '& th[scope=row]': { hyphens: 'auto' },
  '& th, & td': {
    textAlign: 'left',
    verticalAlign: 'top',
    // two columns fit side by side on a phone
    px: { xs: 2, sm: 3 },
    py: 1,
    borderBottom: 1,
    borderColor: 'divider',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    fontWeight: 'inherit',
  },
  '& tbody th': { color: 'text.secondary', pt: 2 },
} as const

interface HeadProps {
  contact: Contact
  mayLeave: boolean
  choice: MergeChoice
  onChoice: (choice: MergeChoice) => void
}

function ContactHead({ contact, mayLeave, choice, onChoice }: HeadProps) {
  const { t } = useTranslation('duplicates')
  const { id, fullName: name, updatedAtUtc } = contact
  const included = choice.included.has(id)

  function include(wanted: boolean) {
    const next = new Set(choice.included)
    if (wanted) next.add(id)
    else next.delete(id)
    const survivor = next.has(choice.survivor) ? choice.survivor : ([...next][0] ?? '')
    onChoice({ ...choice, included: next, survivor })
  }

  return (
    <Box component="th" scope="col" sx={{ bgcolor: choice.survivor === id ? 'action.selected' : undefined }}>
      <Box sx={{ fontWeight: 600 }}>
        <ContactLink id={id}>{name}</ContactLink>
      </Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {t('group.edited', { at: formatDateTime(updatedAtUtc) })}
      </Typography>
      <FormControlLabel
        label={t('group.survivor')}
        control={
          <Radio
            name="survivor"
            checked={choice.survivor === id}
            disabled={!included}
            onChange={() => onChoice({ ...choice, survivor: id })}
            slotProps={{ input: { 'aria-label': t('group.survivorOf', { name }) } }}
          />
        }
      />
      {mayLeave && (
        <FormControlLabel
          label={t('group.included')}
          control={
            <Checkbox
              checked={included}
              onChange={({ target: { checked: wanted } }) => include(wanted)}
              aria-label={t('group.includedOf', { name })}
            />
          }
        />
      )}
    </Box>
  )
}

function FieldRows({ contacts, choice, onChoice }: Props) {
  const { t } = useTranslation('duplicates')
  const labels = useContactLabels()
  const taken = partOf(contacts, choice)
  return mergeFields.map((field) => {
    const own = labels.find(({ name }) => name === field)
    if (!own) return null
    const { label } = own
    const show = (contact: Contact): ReactNode => {
      const value = valuesOf(contact)[field]
      return (own.show ? own.show(value) : String((value ?? '') as string | boolean)) || null
    }
    const mayChoose = differs(field, taken)
    if (contacts.every((contact) => !show(contact))) return null
    const source = sourceOf(field, contacts, choice)
    const joined = field === 'remarks' && choice.allRemarks && remarksDiffer(taken)
    return (
      <tr key={field}>
        <th scope="row">
          {label}
          {differs(field, contacts) && (
            <Typography variant="caption" component="div" sx={{ color: 'var(--warning)', fontWeight: 600 }}>
              {t('group.differs')}
            </Typography>
          )}
          {field === 'remarks' && remarksDiffer(taken) && (
            <FormControlLabel
              disableTypography
              label={<Typography variant="caption">{t('group.allRemarks')}</Typography>}
              control={
                <Checkbox
                  checked={choice.allRemarks}
                  onChange={({ target: { checked: allRemarks } }) => onChoice({ ...choice, allRemarks })}
                />
              }
            />
          )}
        </th>
        {contacts.map((contact) => (
          <ValueCell
            key={contact.id}
            field={field}
            name={t('group.take', { field: label, name: contact.fullName })}
            isTaken={mayChoose && (joined ? choice.included.has(contact.id) : source === contact.id)}
            mayTake={mayChoose && !joined && choice.included.has(contact.id)}
            onTake={() => onChoice({ ...choice, fields: { ...choice.fields, [field]: contact.id } })}
          >
            {show(contact)}
          </ValueCell>
        ))}
      </tr>
    )
  })
}

interface CellProps {
  field: MergeField
  name: string
  isTaken: boolean
  mayTake: boolean
  onTake: () => void
  children: ReactNode
}

function ValueCell({ field, name, isTaken, mayTake, onTake, children }: CellProps) {
  const { t } = useTranslation('duplicates')
  return (
    <Box component="td" sx={{ bgcolor: isTaken ? 'action.selected' : undefined }}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        {mayTake && (
          <Radio
            name={`field-${field}`}
            checked={isTaken}
            onChange={onTake}
            sx={{ p: 0.5, ml: -1 }}
            slotProps={{ input: { 'aria-label': name } }}
          />
        )}
        <Box sx={{ pt: 1, whiteSpace: 'pre-line', color: children ? undefined : 'text.secondary' }}>
          {children ?? t('group.nothing')}
        </Box>
      </Box>
    </Box>
  )
}

/** Parts that need no choice: the survivor keeps all of them. */
function PartRows({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useTranslation('duplicates')
  const { t: of } = useTranslation('contacts')
  const rows = [
    { label: of('part.addresses'), lines: (contact: Contact) => contact.addresses.map(addressLine) },
    { label: of('part.emails'), lines: (contact: Contact) => contact.emailAddresses.map(({ address }) => address) },
    {
      label: of('part.phones'),
      lines: (contact: Contact) => contact.phoneNumbers.map(({ number }) => formatPhone(number)),
    },
    {
      label: of('persons.CONTACT_PERSON'),
      lines: (contact: Contact) => contact.contactPersons.map(({ fullName }) => fullName),
    },
  ].filter(({ lines }) => contacts.some((contact) => lines(contact).length > 0))
  if (rows.length === 0) return null
  return (
    <>
      <tr>
        <Box component="th" scope="colgroup" colSpan={contacts.length + 1} sx={{ pt: '12px !important' }}>
          {t('group.keepsAll')}
        </Box>
      </tr>
      {rows.map(({ label, lines }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {contacts.map((contact) => (
            <td key={contact.id}>
              {lines(contact).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </td>
          ))}
        </tr>
      ))}
    </>
  )
}
