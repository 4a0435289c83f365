import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { flameApi } from '#contract/orders/flames'
import { mayEnter, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users'
import { useApi } from '../../api/hooks.ts'
import { CountLabel, countLook } from '../../ui/CountLabel.tsx'

/** A flame becomes due by the clock, which nobody tells. */
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
    // the name is the text: a label of its own would have to begin with what is seen
    <Tooltip title={label} describeChild>
      <Button
        component={Link}
        to={screens.ownDueFlames.path}
        color="inherit"
        startIcon={<LocalFireDepartmentIcon />}
        sx={countLook}
      >
        <CountLabel label={label} count={count} />
      </Button>
    </Tooltip>
  )
}
