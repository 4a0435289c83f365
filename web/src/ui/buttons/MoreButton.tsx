import Link from '@mui/material/Link'
import { useTranslation } from '../../i18n/use-translation.ts'
import { withColon } from '../../i18n/written.ts'

interface Props {
  /** Whether all of it is shown. */
  expanded: boolean
  onChange: (expanded: boolean) => void
  /** Whose text it is, for who does not see it. */
  of?: string
  /** Stands behind the text that it cuts short, not below it. */
  inline?: boolean
}

/** Shows the rest of a long text, and hides it again. */
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
