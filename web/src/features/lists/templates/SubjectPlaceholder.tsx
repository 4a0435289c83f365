import DataObjectIcon from '@mui/icons-material/DataObject'
import { Suspense, useState } from 'react'
import { knownFieldNames, knownFields } from '#contract/lists/placeholders'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'

const PlaceholderDialog = lazyPart(() => import('../../../ui/RichText/PlaceholderDialog.tsx'), 'PlaceholderDialog')
const fields = knownFieldNames.filter((field) => knownFields[field].kind !== 'html')

/** Appends a placeholder to the subject. */
export function SubjectPlaceholder() {
  const { t } = useTranslation('templates')
  const { getValues, setValue } = useFormMethods<{ subject: string }>()
  const [open, setOpen] = useState(false)

  function insert(inner: string) {
    const before = getValues('subject').trimEnd()
    setValue('subject', `${before}${before && ' '}{{${inner}}}`, { shouldDirty: true, shouldValidate: true })
    setOpen(false)
  }

  return (
    <>
      <IconButton aria-label={t('subjectPlaceholder')} title={t('subjectPlaceholder')} onClick={() => setOpen(true)}>
        <DataObjectIcon fontSize="small" />
      </IconButton>
      {open && (
        <Suspense>
          <PlaceholderDialog fields={fields} initial={null} onInsert={insert} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
