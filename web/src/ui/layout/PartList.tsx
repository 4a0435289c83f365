import AddIcon from '@mui/icons-material/Add'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../buttons/IconButton.tsx'
import { useListedWith } from '../conflicts/use-listed.ts'
import { isAnythingTyped } from '../forms/unsaved-changes.ts'
import { Typography } from '../text/Typography.tsx'
import { Tooltip } from '../tooltips/Tooltip.tsx'
import { Box } from './Box.tsx'
import { Panel } from './Panel.tsx'

interface Props<Part extends { id: string }> {
  title: string
  addLabel: string
  /** Buttons beside the add button. */
  tools?: ReactNode
  /** Text for an empty list. */
  noneText: string
  readOnly: boolean
  parts: readonly Part[]
  show: (part: Part, edit: () => void) => ReactNode
  /** Draws the editor of a part; undefined for a new one. */
  edit: (part: Part | undefined, close: () => void) => ReactNode
}

const added = 'new'

/** A list of rows that are displayed as text and edited in place; several may be open at once. */
export function PartList<Part extends { id: string }>(props: Props<Part>) {
  const { title, addLabel, tools, noneText, readOnly, parts, show, edit } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const openOne = (id: string) => setOpen((before) => new Set(before).add(id))
  const closeOne = (id: string) => setOpen((before) => new Set([...before].filter((other) => other !== id)))
  const shown = useListedWith(parts, open)
  // keeps unsaved input if the record becomes read-only meanwhile
  const isEdited = (id: string) => open.has(id) && (!readOnly || isAnythingTyped())

  return (
    <Panel
      title={title}
      count={parts.length}
      action={
        !readOnly && (
          <>
            {tools}
            <Tooltip title={addLabel}>
              <IconButton aria-label={addLabel} onClick={() => openOne(added)}>
                <AddIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </>
        )
      }
    >
      <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((part) => (
          <Box component="li" key={part.id} sx={{ borderTop: 1, borderColor: 'divider' }}>
            {isEdited(part.id) ? (
              <Box sx={{ p: 3 }}>{edit(part, () => closeOne(part.id))}</Box>
            ) : (
              show(part, () => openOne(part.id))
            )}
          </Box>
        ))}
        {isEdited(added) && (
          <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', p: 3 }}>
            {edit(undefined, () => closeOne(added))}
          </Box>
        )}
      </Box>
      {parts.length === 0 && !open.has(added) && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 3, pb: 2 }}>
          {noneText}
        </Typography>
      )}
    </Panel>
  )
}
