import Alert from '@mui/material/Alert'
import { useEffect, useRef } from 'react'
import { limits } from '#contract/limits'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { createStore, useStore } from '../../../state/store.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { NewerNotice } from '../../../ui/conflicts/NewerNotice.tsx'
import { useKeptText } from '../../../ui/forms/kept-input.ts'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { CommentField } from './CommentField.tsx'

interface Props {
  label: string
  /** What it writes, for keeping what was typed: the comment that is changed or answered, or what a new one is about. */
  name: string
  /** Of the button. */
  action: string
  text?: string
  /** Somebody else saved another text since. */
  isNewer?: boolean
  /** Says that what it changes is there no longer. */
  gone?: string | undefined
  /** Asks which of the two texts is to be in the field; null when it was cancelled. */
  compare?: (mine: string) => Promise<string | null>
  autoFocus?: boolean
  /** What was typed stays when it is rejected. `onWay` is given each call: a question before it may be left without an answer. */
  onSave: (text: string, onWay: OnWay) => Promise<unknown>
  /** Without it there is nothing to cancel. */
  onClose?: () => void
}

type OnWay = <Answer>(call: Promise<Answer>) => Promise<Answer>

/** By their names, those whose text is on its way, also where their part of the page was closed and opened again. */
const sending = createStore<ReadonlySet<string>>(new Set())

function setSending(name: string, isSending: boolean): void {
  const others = [...sending.get()].filter((one) => one !== name)
  sending.set(new Set(isSending ? [...others, name] : others))
}

/** Writes a comment, an answer or a change; leaving it with something typed asks. */
export function CommentEditor({
  label,
  name,
  action,
  text = '',
  isNewer = false,
  gone,
  compare,
  autoFocus = false,
  onSave,
  onClose,
}: Props) {
  const { t: ui } = useTranslation('ui')
  const [value, setValue, sent] = useKeptText(`comment ${name}`, text, { stays: true })
  /** The text over which that was typed, which somebody else may have changed until it is gone on with. */
  const [typedOver, setTypedOver] = useKeptText(`comment ${name} over`, '', { stays: true })
  const isOver = typedOver !== '' && typedOver !== text
  const saving = useStore(sending, (names) => names.has(name))
  const underWay = useRef(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const { confirmLeave, settle } = useUnsavedChanges(value !== text, reset)
  const complete = value.trim() !== '' && value.length <= limits.comment.length

  function type(typed: string) {
    setValue(typed)
    setTypedOver(typed === text ? '' : typedOver || text)
  }
  function reset() {
    setValue(text)
    setTypedOver('')
  }

  async function save() {
    if (!complete || saving || underWay.current) return
    underWay.current = true
    try {
      const chosen = compare && isOver && !gone ? await compare(value) : value
      if (chosen === null) return
      await onSave(chosen, onWay)
      const isMore = latest.current !== value
      if (!isMore) settle()
      sent(value)
      setTypedOver('')
      if (isMore) return
      if (onClose) onClose()
      else field.current?.focus()
    } catch {
      // the refusal stands in the snackbar, the text stays
    } finally {
      underWay.current = false
    }
  }

  async function onWay<Answer>(call: Promise<Answer>): Promise<Answer> {
    setSending(name, true)
    try {
      return await call
    } finally {
      setSending(name, false)
    }
  }

  async function takeOver(ask: NonNullable<Props['compare']>) {
    const chosen = await ask(value)
    if (chosen === null) return
    setValue(chosen)
    setTypedOver('')
  }

  return (
    <Box
      component="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      sx={{ display: 'grid', gap: 1, pt: 1 }}
    >
      {gone && (
        <Alert severity="warning" variant="outlined" role="status">
          {gone}
        </Alert>
      )}
      {compare && (isNewer || isOver) && !gone && value !== text && !saving && (
        <NewerNotice onCompare={() => void takeOver(compare)} />
      )}
      <CommentField
        label={label}
        field={field}
        value={value}
        onChange={type}
        onSend={() => void save()}
        autoFocus={autoFocus}
      />
      <Box sx={{ display: 'flex', justifyContent: 'end', gap: 2 }}>
        {onClose && <Button onClick={async () => (await confirmLeave()) && onClose()}>{ui('action.cancel')}</Button>}
        <Button type="submit" variant="contained" color="secondary" disabled={!complete || saving}>
          {action}
        </Button>
      </Box>
    </Box>
  )
}
