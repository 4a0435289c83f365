import { Fragment } from 'react'

/** An address that goes on the next line behind its @ or a dot, and not within a word. */
export function EmailAddressText({ children }: { children: string }) {
  const parts = children.split(/(?<=[@.])/)
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
