import { useState } from 'react'
import { useListed } from '../../../ui/conflicts/use-listed.ts'
import type { Editing } from './inline-row.tsx'

/** Which row of a table is edited. One that is deleted meanwhile stays first in the table while something is typed in it. */
export function useEditedRow<Row extends { id: string }>(listed: readonly Row[] | undefined) {
  const [begun, setEditing] = useState<Editing>(null)
  const edited = useListed(listed, begun)
  const isGone = edited !== undefined && listed?.every(({ id }) => id !== edited.id)
  return {
    rows: listed && isGone ? [edited, ...listed] : listed,
    edited,
    editing: begun === 'new' || edited ? begun : null,
    setEditing,
  }
}
