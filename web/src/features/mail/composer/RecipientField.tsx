import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { type ClipboardEvent, memo, type Ref, useState } from 'react'
import { contactApi } from '#contract/contacts/contacts'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { written } from './reply.ts'

interface Props {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Called with whether a complete recipient is typed but not yet added. */
  onTyping?: (typing: boolean) => void
  inputRef?: Ref<HTMLInputElement>
}

/** Tests for a recipient: longer than 3 characters, with '@' after the first. */
export const isRecipient = (typed: string) => typed.trim().length > 3 && addressIn(typed).indexOf('@') > 0

/** Returns `a@b.ch` of `Name <a@b.ch>`. */
export const addressIn = (typed: string) => (/<([^<>]*)>\s*$/.exec(typed)?.[1] ?? typed).trim()

const nameIn = (typed: string) => typed.replace(/\s*<[^<>]*>\s*$/, '').trim() || typed

/** Splits pasted recipients; a comma within a name, as in `Muster, Anna <a@b.ch>`, does not separate. */
const listed = (text: string) =>
  text.split(/[;\r\n]+/).flatMap((line) => line.split(/,(?![^@<>]{0,100}<)|(?<=[@>][^,]{0,100}),/))

/** A field for recipients as chips: suggested addresses of contacts, or text ended by Enter, comma or semicolon. */
export const RecipientField = memo(function RecipientField({ label, value, onChange, onTyping, inputRef }: Props) {
  const { t } = useTranslation('composer')
  const [typed, show] = useState('')
  const [refused, setRefused] = useState(false)
  const searchTerm = useDebounced(typed.trim(), 200)
  const mayComplete = useMay()(contactApi.emails.allow) && searchTerm.length > 1
  const found = useApi(contactApi.emails, { query: { searchTerm } }, { enabled: mayComplete, quiet: true })
  // results for another search term are not shown
  const proposals = mayComplete && typed.trim() === searchTerm ? (found.data ?? []) : []
  const options = written(proposals.map(({ fullName, address }) => ({ name: fullName, address })))

  function setTyped(text: string) {
    show(text)
    onTyping?.(isRecipient(text))
  }

  function add(texts: readonly string[]) {
    const good = texts.map((text) => text.trim()).filter(isRecipient)
    const known = new Set(value.map((one) => addressIn(one).toLowerCase()))
    const fresh = good.filter((one) => {
      const key = addressIn(one).toLowerCase()
      return !known.has(key) && known.add(key)
    })
    if (fresh.length > 0) onChange([...value, ...fresh])
    const bad = texts.filter((text) => text.trim() && !isRecipient(text))
    setTyped(bad.join(', '))
    setRefused(bad.length > 0)
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const texts = listed(event.clipboardData.getData('text'))
    if (texts.length < 2) return
    event.preventDefault()
    add(texts)
  }

  return (
    <Autocomplete
      multiple
      freeSolo
      filterOptions={(all) => all}
      // with many recipients the last ones stay visible
      sx={{ '& .MuiInputBase-root': { maxHeight: 160, overflowY: 'auto' } }}
      options={options.filter((option) => !value.includes(option))}
      value={[...value]}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        if (reason === 'reset') return
        setRefused(false)
        const parts = text.split(/[,;]/)
        // a comma completes an address, but not an incomplete name
        if (parts.length > 1 && parts.slice(0, -1).every(isRecipient)) add(parts)
        else setTyped(text)
      }}
      onChange={(_event, chosen, reason, details) => {
        if (reason === 'createOption' || reason === 'selectOption') add([details?.option ?? ''])
        else onChange(chosen)
      }}
      onBlur={() => add([typed])}
      renderValue={(chosen, getItemProps) =>
        chosen.map((one, index) => {
          const { key, ...item } = getItemProps({ index })
          return <Chip key={key} {...item} size="small" label={nameIn(one)} title={addressIn(one)} />
        })
      }
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          label={label}
          size="small"
          error={refused}
          helperText={refused ? t('recipientRefused') : undefined}
          slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, onPaste: paste } }}
          inputRef={inputRef}
        />
      )}
    />
  )
})
