import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Contact } from '#contract/contacts/contacts'
import { NewPhoneNumber, type PhoneNumber, phoneNumberApi } from '#contract/contacts/parts'
import { formatPhone } from '#contract/contacts/phone-format'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { type LegalType, useContactWords } from '../contact-words.ts'
import { EditorActions } from './EditorActions.tsx'
import { guessPhoneType } from './guess-phone-type.ts'
import { partChange } from './part-change.ts'
import { useSavedOrShared } from './use-saved-or-shared.ts'

type Values = z.output<typeof NewPhoneNumber>

interface Props {
  contact: Contact
  /** Undefined for a new number. */
  phone?: PhoneNumber
  /** Asks before a saved number is changed; false keeps the editor open. */
  mayUpdate?: () => Promise<boolean>
  /** Called with the saved number, or without one on cancel. */
  onClose: (saved?: PhoneNumber) => void
}

export function PhoneNumberEditor({ contact, phone, mayUpdate, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const add = useApiMutation(phoneNumberApi.add, partChange)
  const update = useApiMutation(phoneNumberApi.update, partChange)
  const editing = useEditing<Values, PhoneNumber>(phone, {
    name: formatPhone(phone?.number ?? ''),
    fields: [
      { name: 'number', label: t('field.number') },
      { name: 'type', label: t('field.phoneType'), show: (type) => t(`phoneType.${type as Values['type']}`) },
    ],
    valuesOf: ({ type, number }) => ({ type, number: formatPhone(number) }),
  })

  const params = { id: contact.id, subId: phone?.id ?? '' }
  const saved = useSavedOrShared<Values, PhoneNumber>({
    kind: 'phone',
    code: 'PHONENUMBER_EXIST',
    textOf: ({ number }) => number,
    write: (values, owner) =>
      phone
        ? editing.save(values, (body, version) => update.mutateAsync({ params, body: { ...body, ...owner, version } }))
        : add.mutateAsync({ params, body: { ...values, ...owner } }),
  })

  async function save(values: Values): Promise<void> {
    if (phone && mayUpdate && !(await mayUpdate())) return
    onClose(await saved(values))
  }

  return (
    <Form
      label={t('field.phoneNumber')}
      schema={NewPhoneNumber}
      defaultValues={{
        type: phone?.type ?? guessPhoneType('', contact.legalType),
        number: phone ? formatPhone(phone.number) : '',
      }}
      editing={editing}
      onSubmit={save}
      keptAs={{ name: `phone ${phone?.id ?? 'new'}`, version: phone ? editing.version : undefined }}
    >
      <PhoneNumberFields kind={contact.legalType} guessing={!phone} />
      <EditorActions onCancel={() => onClose()} />
    </Form>
  )
}

interface FieldsProps {
  kind: LegalType
  /** Path prefix in the form, with the dot: 'phoneNumbers.0.' */
  prefix?: string
  /** Guesses the type from the number until the user chooses one. */
  guessing?: boolean
  /** True if a blank row is allowed and ignored. */
  mayBeBlank?: boolean
  autoFocus?: boolean
}

export function PhoneNumberFields({
  kind,
  prefix = '',
  guessing = false,
  mayBeBlank = false,
  autoFocus = true,
}: FieldsProps) {
  const { t } = useTranslation('contacts')
  const { phoneTypes } = useContactWords()
  useGuessedType(prefix, kind, guessing)
  return (
    <Box sx={fieldGrid({ xs: 2 })}>
      <TextField
        name={`${prefix}number`}
        label={t('field.number')}
        inputMode="tel"
        required={!mayBeBlank}
        autoFocus={autoFocus}
      />
      <SelectField name={`${prefix}type`} label={t('field.phoneType')} options={phoneTypes} required={!mayBeBlank} />
    </Box>
  )
}

function useGuessedType(prefix: string, kind: LegalType, guessing: boolean) {
  const { control, setValue, getValues } = useFormMethods()
  const [number, type] = useWatch({ control, name: [`${prefix}number`, `${prefix}type`] })
  const { isSubmitting } = useFormState({ control })
  const guessed = useRef<unknown>(type)
  useEffect(() => {
    // a type other than the last guess was chosen by the user
    if (!guessing || isSubmitting || getValues(`${prefix}type`) !== guessed.current) return
    const typed = String(number ?? '')
    // text with letters is not a number
    if (/\p{L}/u.test(typed)) return
    guessed.current = guessPhoneType(typed, kind)
    setValue(`${prefix}type`, guessed.current)
  }, [number, kind, guessing, isSubmitting, prefix, setValue, getValues])
}
