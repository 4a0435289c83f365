import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { backTo, usePreviousPage } from '../page-history.ts'

/** Button to the previous page; only tasks and contacts have one. */
export function BackButton({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const page = usePreviousPage()
  if (page === undefined) return null
  const label = t(`back.${backTo(page)}`)
  const go = () => void navigate({ href: page })
  if (narrow) {
    return (
      <IconButton aria-label={label} title={label} onClick={go}>
        <ArrowBackIcon />
      </IconButton>
    )
  }
  return (
    <Button color="inherit" startIcon={<ArrowBackIcon />} onClick={go} sx={{ whiteSpace: 'nowrap', flexShrink: 0 }}>
      {label}
    </Button>
  )
}
