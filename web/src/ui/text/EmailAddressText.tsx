import { Fragment } from 'react'

/** Longer ones break where they must. */
const longestWhole = 26

/** An address that goes on the next line behind its @ or a dot, and not within a word, nor behind a hyphen. */
export function EmailAddressText({ children }: { children: string }) {
  const parts = children.split(/(?<=[@.])/)
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part.includes('-') && part.length <= longestWhole ? <span style={{ whiteSpace: 'nowrap' }}>{part}</span> : part}
    </Fragment>
  ))
}
