import Link from '@mui/material/Link'
import { useTranslation } from '../../i18n/use-translation.ts'
import { withColon } from '../../i18n/written.ts'

interface Props {
  /** True if the whole text is shown. */
  expanded: boolean
  onChange: (expanded: boolean) => void
  /** Name of the text, for screen readers. */
  of?: string
  /** True if the button follows the truncated text on the same line. */
  inline?: boolean
}

/** A link that expands and collapses a long text. */
export function MoreButton({ expanded, onChange, of, inline = false }: Props) {
  const { t } = useTranslation('ui')
  const word = t(expanded ? 'action.less' : 'action.more')
  return (
    <Link
      component="button"
      type="button"
      variant="body2"
      aria-expanded={expanded}
      aria-label={of && withColon(of, word)}
      onClick={() => onChange(!expanded)}
      sx={{ minHeight: 24, ...(inline && { ml: expanded ? 1 : 0, verticalAlign: 'baseline' }) }}
    >
      {word}
    </Link>
  )
}
