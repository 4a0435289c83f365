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
  /** Name that input is stored under: the comment being edited or answered, or the subject of a new one. */
  name: string
  /** Label of the button. */
  action: string
  text?: string
  /** True if another user has saved a different text since. */
  isNewer?: boolean
  /** Message if the edited comment was deleted. */
  gone?: string | undefined
  /** Asks which text to keep; resolves to null on cancel. */
  compare?: (mine: string) => Promise<string | null>
  autoFocus?: boolean
  /** Saves the text; on rejection the input stays. `onWay` wraps each request: a question before it may stay open. */
  onSave: (text: string, onWay: OnWay) => Promise<unknown>
  /** Omitted if the editor cannot be cancelled. */
  onClose?: () => void
}

type OnWay = <Answer>(call: Promise<Answer>) => Promise<Answer>

/** Names of editors with a pending save, also across unmounting and remounting. */
const sending = createStore<ReadonlySet<string>>(new Set())

function setSending(name: string, isSending: boolean): void {
  const others = [...sending.get()].filter((one) => one !== name)
  sending.set(new Set(isSending ? [...others, name] : others))
}

/** Edits a comment or answer; asks before unsaved text is left. */
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
  /** The text the input started from, which another user may have changed since. */
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
      // the snackbar shows the error; the text stays
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
