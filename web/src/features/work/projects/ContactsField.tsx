import AddIcon from '@mui/icons-material/Add'
import Chip from '@mui/material/Chip'
import { useState } from 'react'
import type { Project } from '#contract/work/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useField } from '../../../ui/fields/use-field.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'

/** The contacts of a project, added by search and removable; a click opens one. */
export function ContactsField({ name, readOnly }: { name: string; readOnly: boolean }) {
  const { t } = useTranslation('projects')
  const may = useMay()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const { value, onChange } = useField(name)
  const chosen = (value ?? []) as Project['contacts']

  return (
    <Box role="group" aria-label={t('field.contacts')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {t('field.contacts')}
        </Typography>
        {chosen.map((contact) => (
          <Chip
            key={contact.id}
            label={contact.name || '–'}
            onClick={may('CONTACT_READ') ? () => go('contact', { id: contact.id }) : undefined}
            onDelete={readOnly ? undefined : () => onChange(chosen.filter(({ id }) => id !== contact.id))}
          />
        ))}
        {chosen.length === 0 && readOnly && '–'}
        {!readOnly && may('CONTACT_READ') && (
          <Button startIcon={<AddIcon />} aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t('action.addContact')}
          </Button>
        )}
      </Box>
      {/* lets the form detect that the field is mounted */}
      <input type="hidden" name={name} />
      <ContactPickerDialog
        open={asking}
        title={t('action.addContact')}
        onSelect={({ id, fullName }) => {
          setAsking(false)
          if (!chosen.some((one) => one.id === id)) onChange([...chosen, { id, name: fullName }])
        }}
        onCancel={() => setAsking(false)}
      />
    </Box>
  )
}
