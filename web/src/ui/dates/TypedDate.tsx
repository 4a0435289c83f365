import ClearIcon from '@mui/icons-material/Clear'
import EventIcon from '@mui/icons-material/Event'
import InputAdornment from '@mui/material/InputAdornment'
import Popover from '@mui/material/Popover'
import { type Ref, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { LineField } from '../fields/LineField.tsx'
import { Box } from '../layout/Box.tsx'
import { lazyPart } from '../rendering/lazy-part.tsx'
import { useOpened } from '../rendering/use-opened.ts'
import { SkeletonLines } from '../states/SkeletonLines.tsx'
import { type DateError, type Parsed, typingMs } from './parse-date.ts'

const Calendar = lazyPart(() => import('./Calendar.tsx'), 'default')

/** What a date field outside of a form takes. The value is what the model keeps, null, or the raw text of a typing error. */
export interface DateInputProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  error?: string
  helperText?: string
  required?: boolean
  readOnly?: boolean
  disabled?: boolean
  autoFocus?: boolean
  /** By the model's value, for a date-time by its day: 'yyyy-mm-dd'. */
  isBlocked?: (day: string) => boolean
  blockedMessage?: string
}

interface Props extends DateInputProps {
  mode: 'day' | 'month'
  parse: (text: string) => Parsed
  format: (value: string) => string
  /** The day or month of a value, as the calendar and isBlocked know it. */
  dayOf: (value: string) => string
  /** The value when a day is picked while the field holds `before`. */
  pick: (day: string, before: string | null) => string
  placeholder: string
  pickLabel: string
  /** Nothing but figures is understood: a phone shows its keys for those alone. */
  figures?: boolean
}

const errorTexts = {
  date: 'invalid.date',
  hour: 'invalid.hour',
  minute: 'invalid.minute',
  short: 'invalid.short',
} as const satisfies Record<DateError, string>

/** A text field that understands typed dates, with a calendar to pick from. */
export function TypedDate(props: Props) {
  const { mode, dayOf, pick, isBlocked, blockedMessage, pickLabel, figures } = props
  const { label, readOnly, disabled, required, error, helperText, name, inputRef, autoFocus, placeholder } = props
  const { t } = useTranslation('ui')
  const { text, understood, type, settle, leave, set } = useTypedDate(props)
  const [open, setOpen] = useState(false)
  const wasOpened = useOpened(open)
  const anchor = useRef<HTMLDivElement>(null)
  const editable = !readOnly && !disabled
  const wrong = understood?.error
  const sentence =
    wrong === 'blocked' ? (blockedMessage ?? t('invalid.blockedDate')) : wrong ? t(errorTexts[wrong]) : error

  return (
    <>
      <LineField
        ref={anchor}
        label={label}
        name={name}
        required={required}
        disabled={disabled}
        autoFocus={autoFocus}
        value={text}
        placeholder={placeholder}
        error={sentence !== undefined}
        helperText={sentence ?? helperText}
        inputRef={inputRef}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key === 'ArrowDown' && event.altKey && editable) setOpen(true)
        }}
        inputMode={figures ? 'decimal' : 'text'}
        autoComplete="off"
        readOnly={readOnly}
        end={
          editable && (
            <InputAdornment position="end" sx={{ ml: 0 }}>
              {text !== '' && (
                <IconButton
                  // who types empties the field by the keys, and goes on to the next one
                  tabIndex={-1}
                  aria-label={t('date.clearFor', { label })}
                  onClick={() => set(null)}
                  sx={{ mr: -0.5 }}
                >
                  <ClearIcon fontSize="small" />
                </IconButton>
              )}
              <IconButton edge="end" aria-label={pickLabel} aria-haspopup="dialog" onClick={() => setOpen(true)}>
                <EventIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          )
        }
      />
      {wasOpened && (
        <Popover
          open={open}
          anchorEl={anchor.current}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': pickLabel } }}
        >
          {/* the place is found before the calendar is there: keep its size free */}
          <Box sx={{ minWidth: 320, minHeight: 336 }}>
            <Suspense fallback={<SkeletonLines lines={8} />}>
              <Calendar
                mode={mode}
                value={understood?.value === undefined ? null : dayOf(understood.value)}
                isBlocked={isBlocked}
                onPick={(day) => {
                  set(pick(day, understood?.value ?? null))
                  setOpen(false)
                }}
              />
            </Suspense>
          </Box>
        </Popover>
      )}
    </>
  )
}

type Understood = Parsed | { value: string; error: 'blocked' }

/** What is typed, handed to the model once it stands still; `understood` is what the field holds, undefined where it is empty. */
function useTypedDate({ parse, format, dayOf, value, onChange, onBlur, isBlocked }: Props) {
  const [typed, setTyped] = useState<{ text: string; over: string | null }>()
  const [handed, setHanded] = useState<{ value: string | null }>()

  // typed text stands until the value is changed by somebody else; what was handed over may arrive behind the next letter
  if (typed && typed.over !== value) setTyped(handed?.value === value ? { text: typed.text, over: value } : undefined)
  const text = typed ? typed.text : format(value ?? '')
  const waiting = typed && typed.text !== format(value ?? '') ? typed.text : undefined

  function understand(written: string): Understood {
    const parsed = parse(written)
    return parsed.value !== undefined && isBlocked?.(dayOf(parsed.value))
      ? { value: parsed.value, error: 'blocked' }
      : parsed
  }

  /** Hands the typed text to the model: its value, null, or the text itself when it is no allowed date. */
  function settle() {
    if (!typed) return
    const { value: date, error } = understand(typed.text)
    const next = typed.text.trim() === '' ? null : error ? typed.text : (date ?? null)
    setTyped({ text: typed.text, over: next })
    setHanded({ value: next })
    if (next !== value) onChange(next)
  }

  const settleLater = useEffectEvent(settle)
  useEffect(() => {
    if (waiting === undefined) return
    const timer = setTimeout(() => settleLater(), typingMs)
    return () => clearTimeout(timer)
  }, [waiting])

  return {
    text,
    understood: value ? understand(format(value)) : undefined,
    type: (next: string) => setTyped({ text: next, over: value }),
    settle,
    leave() {
      settle()
      if (!understand(text).error) setTyped(undefined)
      onBlur?.()
    },
    /** What was picked or cleared takes the place of what is typed. */
    set(next: string | null) {
      setTyped(undefined)
      setHanded(undefined)
      onChange(next)
    },
  }
}
