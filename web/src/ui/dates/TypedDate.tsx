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

/** Properties of a date input outside a form. The value may be null, or the raw text if it cannot be parsed. */
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
  /** Returns true for a day ('yyyy-mm-dd') or month that cannot be chosen. */
  isBlocked?: (day: string) => boolean
  blockedMessage?: string
}

interface Props extends DateInputProps {
  mode: 'day' | 'month'
  parse: (text: string) => Parsed
  format: (value: string) => string
  /** Returns the day or month of a value, for the calendar and `isBlocked`. */
  dayOf: (value: string) => string
  /** Returns the value for a picked day; `before` is the previous value. */
  pick: (day: string, before: string | null) => string
  placeholder: string
  pickLabel: string
  /** Shows the numeric keyboard of a phone; set where only digits are accepted. */
  figures?: boolean
}

const errorTexts = {
  date: 'invalid.date',
  hour: 'invalid.hour',
  minute: 'invalid.minute',
  short: 'invalid.short',
} as const satisfies Record<DateError, string>

/** A text field that parses typed dates, with a calendar to pick one. */
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
                  // not a tab stop: keyboard users clear the field by deleting its text
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
          {/* keeps the final size, so that the popup is positioned correctly before the calendar loads */}
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

/** Parses typed text and passes it on after a pause; `understood` is undefined for an empty field. */
function useTypedDate({ parse, format, dayOf, value, onChange, onBlur, isBlocked }: Props) {
  const [typed, setTyped] = useState<{ text: string; over: string | null }>()
  const [handed, setHanded] = useState<{ value: string | null }>()

  // drops the typed text if `value` changes from outside; a value passed on from here may arrive after further typing
  if (typed && typed.over !== value) setTyped(handed?.value === value ? { text: typed.text, over: value } : undefined)
  const text = typed ? typed.text : format(value ?? '')
  const waiting = typed && typed.text !== format(value ?? '') ? typed.text : undefined

  function understand(written: string): Understood {
    const parsed = parse(written)
    return parsed.value !== undefined && isBlocked?.(dayOf(parsed.value))
      ? { value: parsed.value, error: 'blocked' }
      : parsed
  }

  /** Passes the typed text on as a value, as null if empty, or unchanged if it is not an allowed date. */
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
    /** Replaces the typed text with a picked or cleared value. */
    set(next: string | null) {
      setTyped(undefined)
      setHanded(undefined)
      onChange(next)
    },
  }
}
