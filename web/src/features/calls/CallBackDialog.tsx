import { useId } from 'react'
import type { PhoneCall } from '#contract/calls/calls'
import { formatPhone } from '#contract/contacts/phone-format'
import { flameApi } from '#contract/orders/flames'
import { NewTodo, todoApi } from '#contract/work/todos'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { SubmitButton } from '../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../ui/forms/unsaved-changes.ts'
import { notify } from '../../ui/notices/snackbar.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { useCallWords } from './call-words.ts'

const Entered = NewTodo.pick({ title: true, ref: true })

interface Props {
  call: PhoneCall
  contactRef: string
  onClose: () => void
}

/** Adds a to-do to call back, on an open flame of the contact or a new one. */
export function CallBackDialog({ call, contactRef, onClose }: Props) {
  const { t } = useTranslation('calls')
  const { t: ui } = useTranslation('ui')
  const mayBegin = useMay()(flameApi.begin.allow)
  const { nameOf } = useCallWords()
  const formId = useId()
  const { guards, close } = useAskedClose(onClose)
  const flames = useApi(flameApi.ofContact, { params: { id: contactRef } }, { quiet: true })
  const begin = useApiMutation(flameApi.begin)
  const add = useApiMutation(todoApi.add)
  const open = flames.data?.filter(({ archivedUtc }) => archivedUtc === null)
  const number = formatPhone(call.number)
  const title = t('callBack.title', { name: nameOf(call) })

  const save = async (values: { title: string; ref: string }) => {
    await add.mutateAsync({ body: { ...values, type: 'FLAME', due: new Date().toISOString() } })
    notify(t('callBack.added'))
    onClose()
  }
  const saveAtNew = async () => {
    const { id } = await begin.mutateAsync({ params: { id: contactRef }, body: {} })
    await save({ title: t('callBack.todo', { number }), ref: id })
  }

  return (
    <Dialog
      open
      persistent="form"
      title={title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{ui('action.cancel')}</Button>
          {open && open.length > 0 && <SubmitButton form={formId}>{t('callBack.save')}</SubmitButton>}
          {open?.length === 0 && mayBegin && (
            <Button
              variant="contained"
              color="secondary"
              disabled={begin.isPending || add.isPending}
              onClick={() => void saveAtNew().catch(() => {})}
            >
              {t('callBack.saveAtNew')}
            </Button>
          )}
        </>
      }
    >
      {flames.error && <ErrorState message={flames.error.message} onRetry={() => void flames.refetch()} />}
      {!flames.error && !open && <SkeletonLines lines={2} />}
      {open?.length === 0 && <Typography>{t('callBack.noFlame', { name: nameOf(call) })}</Typography>}
      {open && open.length > 0 && (
        <GuardsWithin value={guards}>
          <Form
            id={formId}
            label={title}
            schema={Entered}
            defaultValues={{ title: t('callBack.todo', { number }), ref: open[0]?.id ?? '' }}
            onSubmit={save}
          >
            <TextField name="title" label={t('callBack.field.title')} required autoFocus />
            <SelectField
              name="ref"
              label={t('callBack.field.flame')}
              options={open.map(({ id, ordered, certificateName, destination }) => ({
                value: id,
                label: [ordered || certificateName || t('callBack.unnamed'), destination].filter(Boolean).join(' · '),
              }))}
            />
          </Form>
        </GuardsWithin>
      )}
    </Dialog>
  )
}
