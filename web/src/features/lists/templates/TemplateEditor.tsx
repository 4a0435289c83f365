import DeleteIcon from '@mui/icons-material/Delete'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { sharedDocumentApi } from '#contract/lists/galleries'
import { knownFieldNames } from '#contract/lists/placeholders'
import { NewTemplate, type Template, templateApi } from '#contract/lists/templates'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { ChoicesField } from '../../../ui/fields/ChoicesField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { atField } from '../../../ui/forms/field-errors.ts'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { RichTextField } from '../../../ui/RichText/RichTextField.tsx'
import { usePlaceholderLabel } from '../../../ui/RichText/use-placeholder-label.ts'
import { textOf } from '../../../ui/text/text-of.ts'
import { HistoryButton } from '../../together/history/HistoryDialog.tsx'
import { GalleryDialog } from '../galleries/gallery-dialog.ts'
import { readable, written } from './readable.ts'
import { SubjectPlaceholder } from './SubjectPlaceholder.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'

type Values = z.output<typeof NewTemplate>

interface Props {
  /** Null for a new template. */
  template: Template | null
  onSaved: (template: Template) => void
  onRemove?: () => void
}

const empty: Values = { title: '', subject: '', content: '', predefinedDocuments: [] }
const valuesOf = ({ title, subject, content, predefinedDocuments }: Values): Values => ({
  title,
  subject,
  content,
  predefinedDocuments,
})

export function TemplateEditor({ template, onSaved, onRemove }: Props) {
  const { t } = useTranslation('templates')
  const formId = useId()
  const options = { quiet: ['STALE_VERSION', 'TITLE_EXIST', 'VALIDATION'] } as const
  const add = useApiMutation(templateApi.add, options)
  const update = useApiMutation(templateApi.update, options)
  const documents = useSharedDocuments()
  const labelOf = usePlaceholderLabel()
  const reading = {
    show: (subject: string) => readable(subject, labelOf),
    mean: (typed: string, before: string) => written(typed, before, labelOf),
  }
  const editing = useEditing<Values, Template>(template, {
    name: template?.title ?? '',
    fields: [
      { name: 'title', label: t('field.title') },
      { name: 'subject', label: t('field.subject'), show: (subject) => readable(String(subject), labelOf) },
      { name: 'content', label: t('field.content'), show: (html) => textOf(String(html)) },
      { name: 'predefinedDocuments', label: t('field.documents'), show: (ids) => documents.names(ids as string[]) },
    ],
    valuesOf,
  })

  async function save(values: Values) {
    const saving = template
      ? editing.save(values, (body, version) =>
          update.mutateAsync({ params: { id: template.id }, body: { ...body, version } }),
        )
      : add.mutateAsync({ body: values })
    const saved = await saving.catch(atField({ TITLE_EXIST: 'title' }))
    notify(t('saved', { name: saved.title }))
    onSaved(saved)
  }

  return (
    <Form
      id={formId}
      label={t('one')}
      schema={NewTemplate}
      defaultValues={template ? valuesOf(template) : empty}
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
          // wide enough for the toolbar on one line
          '@media (min-width: 1400px)': { gridTemplateColumns: 'minmax(600px, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <TextField name="title" label={t('field.title')} required autoFocus={template === null} />
          <TextField name="subject" label={t('field.subject')} end={<SubjectPlaceholder />} reading={reading} />
          <RichTextField name="content" label={t('field.content')} fields={knownFieldNames} gallery={GalleryDialog} />
          <DocumentsField />
          <Box sx={{ display: 'flex', gap: 2 }}>
            {onRemove && (
              <Button color="error" startIcon={<DeleteIcon />} onClick={onRemove}>
                {t('remove.ok')}
              </Button>
            )}
            {template && <HistoryButton list="templates" id={template.id} name={template.title} />}
          </Box>
        </Box>
        <Preview />
      </Box>
    </Form>
  )
}

function useSharedDocuments() {
  const list = useApi(sharedDocumentApi.list, {}, { quiet: true })
  const nameOf = (id: string) => list.data?.find(({ documentRef }) => documentRef === id)?.name ?? '–'
  return {
    ids: list.data?.map(({ documentRef }) => documentRef) ?? [],
    nameOf,
    names: (ids: readonly string[]) => ids.map(nameOf).join(', '),
  }
}

function DocumentsField() {
  const { t } = useTranslation('templates')
  const { ids, nameOf } = useSharedDocuments()
  return (
    <ChoicesField
      name="predefinedDocuments"
      label={t('field.documents')}
      hint={t('documentsHint')}
      ids={ids}
      nameOf={nameOf}
    />
  )
}

function Preview() {
  const { control } = useFormMethods<Values>()
  const [subject, content] = useWatch({ control, name: ['subject', 'content'] })
  return <TemplatePreview subject={subject ?? ''} content={content ?? ''} />
}
