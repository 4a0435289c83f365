import { useState } from 'react'
import type { z } from 'zod'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import type { LackingStep } from '#contract/errors'
import { limits } from '#contract/limits'
import type { Board } from '#contract/orders/boards'
import { NewFlame } from '#contract/orders/flame-changes'
import { type Flame, flameApi } from '#contract/orders/flames'
import { ApiError } from '../../../api/client.ts'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { useContactWords } from '../../contacts/contact-words.ts'
import { PersonField } from '../../users/people/PersonField.tsx'
import { flameKeys } from './flame-keys.ts'
import { RequiresDialog } from './RequiresDialog.tsx'
import { useFlameBoards } from './use-flame-boards.ts'

const formId = 'new-flame'

export function NewFlamePage() {
  const { t } = useTranslation('flames')
  const go = useGo()
  const { contactRef, taskboardId, step, emailRef } = useScreenParams('newFlame')
  const contact = useApi(contactApi.get, { params: { id: contactRef } }, { quiet: true })
  const { boards, error, refetch } = useFlameBoards()
  const board = boards?.find(({ id }) => id === taskboardId)

  const status = contact.error?.status
  const toBoards = <Button onClick={() => go('flames')}>{t('form.toBoards')}</Button>
  if (status === 404 || status === 400) return <EmptyState title={t('form.noContact')} action={toBoards} />
  if (boards && !board) return <EmptyState title={t('form.noBoard')} action={toBoards} />
  const failed = contact.error ?? error
  if (failed) {
    const retry = () => void Promise.all([contact.refetch(), refetch()])
    return <ErrorState message={failed.message} onRetry={retry} />
  }
  if (!contact.data || !board) return <SkeletonLines lines={8} height={28} />
  return <NewFlameForm contact={contact.data} board={board} step={step} emailRef={emailRef} />
}

type Values = z.input<typeof NewFlame>

interface Props {
  contact: Contact
  board: Board
  step: string | undefined
  /** E-mail the flame is created from. */
  emailRef: string | undefined
}

function NewFlameForm({ contact, board, step, emailRef }: Props) {
  const { t } = useTranslation('flames')
  const me = useCurrentUser()
  const save = useSave(contact, emailRef)
  const first = board.steps.find(({ id }) => id === step) ?? board.steps[0]
  const name = contact.fullName || t('unknown')
  useScreenActions({ title: t('form.title', { name }) })
  const defaultValues = {
    contactRef: contact.id,
    taskboardRef: board.id,
    step: first?.id,
    assigneeRef: me.id,
    reminderAtUtc: null,
    dossier: {
      certificateName: name.slice(0, limits.dossier.certificateNameLength),
      language: contact.language,
      notes: '',
    },
  }
  return (
    <>
      <Form<Values, NewFlame, Flame>
        id={formId}
        label={t('form.label')}
        schema={NewFlame}
        defaultValues={defaultValues}
        onSubmit={save.send}
        onSaved={(made, isLeaving) => isLeaving || save.open(made)}
      >
        <SaveAction form={formId} label={t('form.submit')} isNew />
        <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', maxWidth: 1100, gridTemplateColumns: columns }}>
          <FlameFields board={board} />
          <DossierFields />
        </Box>
      </Form>
      {save.refused && (
        <RequiresDialog
          name={name}
          step={board.steps.find(({ id }) => id === save.refused?.step)?.title ?? ''}
          steps={save.refused.steps}
          onOverride={save.refused.answer}
          onClose={() => save.refused?.answer(undefined)}
        />
      )}
    </>
  )
}

const columns = { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }

function FlameFields({ board }: { board: Board }) {
  const { t } = useTranslation('flames')
  const { t: boards } = useTranslation('boards')
  return (
    <Panel title={t('form.flame')}>
      <Box sx={{ ...fieldGrid({ xs: 1, sm: 2 }), px: 3, pt: 1, pb: 3 }}>
        <SelectField
          name="step"
          label={t('list.step')}
          options={board.steps.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <PersonField
          name="assigneeRef"
          label={t('list.assignee')}
          given={{ work: 'FLAME', boardRef: board.id }}
          placeholder={boards('filter.nobody')}
        />
        <DateTimeField name="reminderAtUtc" label={t('form.reminder')} defaultHour={limits.dossier.selfPickupHour} />
      </Box>
    </Panel>
  )
}

function DossierFields() {
  const { t } = useTranslation('flames')
  const { languages } = useContactWords()
  return (
    <Panel title={t('form.dossier')}>
      <Box sx={{ ...fieldGrid({ xs: 1, sm: 2 }), px: 3, pt: 1, pb: 3 }}>
        <TextField name="dossier.certificateName" label={t('form.certificateName')} autoFocus />
        <SelectField name="dossier.language" label={t('form.language')} options={languages} />
        <Box sx={{ gridColumn: '1 / -1' }}>
          <TextField name="dossier.notes" label={t('form.notes')} rows={4} />
        </Box>
      </Box>
    </Panel>
  )
}

interface Refused {
  step: string | undefined
  steps: readonly LackingStep[]
  /** Takes the reason for which the requirements are overridden, if they are. */
  answer: (reason: string | undefined) => void
}

/** Creates the flame and opens its dossier; a step with unmet requirements is reported. */
function useSave(contact: Contact, emailRef: string | undefined) {
  const { t } = useTranslation('flames')
  const go = useGo()
  const [refused, setRefused] = useState<Refused>()
  const [madeFrom, setMadeFrom] = useState(emailRef)
  const add = useApiMutation(flameApi.add, {
    quiet: ['STEP_REQUIRES'],
  })

  const open = (made: Flame) => go('flame', flameKeys(made), { replace: true })

  async function send(flame: NewFlame): Promise<Flame> {
    try {
      // the current contact, which may be a merged one after a refusal
      const made = await add.mutateAsync({ body: { ...flame, contactRef: contact.id, emailRef: madeFrom ?? null } })
      notify(t('done.added', { name: contact.fullName || t('unknown') }))
      return made
    } catch (error) {
      const steps = error instanceof ApiError ? error.problem.steps : undefined
      if (steps) {
        const overrideReason = await new Promise<string | undefined>((answer) =>
          setRefused({ step: flame.step, steps, answer }),
        )
        setRefused(undefined)
        if (overrideReason !== undefined) return send({ ...flame, overrideReason })
      }
      if (error instanceof ApiError && error.errors?.some(({ path }) => path === 'emailRef')) {
        // the next attempt omits the missing e-mail, so that the input is not lost
        setMadeFrom(undefined)
        throw Object.assign(new Error(), { errors: [{ path: '', detail: t('form.emailGone') }] })
      }
      throw error
    }
  }

  return { send, open, refused }
}
