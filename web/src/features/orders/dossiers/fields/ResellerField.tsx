import ClearIcon from '@mui/icons-material/Clear'
import PersonSearchIcon from '@mui/icons-material/PersonSearch'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { contactApi } from '#contract/contacts/contacts'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useMay } from '../../../../session/session.ts'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { LineField } from '../../../../ui/fields/LineField.tsx'
import { useField } from '../../../../ui/fields/use-field.ts'
import { ContactPickerDialog } from '../../../contacts/picker/ContactPickerDialog.tsx'

/** The reseller of the order, chosen by the contact search. */
export function ResellerField({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const { t: contacts } = useTranslation('contacts')
  const may = useMay()
  const { ref, message, value, onChange } = useField('dossier.resellerRef')
  const [searching, setSearching] = useState(false)
  const ids = value ? [String(value)] : []
  const found = useApi(contactApi.byIds, { body: { ids } }, { enabled: ids.length > 0 && may('CONTACT_READ') })
  const isComing = may('CONTACT_READ') && found.isPending
  const name = found.data?.[0]?.fullName ?? (isComing ? '…' : contacts('notVisible'))
  const editable = !readOnly && may('CONTACT_READ')

  return (
    <>
      <LineField
        label={t('field.resellerRef')}
        value={ids.length > 0 ? name : ''}
        placeholder={t('none.reseller')}
        error={message !== undefined}
        helperText={message}
        inputRef={ref}
        shrink
        readOnly
        end={
          editable && (
            <InputAdornment position="end">
              {value && (
                <IconButton aria-label={t('reseller.remove')} onClick={() => onChange(null)}>
                  <ClearIcon fontSize="small" />
                </IconButton>
              )}
              <IconButton edge="end" aria-label={t('reseller.choose')} onClick={() => setSearching(true)}>
                <PersonSearchIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          )
        }
      />
      <ContactPickerDialog
        open={searching}
        title={t('reseller.choose')}
        onSelect={({ id }) => {
          onChange(id)
          setSearching(false)
        }}
        onCancel={() => setSearching(false)}
      />
    </>
  )
}
