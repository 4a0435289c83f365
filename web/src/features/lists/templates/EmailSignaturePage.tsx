import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { signatureFields } from '#contract/lists/placeholders'
import { type EmailSignature, emailSignatureApi } from '#contract/lists/templates'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { Form } from '../../../ui/forms/Form.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { FormattedText } from '../../../ui/RichText/FormattedText.tsx'
import { RichTextField } from '../../../ui/RichText/RichTextField.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { textOf } from '../../../ui/text/text-of.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { HistoryButton } from '../../together/history/HistoryDialog.tsx'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { GalleryDialog } from '../galleries/gallery-dialog.ts'

const schema = emailSignatureApi.update.body.omit({ version: true })
interface Values {
  content: string
}

export function EmailSignaturePage() {
  const { t } = useTranslation('templates')
  const signature = useApi(emailSignatureApi.get, {}, { quiet: true })
  useScreenActions({ title: t('signature.title') })
  if (signature.error) {
    return <ErrorState message={signature.error.message} onRetry={() => void signature.refetch()} />
  }
  if (!signature.data) return <SkeletonLines />
  return <SignatureForm signature={signature.data} />
}

function SignatureForm({ signature }: { signature: EmailSignature }) {
  const { t } = useTranslation('templates')
  const formId = useId()
  const update = useApiMutation(emailSignatureApi.update, {
    quiet: ['STALE_VERSION', 'VALIDATION'],
  })
  const editing = useEditing<Values, EmailSignature>(signature, {
    name: t('signature.title'),
    fields: [{ name: 'content', label: t('field.content'), show: textOf }],
    valuesOf: ({ content }) => ({ content }),
  })
  async function save(values: Values) {
    await editing.save(values, (body, version) => update.mutateAsync({ body: { ...body, version } }))
    notify(t('signature.saved'))
  }
  return (
    <Form
      id={formId}
      label={t('signature.title')}
      schema={schema}
      defaultValues={{ content: signature.content }}
      editing={editing}
      onSubmit={save}
    >
      <SaveAction form={formId} />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Box sx={{ width: '100%', minWidth: 0 }}>
            <RichTextField name="content" label={t('field.content')} fields={signatureFields} gallery={GalleryDialog} />
          </Box>
          <HistoryButton list="emailSignature" name={t('signature.title')} />
        </Box>
        <SignaturePreview />
      </Box>
    </Form>
  )
}

function SignaturePreview() {
  const { t } = useTranslation('templates')
  const heading = useId()
  const me = useCurrentUser()
  const users = useUsers()
  const [userRef, setUserRef] = useState(me.id)
  const { control } = useFormMethods<Values>()
  const content = useWatch({ control, name: 'content' })
  const body = useDebounced({ content: content ?? '', userRef }, 400)
  const preview = useApi(emailSignatureApi.preview, { body }, { keepPrevious: true, quiet: true })
  return (
    <Paper component="section" aria-labelledby={heading} sx={{ p: 4 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 3 }}>
        {t('preview.title')}
      </Typography>
      <TextField
        select
        label={t('signature.user')}
        value={userRef}
        onChange={(event) => setUserRef(event.target.value)}
        sx={{ mb: 3 }}
      >
        {(users.size > 0 ? choosable(users.values()) : [me]).map(({ id, username }) => (
          <MenuItem key={id} value={id}>
            {username}
          </MenuItem>
        ))}
      </TextField>
      {preview.error && <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />}
      {preview.data && !preview.error && <FormattedText html={preview.data.content} label={t('preview.title')} />}
    </Paper>
  )
}
