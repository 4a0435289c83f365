import { useState } from 'react'
import { MoreButton } from '../buttons/MoreButton.tsx'
import { Typography } from './Typography.tsx'

interface Props {
  text: string
  /** Number of characters shown before the text is truncated. */
  length?: number
  /** Number of lines shown before the text is truncated. */
  lines?: number
}

export function ClampedText({ text, length = 100, lines }: Props) {
  const [expanded, setExpanded] = useState(false)
  const beginning = [...text.split('\n').slice(0, lines).join('\n')].slice(0, length).join('')
  const tooLong = beginning !== text
  return (
    <Typography component="span" variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {tooLong && !expanded ? `${beginning.trimEnd()}… ` : text}
      {tooLong && <MoreButton expanded={expanded} onChange={setExpanded} inline />}
    </Typography>
  )
}
