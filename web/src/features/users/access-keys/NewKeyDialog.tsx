import Alert from '@mui/material/Alert'
import { useId } from 'react'
import type { z } from 'zod'
import { keyScopes } from '#contract/permissions'
import { accessKeyApi } from '#contract/users/access-keys'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { PersonField } from '../people/PersonField.tsx'

const Values = accessKeyApi.add.body
type Values = z.output<typeof Values>

/** Creates an access key and shows it, which is only possible once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('telephony')
  const id = useId()
  const { guards, close } = useAskedClose(onClose)
  const own = useCurrentUser().id
  const add = useApiMutation(accessKeyApi.add)
  const key = add.data?.key
  return (
    <Dialog
      open
      // only the button closes it, because the key is not displayed again
      persistent={key ? true : 'form'}
      title={t('key.add')}
      onClose={close}
      actions={
        key ? (
          <Button variant="contained" onClick={onClose}>
            {t('key.kept')}
          </Button>
        ) : (
          <FormActions form={id} onCancel={close}>
            {t('key.make')}
          </FormActions>
        )
      }
    >
      {key ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="warning" variant="outlined">
            {t('key.once')}
          </Alert>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box
              component="code"
              sx={{ overflowWrap: 'anywhere', userSelect: 'all', flex: 1, p: 2, border: '1px solid var(--line)' }}
            >
              {key}
            </Box>
            <CopyButton text={key} label={t('key.copy')} />
          </Box>
        </Box>
      ) : (
        <GuardsWithin value={guards}>
          <Form<Values, Values>
            id={id}
            label={t('key.add')}
            schema={Values}
            defaultValues={{ title: '', scope: 'TELEPHONY', userRef: own }}
            onSubmit={async (body) => {
              await add.mutateAsync({ body })
            }}
          >
            <Box sx={fieldGrid({ xs: 1 })}>
              <TextField name="title" label={t('key.field.title')} required autoFocus />
              <SelectField
                name="scope"
                label={t('key.field.scope')}
                required
                options={keyScopes.map((value) => ({ value, label: t(`key.scope.${value}`) }))}
              />
              <PersonField name="userRef" label={t('key.field.user')} required />
            </Box>
          </Form>
        </GuardsWithin>
      )}
    </Dialog>
  )
}
