import type { z } from 'zod'
import type { Contact } from '#contract/contacts/contacts'
import { type Address, addressApi, NewAddress } from '#contract/contacts/parts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { ConflictField } from '../../../ui/conflicts/ConflictDialog.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { refusal } from '../../../ui/forms/form-error.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { type LegalType, useContactWords } from '../contact-words.ts'
import { addressLine } from '../copy-texts.ts'
import { countryName, useCountries } from '../countries.ts'
import { EditorActions } from './EditorActions.tsx'
import { partChange } from './part-change.ts'
import { TownProposals } from './TownProposals.tsx'

type Values = z.output<typeof NewAddress>

interface Props {
  contact: Contact
  /** Undefined for a new address. */
  address?: Address
  /** Asks before a saved address is changed; false keeps the editor open. */
  mayUpdate?: () => Promise<boolean>
  /** Called with the saved address, or without one on cancel. */
  onClose: (saved?: Address) => void
}

export function AddressEditor({ contact, address, mayUpdate, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const add = useApiMutation(addressApi.add, partChange)
  const update = useApiMutation(addressApi.update, partChange)
  const editing = useEditing<Values, Address>(address, {
    name: address ? addressLine(address) : '',
    fields: useAddressLabels(),
    valuesOf,
  })

  async function save(values: Values): Promise<void> {
    const params = { id: contact.id, subId: address?.id ?? '' }
    if (address && mayUpdate && !(await mayUpdate())) return
    try {
      const saved = address
        ? await editing.save(values, (body, version) => update.mutateAsync({ params, body: { ...body, version } }))
        : await add.mutateAsync({ params, body: values })
      onClose(saved)
    } catch (error) {
      throw refusal(error)
    }
  }

  return (
    <Form
      label={t('part.addresses')}
      schema={NewAddress}
      defaultValues={address ? valuesOf(address) : emptyAddress(contact.legalType)}
      editing={editing}
      onSubmit={save}
      keptAs={{ name: `address ${address?.id ?? 'new'}`, version: address ? editing.version : undefined }}
    >
      <AddressFields />
      <EditorActions onCancel={() => onClose()} />
    </Form>
  )
}

const valuesOf = ({ id: _id, version: _v, contactRef: _c, sharedByContactPersonRef: _s, ...values }: Address) => values

/** Returns the fields of an address for the conflict dialog. */
function useAddressLabels(): ConflictField<Values>[] {
  const { t, language } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const texts = ['street', 'zipCode', 'city', 'state', 'alternativeGP', 'additionalAddress'] as const
  return [
    ...texts.map((name) => ({ name, label: t(`field.${name}`) })),
    {
      name: 'addressType',
      label: t('field.addressType'),
      show: (type) => t(`addressType.${type as Values['addressType']}`),
    },
    { name: 'country', label: t('field.country'), show: (code) => countryName(String(code), language) },
    { name: 'shareable', label: t('field.shareable'), show: (yes) => ui(yes ? 'value.yes' : 'value.no') },
  ]
}

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
  /** Path prefix in the form, with the dot: 'addresses.0.' */
  prefix?: string
  autoFocus?: boolean
}

export function AddressFields({ prefix = '', autoFocus = true }: FieldsProps) {
  const { t } = useTranslation('contacts')
  const { addressTypes } = useContactWords()
  const countries = useCountries()
  const span = (columns: number) => ({ gridColumn: `span ${columns}` })
  const wide = { gridColumn: { xs: 'span 6', sm: 'span 3' } }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', columnGap: 2, rowGap: 3 }}>
      <Box sx={span(6)}>
        <TextField name={`${prefix}street`} label={t('field.street')} autoFocus={autoFocus} />
      </Box>
      <Box sx={span(2)}>
        <TextField name={`${prefix}zipCode`} label={t('field.zipCode')} />
      </Box>
      <Box sx={span(4)}>
        <TextField name={`${prefix}city`} label={t('field.city')} />
      </Box>
      <TownProposals prefix={prefix} />
      <Box sx={span(3)}>
        <SelectField name={`${prefix}country`} label={t('field.country')} options={countries} placeholder="" />
      </Box>
      <Box sx={span(3)}>
        <TextField name={`${prefix}state`} label={t('field.state')} />
      </Box>
      <Box sx={wide}>
        <TextField name={`${prefix}alternativeGP`} label={t('field.alternativeGP')} />
      </Box>
      <Box sx={wide}>
        <TextField name={`${prefix}additionalAddress`} label={t('field.additionalAddress')} />
      </Box>
      <Box sx={span(3)}>
        <SelectField name={`${prefix}addressType`} label={t('field.addressType')} options={addressTypes} required />
      </Box>
      <Box sx={span(3)}>
        <CheckboxField name={`${prefix}shareable`} label={t('field.shareable')} />
      </Box>
    </Box>
  )
}
