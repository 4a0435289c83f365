import { flameApi } from '@glut/contract/flames'
import { mayEnter, screens } from '@glut/contract/routes'
import type { CurrentUser } from '@glut/contract/users'
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/hooks.ts'

const askEvery = 60_000

/** How many flames the user looks after are due. */
export function DueFlamesBadge({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('shell')
  const seen = mayEnter(screens.ownDueFlames, user) && !user.secondFactorMissing
  const { data } = useApi(flameApi.countOwnDue, {}, { enabled: seen, quiet: true, every: askEvery })
  if (!seen) return null
  const count = data?.count ?? 0
  const label = t('badge.dueFlames', { count })
  return (
    <Tooltip title={label}>
      <Button
        component={Link}
        to={screens.ownDueFlames.path}
        color="inherit"
        startIcon={<LocalFireDepartmentIcon />}
        aria-label={label}
        sx={{ flexShrink: 0, minWidth: 0, fontVariantNumeric: 'tabular-nums' }}
      >
        {count || ''}
      </Button>
    </Tooltip>
  )
}
