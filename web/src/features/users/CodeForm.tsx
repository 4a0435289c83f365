import { z } from 'zod'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { atField } from '../../ui/forms/field-errors.ts'
import { Box } from '../../ui/layout/Box.tsx'

const Code = z.object({ code: z.string().trim().min(1).max(50) })

interface Props {
  label: string
  hint: string
  submit: string
  onCancel: () => void
  onSubmit: (code: string) => Promise<unknown>
}

/** Asks for a code of the authenticator app; shows a wrong one at the field. */
export function CodeForm({ label, hint, submit, onCancel, onSubmit }: Props) {
  const { t: ui } = useTranslation('ui')
  return (
    <Form
      label={label}
      guarded={false}
      schema={Code}
      defaultValues={{ code: '' }}
      onSubmit={({ code }) => onSubmit(code).catch(atField({ WRONG_SECOND_FACTOR: 'code' }))}
    >
      {({ formState }) => (
        <Box sx={{ display: 'grid', gap: 3, maxWidth: 320 }}>
          <TextField name="code" label={label} helperText={hint} autoComplete="one-time-code" autoFocus required />
          <Box sx={{ display: 'flex', gap: 2 }}>
            <Button type="submit" variant="contained" color="secondary" loading={formState.isSubmitting}>
              {submit}
            </Button>
            <Button onClick={onCancel}>{ui('action.cancel')}</Button>
          </Box>
        </Box>
      )}
    </Form>
  )
}
