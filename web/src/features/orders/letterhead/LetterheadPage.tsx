import { Suspense, useCallback, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type Letterhead, letterheadApi, letterheadPreviewApi } from '#contract/orders/letterhead'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { HistoryButton } from '../../together/history/HistoryDialog.tsx'
import { LogoField } from './LogoField.tsx'

const PdfPages = lazyPart(() => import('../../lists/galleries/PdfPages.tsx'), 'default')

const schema = letterheadApi.update.body.omit({ version: true })
interface Values {
  sender: string
  footer: string
}

/** Settings of the letterhead on all prints, with a preview. */
export function LetterheadPage() {
  const { t } = useTranslation('templates')
  const letterhead = useApi(letterheadApi.get, {}, { quiet: true })
  useScreenActions({ title: t('letterhead.title') })
  if (letterhead.error) {
    return <ErrorState message={letterhead.error.message} onRetry={() => void letterhead.refetch()} />
  }
  if (!letterhead.data) return <SkeletonLines />
  return <LetterheadForm letterhead={letterhead.data} />
}

function LetterheadForm({ letterhead }: { letterhead: Letterhead }) {
  const { t } = useTranslation('templates')
  const formId = useId()
  const update = useApiMutation(letterheadApi.update, { quiet: ['STALE_VERSION', 'VALIDATION'] })
  const valuesOf = ({ sender, footer }: Letterhead): Values => ({ sender, footer })
  const editing = useEditing<Values, Letterhead>(letterhead, {
    name: t('letterhead.title'),
    fields: [
      { name: 'sender', label: t('letterhead.sender') },
      { name: 'footer', label: t('letterhead.footer') },
    ],
    valuesOf,
  })
  async function save(values: Values) {
    await editing.save(values, (body, version) => update.mutateAsync({ body: { ...body, version } }))
    notify(t('letterhead.saved'))
  }
  return (
    <Form
      id={formId}
      label={t('letterhead.title')}
      schema={schema}
      defaultValues={valuesOf(letterhead)}
      editing={editing}
      onSubmit={save}
    >
      <SaveAction form={formId} />
      <Box sx={columns}>
        <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
          <Typography variant="body2" color="textSecondary">
            {t('letterhead.about')}
          </Typography>
          <TextField name="sender" label={t('letterhead.sender')} rows={4} helperText={t('letterhead.senderHint')} />
          <TextField name="footer" label={t('letterhead.footer')} rows={3} helperText={t('letterhead.footerHint')} />
          <LogoField letterhead={letterhead} />
          <Box>
            <HistoryButton list="letterhead" name={t('letterhead.title')} />
          </Box>
        </Box>
        <LetterheadPreview />
      </Box>
    </Form>
  )
}

const columns = {
  display: 'grid',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
} as const

/** Previews an empty delivery note with the current input, reloaded after a change of the logo. */
function LetterheadPreview() {
  const { t } = useTranslation('templates')
  const heading = useId()
  const { control } = useFormMethods<Values>()
  const [sender, footer] = useWatch({ control, name: ['sender', 'footer'] })
  const body = useDebounced({ sender: sender ?? '', footer: footer ?? '' }, 600)
  const { data, error, refetch } = useApi(
    letterheadPreviewApi.preview,
    { body },
    // the form shows invalid input
    { keepPrevious: true, quiet: true, enabled: schema.safeParse(body).success },
  )
  const [failed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  return (
    <Paper component="section" aria-labelledby={heading} sx={{ p: 4 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 3 }}>
        {t('preview.title')}
      </Typography>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {failed && <Typography>{t('letterhead.notDrawn')}</Typography>}
      {data && !error && !failed && (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <PdfPages source={data} onFailed={fail} />
        </Suspense>
      )}
    </Paper>
  )
}
