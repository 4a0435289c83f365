import { type Address, addressApi, type Contact, NewAddress } from '@glut/contract/contacts'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useApiMutation } from '../../api/hooks.ts'
import { Form } from '../../ui/Form.tsx'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { type LegalType, useContactWords } from './contact-words.ts'
import { useCountries } from './countries.ts'
import { EditorActions } from './EditorActions.tsx'
import { refused } from './form-error.ts'
import { partChange } from './part-change.ts'
import { useStalePart } from './use-stale-part.tsx'

type Values = z.output<typeof NewAddress>

interface Props {
  contact: Contact
  /** Undefined for a new one. */
  address?: Address
  onClose: () => void
}

export function AddressEditor({ contact, address, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const stale = useStalePart<Values>()
  const add = useApiMutation(addressApi.add, partChange)
  const update = useApiMutation(addressApi.update, partChange)

  async function save(values: Values, version = address?.version ?? 1): Promise<void> {
    const params = { id: contact.id, subId: address?.id ?? '' }
    try {
      if (address) await update.mutateAsync({ params, body: { ...values, version } })
      else await add.mutateAsync({ params, body: values })
      onClose()
    } catch (error) {
      const chosen = await stale(error, values)
      if (chosen) return save(chosen.values, chosen.version)
      refused(error)
    }
  }

  return (
    <Form
      label={t('part.addresses')}
      schema={NewAddress}
      defaultValues={address ? valuesOf(address) : emptyAddress(contact.legalType)}
      onSubmit={(values) => save(values)}
    >
      <AddressFields />
      <EditorActions onCancel={onClose} />
    </Form>
  )
}

const valuesOf = ({ id: _id, version: _v, contactRef: _c, sharedByContactPersonRef: _s, ...values }: Address) => values

export const emptyAddress = (kind: LegalType) => ({
  addressType: kind === 'LEGAL' ? ('BUSINESS' as const) : ('HOME' as const),
  alternativeGP: '',
  additionalAddress: '',
  street: '',
  zipCode: '',
  city: '',
  state: '',
  country: 'CH',
  shareable: false,
})

interface FieldsProps {
  /** Where the fields stand in the form, with the dot: 'addresses.0.' */
  prefix?: string
  autoFocus?: boolean
}

export function AddressFields({ prefix = '', autoFocus = true }: FieldsProps) {
  const { t } = useTranslation('contacts')
  const { addressTypes } = useContactWords()
  const countries = useCountries()
  const wide = { gridColumn: 'span 4' }
  const half = { gridColumn: 'span 2' }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: 2, rowGap: 3 }}>
      <Box sx={half}>
        <TextField name={`${prefix}street`} label={t('field.street')} autoFocus={autoFocus} />
      </Box>
      <Box>
        <TextField name={`${prefix}zipCode`} label={t('field.zipCode')} />
      </Box>
      <Box>
        <TextField name={`${prefix}city`} label={t('field.city')} />
      </Box>
      <Box sx={half}>
        <SelectField name={`${prefix}addressType`} label={t('field.addressType')} options={addressTypes} required />
      </Box>
      <Box>
        <TextField name={`${prefix}state`} label={t('field.state')} />
      </Box>
      <Box>
        <SelectField name={`${prefix}country`} label={t('field.country')} options={countries} placeholder="" />
      </Box>
      <Box sx={half}>
        <TextField name={`${prefix}alternativeGP`} label={t('field.alternativeGP')} />
      </Box>
      <Box sx={half}>
        <TextField name={`${prefix}additionalAddress`} label={t('field.additionalAddress')} />
      </Box>
      <Box sx={{ ...wide, mt: -2 }}>
        <CheckboxField name={`${prefix}shareable`} label={t('field.shareable')} />
      </Box>
    </Box>
  )
}
