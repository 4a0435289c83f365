import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import { Link } from '@tanstack/react-router'
import { mayEnter, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Tooltip } from '../../ui/tooltips/Tooltip.tsx'

/** Link to the dashboards, for admins only. */
export function DashboardButton({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('shell')
  if (!user.roles.includes('ADMIN') || user.secondFactorMissing || !mayEnter(screens.dashboards, user)) return null
  const label = t('screen.dashboards')
  return (
    <Tooltip title={label}>
      <IconButton component={Link} to={screens.dashboards.path} aria-label={label}>
        <DashboardIcon />
      </IconButton>
    </Tooltip>
  )
}
