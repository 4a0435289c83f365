import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useId, useState } from 'react'
import { z } from 'zod'
import { encounterTypes, isByHand } from '#contract/contacts/encounters'
import { listedEncounterApi } from '#contract/contacts/listed-encounters'
import { type AnswerOf, EnteredInstant, OptionalText } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FileDropZone } from '../../../ui/files/FileDropZone.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { SubmitButton } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Progress } from '../../../ui/states/Progress.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { encounterDialogWidth } from './dialog-width.ts'
import { ListResults } from './ListResults.tsx'

type Filed = AnswerOf<typeof listedEncounterApi.upload>

const Values = z.object({
  encounterType: z.enum(encounterTypes),
  originalKnownSince: EnteredInstant,
  description: OptionalText(limits.encounter.descriptionLength),
})

/** Files one encounter for every contact in a CSV file, such as a catalogue mailing. */
export function ContactListDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('encounters')
  const { t: ui } = useTranslation('ui')
  const formId = useId()
  const [file, setFile] = useState<File>()
  const [refused, setRefused] = useState<readonly string[]>([])
  const [filed, setFiled] = useState<Filed>()
  const [fresh] = useState(newValues)
  const upload = useApiMutation(listedEncounterApi.upload, {
    quiet: ['UNREADABLE_CSV'],
  })
  const name = file?.name ?? ''
  const { guards, close } = useAskedClose(onClose)

  function choose(chosen: File | undefined) {
    setFile(chosen)
    setRefused([])
    upload.reset()
  }
  async function send(body: z.output<typeof Values>) {
    if (!file) {
      const detail = t('forList.missing')
      throw Object.assign(new Error(detail), { errors: [{ path: '', detail }] })
    }
    return upload.mutateAsync({ file, body })
  }
  function startOver() {
    setFiled(undefined)
    choose(undefined)
  }

  return (
    <Dialog
      open
      persistent="form"
      title={t('forList.title')}
      width={encounterDialogWidth}
      onClose={close}
      actions={
        <>
          {filed && <Button onClick={startOver}>{t('forList.next')}</Button>}
          <Button onClick={close}>{ui('action.close')}</Button>
          {!filed && (
            <SubmitButton form={formId} loading={upload.isPending}>
              {t('forList.run')}
            </SubmitButton>
          )}
        </>
      }
    >
      <GuardsWithin value={guards}>
        {filed ? (
          <ListResults filed={filed} />
        ) : (
          <Form
            id={formId}
            label={t('forList.title')}
            schema={Values}
            defaultValues={fresh}
            keptAs={{ name: 'list' }}
            onSubmit={send}
            onSaved={setFiled}
          >
            {(form) => (
              <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
                <Typography variant="body2">{t('forList.intro')}</Typography>
                <Box
                  sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' } }}
                >
                  <SelectField
                    name="encounterType"
                    label={t('field.encounterType')}
                    required
                    options={encounterTypes.filter(isByHand).map((value) => ({ value, label: t(`type.${value}`) }))}
                  />
                  <DateTimeField name="originalKnownSince" label={t('field.originalKnownSince')} required />
                </Box>
                <TextField name="description" label={t('field.description')} rows={4} />
                {upload.isPending ? (
                  <Progress label={t('forList.running', { name })} />
                ) : (
                  <FileDropZone
                    label={name || t('forList.drop')}
                    hint={t('forList.hint', { rows: formatNumber(limits.listImport.rows) })}
                    multiple={false}
                    maxBytes={limits.listImport.fileBytes}
                    onFiles={([chosen]) => {
                      form.clearErrors('root')
                      choose(chosen)
                    }}
                    onRefused={setRefused}
                  />
                )}
                {refused.map((sentence) => (
                  <Alert key={sentence} severity="error" variant="outlined">
                    {sentence}
                  </Alert>
                ))}
                {upload.error?.problem.code === 'UNREADABLE_CSV' && (
                  <Alert severity="error" variant="outlined">
                    <AlertTitle>{t('forList.unreadable', { name })}</AlertTitle>
                    {upload.error.message}
                  </Alert>
                )}
              </Box>
            )}
          </Form>
        )}
      </GuardsWithin>
    </Dialog>
  )
}

/** Returns the initial values: by post, now. */
function newValues(): z.input<typeof Values> {
  const now = new Date()
  now.setSeconds(0, 0)
  return { encounterType: 'POST', originalKnownSince: now.toISOString(), description: '' }
}
