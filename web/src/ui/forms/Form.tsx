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
import { FormMethods, HasSaveAction } from './form-methods.ts'
import { type FormPresence, fieldAt, marksOf } from './form-presence.ts'
import { type KeptAs, useKeptInput } from './kept-input.ts'
import { isSame, snapshot, typedOver } from './typed-over.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { zodSentence } from './zod-sentences.ts'

export interface FieldError {
  /** Path of the field: 'emails.0.address', or its parts. */
  path: string | readonly (string | number)[]
  detail: string
}

interface Props<Input extends FieldValues, Output, Result = unknown> {
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /**
   * Saves the values. An error with `errors` (path, detail) marks the fields, any other is rethrown; the input stays.
   */
  onSubmit: (values: Output, form: UseFormReturn<Input, unknown, Output>) => Promise<Result> | Result
  /** Returns the form values for the result of `onSubmit`. Default: the submitted values. */
  valuesOf?: (result: Result) => Input
  /** Called after a successful save, for example to leave the page, unless the user is leaving it already. */
  onSaved?: (result: Result, isLeaving: boolean) => void
  /** Id for a submit button outside the form: <Button type="submit" form={id}>. */
  id?: string
  label?: string
  /** Asks before leaving with unsaved changes; set to false for searches. */
  guarded?: boolean
  /** Name under which unsaved input survives the end of the session. Default for a guarded form: its initial values. */
  keptAs?: KeptAs<Input>
  /**
   * The record being edited. While the form is unchanged it follows `defaultValues`; otherwise it announces newer
   * versions and keeps the input.
   */
  editing?: Editing
  /** True while nothing can be saved; unsaved input is kept with a notice. */
  readOnly?: boolean
  /** Shows which fields other users are in, and tells them which one this user is in. */
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
  const hasSaveAction = useRef(false)
  const leaving = useUnsavedChanges(guarded && isDirty, undefined, {
    isOffered: () => hasSaveAction.current && !readOnly,
    save: () => save(),
  })
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

  /** Resets the form to the newer version, with the chosen values as unsaved changes. */
  async function takeOver({ compare }: Editing): Promise<void> {
    const mine = form.getValues()
    const merged = await compare(mine)
    if (!merged) return
    // keeps values outside the record, such as a new password
    form.reset({ ...form.formState.defaultValues, ...merged.theirs } as Input)
    form.reset({ ...mine, ...merged.chosen }, { keepDefaultValues: true })
  }

  const shownTo = usePresentIn(form, presence)

  /** Saves valid values; resolves to whether everything in the form is saved then. */
  async function write(values: Output, isLeaving: boolean): Promise<boolean> {
    dismissConfirmed()
    // changes during the save count if the user typed them, or all of them in a form that stays open (`valuesOf`)
    let isTyped = valuesOf !== undefined
    const typing = form.watch((_values, { type }) => {
      isTyped ||= type === 'change'
    })
    try {
      const saving = onSubmit(values, form)
      const sent = snapshot(form.getValues())
      const result = await saving
      const now = snapshot(form.getValues())
      const isMore = isTyped && !isSame(sent, now)
      const saved = valuesOf ? valuesOf(result) : isMore ? sent : now
      form.reset(saved)
      // changes made during the save are still unsaved
      if (isMore) form.reset(typedOver(saved, sent, now) as Input, { keepDefaultValues: true })
      else leaving.settle()
      onSaved?.(result, isLeaving)
      return !isMore
    } catch (error) {
      // the snackbar already shows API errors
      if (!showFieldErrors(error, form, formRef.current) && !(error instanceof ApiError)) throw error
      return false
    } finally {
      typing.unsubscribe()
    }
  }

  /** Saves; without an event because the user is leaving. */
  async function save(event?: FormEvent): Promise<boolean> {
    // the submit button is only disabled after the next render
    if (underWay.current) return false
    underWay.current = true
    let isSaved = false
    try {
      await form.handleSubmit(async (values) => {
        isSaved = await write(values, event === undefined)
      })(event)
    } catch (error) {
      reportError(error)
    } finally {
      underWay.current = false
    }
    return isSaved
  }

  return (
    <FormProvider {...form}>
      <FormMethods value={form}>
        <HasSaveAction value={hasSaveAction}>
          <Box
            component="form"
            ref={formRef}
            id={id}
            aria-label={label}
            noValidate
            {...shownTo}
            onSubmit={(event: FormEvent) => {
              // React events bubble through portals: a form in a dialog must not submit the form around the dialog
              event.stopPropagation()
              event.preventDefault()
              void save(event)
            }}
          >
            {isDirty && readOnly && <UnsavedNotice />}
            {isDirty &&
              !readOnly &&
              !isSubmitting &&
              editing?.isNewer() &&
              // no notice for changes outside the form, such as moving or archiving the record
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
        </HasSaveAction>
      </FormMethods>
    </FormProvider>
  )
}

/** Returns event handlers that report the current field to other users, and styles that mark the fields they are in. */
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
      // option lists are portals outside the form element
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

/** Marks the fields refused by the server; errors without a visible field are shown above the form. */
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
