import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  text: string
  /** Characters shown before the rest is folded away. */
  length?: number
  /** Lines shown before the rest is folded away. */
  lines?: number
}

export function ClampedText({ text, length = 100, lines }: Props) {
  const { t } = useTranslation('ui')
  const [expanded, setExpanded] = useState(false)
  const beginning = [...text.split('\n').slice(0, lines).join('\n')].slice(0, length).join('')
  const tooLong = beginning !== text
  return (
    <Typography component="span" variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {tooLong && !expanded ? `${beginning.trimEnd()}… ` : text}
      {tooLong && (
        <Link
          component="button"
          type="button"
          variant="body2"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
          sx={{ ml: expanded ? 1 : 0, minHeight: 24, verticalAlign: 'baseline' }}
        >
          {t(expanded ? 'action.less' : 'action.more')}
        </Link>
      )}
    </Typography>
  )
}
