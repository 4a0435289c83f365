import type { ComponentProps } from 'react'
import { SearchField } from './SearchField.tsx'
import { useTyped } from './use-typed.ts'

const typingMs = 250

interface Props extends Pick<ComponentProps<typeof SearchField>, 'label' | 'placeholder' | 'sx'> {
  value: string
  onChange: (text: string) => void
}

/**
 * A search field that passes its text on after a pause in typing, or at once with Enter; Esc clears it. Filtered
 * content is not drawn for each letter.
 */
export function TypedSearchField({ value, onChange, ...field }: Props) {
  const { typed, type, hand } = useTyped(value, onChange, typingMs)
  return (
    <SearchField
      {...field}
      value={typed}
      onChange={type}
      onKeyDown={(event) => {
        if (event.key === 'Enter') hand(typed)
        if (event.key === 'Escape') hand('')
      }}
    />
  )
}
