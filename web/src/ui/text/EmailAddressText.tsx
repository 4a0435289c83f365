import { Fragment } from 'react'

/** Maximum length of a part kept on one line despite a hyphen. */
const longestWhole = 26

/** An e-mail address that wraps after @ or a dot, but not within a word or after a hyphen. */
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
