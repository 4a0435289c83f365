import { useId } from 'react'
import { z } from 'zod'
import { limits } from '#contract/limits'
import { authApi } from '#contract/users/users'
import { useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormActions } from '../../ui/forms/FormActions.tsx'
import { atField } from '../../ui/forms/field-errors.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { notify } from '../../ui/notices/snackbar.ts'

const NewPassword = z.string().min(limits.password.min).max(limits.password.max)

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const formId = useId()
  const change = useApiMutation(authApi.changePassword, {
    quiet: ['PASSWORD_TOO_SHORT', 'PASSWORD_BLANK'],
    onSuccess: () => {
      notify(t('password.changed'))
      onClose()
    },
  })
  const schema = z
    .object({ password: NewPassword, repeated: z.string() })
    .refine((values) => values.password === values.repeated, { path: ['repeated'], error: t('password.different') })
  return (
    <Dialog
      open
      title={t('password.title')}
      onClose={onClose}
      width={400}
      actions={
        <FormActions form={formId} onCancel={onClose} loading={change.isPending}>
          {t('password.submit')}
        </FormActions>
      }
    >
      <Form
        id={formId}
        label={t('password.title')}
        guarded={false}
        schema={schema}
        defaultValues={{ password: '', repeated: '' }}
        onSubmit={({ password }) =>
          change
            .mutateAsync({ body: { password } })
            .catch(atField({ PASSWORD_TOO_SHORT: 'password', PASSWORD_BLANK: 'password' }))
        }
      >
        <Box sx={{ display: 'grid', gap: 4, pt: 2 }}>
          <TextField
            name="password"
            label={t('password.new')}
            type="password"
            autoComplete="new-password"
            required
            autoFocus
            helperText={t('password.hint', limits.password)}
          />
          <TextField
            name="repeated"
            label={t('password.repeated')}
            type="password"
            autoComplete="new-password"
            required
          />
        </Box>
      </Form>
    </Dialog>
  )
}
