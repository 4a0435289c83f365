import MenuItem from '@mui/material/MenuItem'
import MuiTextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { Contact } from '#contract/contacts/contacts'
import { today } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ToggleButtons } from '../../../ui/buttons/ToggleButtons.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { PastDateField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { useContactWords } from '../contact-words.ts'
import { TaxNumberFields } from './TaxNumberFields.tsx'

interface Props {
  readOnly?: boolean
  /** Undefined for a new contact. */
  contact?: Contact
}

/** The contact's own fields, editable or read-only. */
export function ContactFields({ readOnly = false, contact }: Props) {
  return (
    <Box sx={fieldGrid({ xs: 1, sm: 2, md: 3, lg: 12 })}>
      <NameFields readOnly={readOnly} />
      <TradeFields readOnly={readOnly} contact={contact} />
      <RemarksField readOnly={readOnly} />
    </Box>
  )
}

const span = (columns: number) => ({ gridColumn: { lg: `span ${columns}` } })
const third = span(4)
const half = span(6)
const whole = { gridColumn: '1 / -1' }

function NameFields({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('contacts')
  const words = useContactWords()
  const company = useWatch({ name: 'legalType' }) === 'LEGAL'
  const companyName = (
    <Box sx={company ? { gridColumn: { sm: '1 / -1', lg: 'span 8' } } : span(8)}>
      <TextField name="companyName" label={t('field.company')} readOnly={readOnly} />
    </Box>
  )
  return (
    <>
      <Box sx={third}>
        <KindField readOnly={readOnly} />
      </Box>
      {company && companyName}
      {/* wide enough for the longest salutation, also beside the timeline */}
      <Box sx={span(3)}>
        <SelectField
          name="salutation"
          label={t('field.salutation')}
          options={words.salutations}
          placeholder=""
          readOnly={readOnly}
        />
      </Box>
      <Box sx={span(2)}>
        <TextField name="title" label={t('field.title')} readOnly={readOnly} />
      </Box>
      <Box sx={span(3)}>
        <TextField name="givenName" label={t('field.givenName')} readOnly={readOnly} />
      </Box>
      <Box sx={third}>
        <TextField name="surname" label={t('field.surname')} readOnly={readOnly} />
      </Box>
      {!company && companyName}
    </>
  )
}

function TradeFields({ readOnly, contact }: { readOnly: boolean; contact?: Contact }) {
  const { t } = useTranslation('contacts')
  const words = useContactWords()
  const sectors = useApi(masterData.sectors.list, {})
  const sectorOptions = useMemo(
    () => sectors.data?.map((sector) => ({ value: sector.id, label: sector.title })),
    [sectors.data],
  )
  return (
    <>
      <Box sx={third}>
        <SelectField
          name="customerType"
          label={t('field.customerType')}
          options={words.customerTypes}
          placeholder=""
          readOnly={readOnly}
        />
      </Box>
      <Box sx={third}>
        {sectorOptions ? (
          <SelectField
            name="sectorRef"
            label={t('field.sector')}
            options={sectorOptions}
            placeholder=""
            readOnly={readOnly}
          />
        ) : (
          <MuiTextField label={t('field.sector')} value="" disabled />
        )}
      </Box>
      <Box sx={third}>
        <SelectField name="language" label={t('field.language')} options={words.languages} readOnly={readOnly} />
      </Box>
      <Box sx={third}>
        <PastDateField name="birthdate" label={t('field.birthdate')} today={today()} readOnly={readOnly} />
      </Box>
      <Box sx={{ gridColumn: { sm: '1 / -1', lg: 'span 8' }, display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        <CheckboxField name="customer" label={t('field.customer')} readOnly={readOnly} />
        <CheckboxField name="placeOfExperience" label={t('field.placeOfExperience')} readOnly={readOnly} />
      </Box>
      <Box sx={{ display: 'contents', '& > *': half }}>
        <TaxNumberFields contact={contact} readOnly={readOnly} />
      </Box>
    </>
  )
}

function RemarksField({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('contacts')
  return (
    <Box sx={whole}>
      <TextField name="remarks" label={t('field.remarks')} rows={2} readOnly={readOnly} />
    </Box>
  )
}

function KindField({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('contacts')
  const { kinds } = useContactWords()
  const { field } = useController({ name: 'legalType' })
  if (readOnly) {
    return (
      <MuiTextField select label={t('field.kind')} value={field.value} slotProps={{ select: { readOnly: true } }}>
        {kinds.map((kind) => (
          <MenuItem key={kind.value} value={kind.value}>
            {kind.label}
          </MenuItem>
        ))}
      </MuiTextField>
    )
  }
  return (
    <ToggleButtons
      aria-label={t('field.kind')}
      fullWidth
      value={field.value}
      options={kinds}
      onChange={field.onChange}
      onBlur={field.onBlur}
      sx={{ height: 36 }}
    />
  )
}
