import { zodResolver } from '@hookform/resolvers/zod'
import Alert from '@mui/material/Alert'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../api/client.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { NewerNotice, UnsavedNotice } from '../conflicts/NewerNotice.tsx'
import type { Editing } from '../conflicts/use-editing.ts'
import { Box } from '../layout/Box.tsx'
import { dismissConfirmed } from '../notices/snackbar.ts'
import { forgiving } from './forgiving.ts'
import { FormMethods } from './form-methods.ts'
import { type FormPresence, fieldAt, marksOf } from './form-presence.ts'
import { type KeptAs, useKeptInput } from './kept-input.ts'
import { isSame, snapshot, typedOver } from './typed-over.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { zodSentence } from './zod-sentences.ts'

export interface FieldError {
  /** 'emails.0.address' or its parts. */
  path: string | readonly (string | number)[]
  detail: string
}

interface Props<Input extends FieldValues, Output, Result = unknown> {
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** May throw: an error with `errors` (path, detail) marks its fields, any other is handed on. What was typed stays. */
  onSubmit: (values: Output, form: UseFormReturn<Input, unknown, Output>) => Promise<Result> | Result
  /** What the form shows of what `onSubmit` answers; without it, what was sent. */
  valuesOf?: (result: Result) => Input
  /** Runs when what was sent is saved: the place to leave the page. */
  onSaved?: (result: Result) => void
  /** For a button that stands outside: <Button type="submit" form={id}>. */
  id?: string
  label?: string
  /** Leaving with changes asks; switch off for searches. */
  guarded?: boolean
  /** Keeps what was typed under this name over the end of the session; without it, a guarded form does so by its start values. */
  keptAs?: KeptAs<Input>
  /**
   * The record that it changes. What others save shows while nothing is typed, by `defaultValues`; otherwise the form says so
   * and keeps what is typed.
   */
  editing?: Editing
  /** Nothing can be saved for now; what was typed before says so and waits. */
  readOnly?: boolean
  /** Shows who else is in which field, and tells them where one is. */
  presence?: FormPresence | undefined
  children: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode)
}

