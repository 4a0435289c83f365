import { useState } from 'react'
import { useListed } from '../../../ui/conflicts/use-listed.ts'
import type { Editing } from './inline-row.tsx'

/** Holds the edited row of a table. If another user deletes it, it stays at the top while it has unsaved input. */
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
