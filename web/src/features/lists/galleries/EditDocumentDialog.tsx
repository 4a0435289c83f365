import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { z } from 'zod'
import { Id, Text } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { classificationApi } from '#contract/lists/document-classifications'
import type { LibraryDocument } from '#contract/lists/galleries'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import type { DocumentValues, Library } from './library.ts'

interface Props {
  library: Library
  file: LibraryDocument
  onClose: () => void
}

const Values: z.ZodType<DocumentValues, DocumentValues> = z.object({
  name: Text(limits.document.nameLength),
  documentClassification: Id.nullable(),
})

/** Edits the name and classification of a file. */
export function EditDocumentDialog({ library, file, onClose }: Props) {
  const { t } = useTranslation('documents')
  const formId = useId()
  const { guards, close } = useAskedClose(onClose)
  const isClassified = library.isClassified !== false
  const classifications = useApi(classificationApi.list, {}, { enabled: isClassified })
  const options = (classifications.data ?? []).map(({ id, title }) => ({ value: id, label: title }))
  const update = useMutation({
    mutationFn: ({ values, version }: { values: DocumentValues; version: number }) =>
      library.update(file, values, version),
    meta: { quiet: ['STALE_VERSION'] },
  })
  const editing = useEditing<DocumentValues, LibraryDocument>(file, {
    name: file.name,
    fields: [
      { name: 'name', label: t('edit.name') },
      {
        name: 'documentClassification',
        label: t('edit.classification'),
        show: (id) => options.find(({ value }) => value === id)?.label ?? t('noClassification'),
      },
    ],
    valuesOf: (saved) => valuesOf('documentRef' in saved ? saved : library.savedNow(saved as never)),
  })

  const save = (mine: DocumentValues) =>
    editing.save(mine, async (values, version) =>
      library.savedNow((await update.mutateAsync({ values, version })) as never),
    )

  return (
    <Dialog
      open
      persistent="form"
      title={t('edit.title')}
      onClose={close}
      width={480}
      actions={<FormActions form={formId} onCancel={close} />}
    >
      <GuardsWithin value={guards}>
        <Form
          id={formId}
          label={t('edit.title')}
          schema={Values}
          defaultValues={valuesOf(file)}
          editing={editing}
          onSubmit={save}
          onSaved={onClose}
        >
          <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
            <TextField name="name" label={t('edit.name')} autoFocus />
            {isClassified && (
              <SelectField
                name="documentClassification"
                label={t('edit.classification')}
                placeholder={t('noClassification')}
                options={options}
              />
            )}
          </Box>
        </Form>
      </GuardsWithin>
    </Dialog>
  )
}

const valuesOf = ({ name, documentClassification }: LibraryDocument): DocumentValues => ({
  name,
  documentClassification: documentClassification?.id ?? null,
})
