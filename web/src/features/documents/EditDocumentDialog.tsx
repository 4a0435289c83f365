import { classificationApi } from '@glut/contract/boards'
import type { LibraryDocument } from '@glut/contract/documents'
import { Id, Text } from '@glut/contract/endpoint'
import { limits } from '@glut/contract/limits'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '../../api/client.ts'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { notify } from '../../ui/snackbar.ts'
import type { Library } from './library.ts'

interface Props {
  library: Library
  file: LibraryDocument
  onClose: () => void
}

const schema = z.object({ name: Text(limits.document.nameLength), documentClassification: Id.nullable() })

/** Name and classification of a file; when somebody else saved meanwhile, both states are shown. */
export function EditDocumentDialog({ library, file, onClose }: Props) {
  const { t } = useTranslation('documents')
  const formId = useId()
  const classifications = useApi(classificationApi.list, {})
  const [saved, setSaved] = useState(file)
  const conflict = saved.version !== file.version
  const save = useApiMutation(library.api.update, { refreshes: [library.api.list], quiet: true })

  async function submit(values: z.output<typeof schema>) {
    try {
      await save.mutateAsync({ params: { id: file.documentRef }, body: { ...values, version: saved.version } })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.problem.code === 'STALE_VERSION') setSaved(error.problem.current as LibraryDocument)
      else notify(error.message, { severity: 1 })
      throw error
    }
  }

  return (
    <Dialog
      open
      title={t('edit.title')}
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="contained" color="secondary" type="submit" form={formId}>
            {t(conflict ? 'action.overwrite' : 'action.save')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        schema={schema}
        defaultValues={{ name: file.name, documentClassification: file.documentClassification?.id ?? null }}
        onSubmit={submit}
        guarded={false}
      >
        <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
          {conflict && (
            <Alert severity="warning">
              {t('conflict', {
                name: saved.name,
                classification: saved.documentClassification?.title ?? t('noClassification'),
              })}
            </Alert>
          )}
          <TextField name="name" label={t('edit.name')} autoFocus />
          <SelectField
            name="documentClassification"
            label={t('edit.classification')}
            placeholder={t('noClassification')}
            options={(classifications.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Box>
      </Form>
    </Dialog>
  )
}
