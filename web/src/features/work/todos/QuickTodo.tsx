import TextField from '@mui/material/TextField'
import { type FormEvent, useRef } from 'react'
import { type TodoType, todoApi } from '#contract/work/todos'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useKeptText } from '../../../ui/forms/kept-input.ts'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'

/** Adds a to-do with title and Enter; the next one can be typed at once. */
export function QuickTodo({ type, refId }: { type: TodoType; refId: string }) {
  const { t } = useTranslation('todos')
  const [title, setTitle] = useKeptText(`new to-do ${refId}`, '', { stays: true })
  const field = useRef<HTMLInputElement>(null)
  const add = useApiMutation(todoApi.add, { oneByOne: true })
  useUnsavedChanges(title.trim() !== '', () => setTitle(''))

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = title.trim()
    if (typed === '') return
    setTitle('')
    const input = { body: { type, ref: refId, title: typed } }
    // restores a refused title, even after the end of the session, unless the next one is typed
    add.mutateAsync(input).catch(() => field.current?.value || setTitle(typed))
  }

  return (
    <form onSubmit={submit} style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
      <TextField
        label={t('quick')}
        placeholder={t('quickHint')}
        value={title}
        inputRef={field}
        onChange={(event) => setTitle(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 255 } }}
        sx={{ flex: 1 }}
      />
      <Button type="submit" variant="outlined" disabled={title.trim() === ''}>
        {t('add')}
      </Button>
    </form>
  )
}