export function Form<Input extends FieldValues, Output, Result = unknown>(props: Props<Input, Output, Result>) {
  const {
    schema,
    defaultValues,
    onSubmit,
    valuesOf,
    onSaved,
    id,
    label,
    guarded = true,
    keptAs,
    editing,
    readOnly = false,
    presence,
    children,
  } = props
  const { t } = useTranslation('ui')
  const check = zodResolver<Input, unknown, Output>(schema, { error: (issue) => zodSentence(issue, t) })
  const form: UseFormReturn<Input, unknown, Output> = useForm<Input, unknown, Output>({
    defaultValues,
    resolver: forgiving(check, () => form.formState.errors),
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting, errors } = form.formState
  const leaving = useUnsavedChanges(guarded && isDirty)
  const formRef = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)
  useKeptInput(form, formRef, guarded || keptAs !== undefined, keptAs)

  const unseen = editing?.unseen()
  const follow = useEffectEvent(() => {
    form.reset(defaultValues)
    editing?.follow()
  })
  useEffect(() => {
    if (unseen && !isDirty && !isSubmitting) follow()
  }, [unseen, isDirty, isSubmitting])

  /** What was chosen of theirs and one's own is what is typed over theirs. */
  async function takeOver({ compare }: Editing): Promise<void> {
    const mine = form.getValues()
    const merged = await compare(mine)
    if (!merged) return
    // what is no part of the record, such as a new password, stays
    form.reset({ ...form.formState.defaultValues, ...merged.theirs } as Input)
    form.reset({ ...mine, ...merged.chosen }, { keepDefaultValues: true })
  }

  const shownTo = usePresentIn(form, presence)

  const submit = form.handleSubmit(async (values) => {
    dismissConfirmed()
    const sent = snapshot(form.getValues())
    // by a person, or anything in a form that goes on with its record
    let isTyped = valuesOf !== undefined
    const typing = form.watch((_values, { type }) => {
      isTyped ||= type === 'change'
    })
    try {
      const result = await onSubmit(values, form)
      const now = snapshot(form.getValues())
      const isMore = isTyped && !isSame(sent, now)
      const saved = valuesOf ? valuesOf(result) : isMore ? sent : now
      form.reset(saved)
      // what was typed meanwhile is not saved yet
      if (isMore) form.reset(typedOver(saved, sent, now) as Input, { keepDefaultValues: true })
      else leaving.settle()
      onSaved?.(result)
    } catch (error) {
      // what a call answers stands in the snackbar already
      if (!showFieldErrors(error, form, formRef.current) && !(error instanceof ApiError)) throw error
    } finally {
      typing.unsubscribe()
    }
  })

  return (
    <FormProvider {...form}>
      <FormMethods value={form}>
        <Box
          component="form"
          ref={formRef}
          id={id}
          aria-label={label}
          noValidate
          {...shownTo}
          onSubmit={(event: FormEvent) => {
            // a form in a dialog must not submit the form around the dialog
            event.stopPropagation()
            event.preventDefault()
            // the button that was pressed is disabled only when it is drawn again
            if (underWay.current) return
            underWay.current = true
            submit(event)
              .catch((error) => reportError(error))
              .finally(() => {
                underWay.current = false
              })
          }}
        >
          {isDirty && readOnly && <UnsavedNotice />}
          {isDirty &&
            !readOnly &&
            !isSubmitting &&
            editing?.isNewer() &&
            // moved, archived, brought back: that changes the record, and nothing in the form
            !isSame(defaultValues, form.formState.defaultValues) && (
              <NewerNotice onCompare={() => void takeOver(editing)} />
            )}
          {errors.root && (
            <Alert severity="error" variant="outlined" sx={{ mb: 3 }}>
              {errors.root.message}
            </Alert>
          )}
          {typeof children === 'function' ? children(form) : children}
          {editing?.dialog}
        </Box>
      </FormMethods>
    </FormProvider>
  )
}

/** What a form does to tell others where one is in it, and to show where they are. */
function usePresentIn<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  presence: FormPresence | undefined,
) {
  const { isDirty } = form.formState
  const edits = useEffectEvent((state: { field?: string; isDirty?: boolean }) => presence?.edits(state))
  useEffect(() => edits({ isDirty }), [isDirty])
  useEffect(() => () => edits({ field: '', isDirty: false }), [])
  if (!presence) return {}
  return {
    sx: marksOf(presence.others, form.getValues()),
    onInput: () => presence.edits({}),
    onFocus({ target, currentTarget }: FocusEvent<Element>) {
      // a list of choices lies beside the form
      if (currentTarget.contains(target)) presence.edits({ field: fieldAt(target, form.getValues()) })
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent<Element>) {
      if (!currentTarget.contains(relatedTarget)) presence.edits({ field: '' })
    },
  }
}

function fieldErrorsOf(error: unknown): FieldError[] {
  const list = error instanceof Object && 'errors' in error ? error.errors : undefined
  if (!Array.isArray(list)) return []
  return list.filter((entry): entry is FieldError => entry instanceof Object && 'path' in entry && 'detail' in entry)
}

/** Marks the fields that a server refused; what belongs to no field on the screen stands above the form. */
function showFieldErrors<Input extends FieldValues, Output>(
  error: unknown,
  form: UseFormReturn<Input, unknown, Output>,
  element: HTMLFormElement | null,
) {
  const refused = fieldErrorsOf(error)
  const elsewhere: string[] = []
  let focused = false
  for (const { path, detail } of refused) {
    const name = typeof path === 'string' ? path : path.join('.')
    if (element?.querySelector(`[name="${CSS.escape(name)}"]`)) {
      form.setError(name as Path<Input>, { type: 'server', message: detail }, { shouldFocus: !focused })
      focused = true
    } else elsewhere.push(detail)
  }
  if (elsewhere.length > 0) form.setError('root', { type: 'server', message: elsewhere.join(' ') })
  return refused.length > 0
}
