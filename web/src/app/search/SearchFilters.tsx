import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ContactPickerDialog } from '../../features/contacts/picker/ContactPickerDialog.tsx'
import { useContactName } from '../../features/contacts/use-contact-name.ts'
import { choosable, useUsers } from '../../features/users/people/use-users.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DateInput } from '../../ui/dates/DateInput.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import type { Asked } from './use-asked.ts'

interface Props {
  asked: Asked
  onChange: (change: Partial<Asked>) => void
}

/** Filters of the search: period, contact, and the user who looks after a record or wrote it. */
export function SearchFilters({ asked, onChange }: Props) {
  const { t } = useTranslation('search')
  const may = useMay()
  return (
    <Box
      role="group"
      aria-label={t('page.filters')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, '& .MuiTextField-root': { width: 180 } }}
    >
      <DayInput label={t('page.from')} day={asked.since} onDay={(since) => onChange({ since })} />
      <DayInput label={t('page.until')} day={asked.until} onDay={(until) => onChange({ until })} />
      {may('USER_READ') && <UserSelect user={asked.user} onUser={(user) => onChange({ user })} />}
      {may('CONTACT_READ') && <ContactChoice contact={asked.contact} onContact={(contact) => onChange({ contact })} />}
    </Box>
  )
}

interface DayProps {
  label: string
  day: string | undefined
  onDay: (day: string | undefined) => void
}

function DayInput({ label, day, onDay }: DayProps) {
  // an incomplete date is not searched
  const [typed, setTyped] = useState<string | null>(day ?? null)
  return (
    <DateInput
      label={label}
      value={typed}
      onChange={(value) => {
        setTyped(value)
        if (value === null) onDay(undefined)
        else if (/^\d{4}-\d\d-\d\d$/.test(value)) onDay(value)
      }}
    />
  )
}

function UserSelect({ user = '', onUser }: { user: string | undefined; onUser: (user: string | undefined) => void }) {
  const { t } = useTranslation('search')
  const users = choosable(useUsers().values(), (id) => id === user)
  return (
    <TextField
      select
      label={t('page.user')}
      value={users.some(({ id }) => id === user) ? user : ''}
      onChange={({ target }) => onUser(target.value || undefined)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{t('page.everybody')}</MenuItem>
      {users.map(({ id, username }) => (
        <MenuItem key={id} value={id}>
          {username}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface ContactProps {
  contact: string | undefined
  onContact: (contact: string | undefined) => void
}

function ContactChoice({ contact, onContact }: ContactProps) {
  const { t } = useTranslation('search')
  const [choosing, setChoosing] = useState(false)
  const name = useContactName(contact)
  if (contact) {
    return <Chip label={t('page.ofContact', { name })} onDelete={() => onContact(undefined)} />
  }
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setChoosing(true)}>
        {t('page.contact')}
      </Button>
      {choosing && (
        <ContactPickerDialog
          open
          title={t('page.contact')}
          onSelect={({ id }) => {
            setChoosing(false)
            onContact(id)
          }}
          onCancel={() => setChoosing(false)}
        />
      )}
    </>
  )
}
