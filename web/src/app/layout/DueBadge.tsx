import ChecklistIcon from '@mui/icons-material/Checklist'
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { flameApi } from '#contract/orders/flames'
import { mayEnter, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users'
import { todoApi } from '#contract/work/todos'
import { useApi } from '../../api/hooks.ts'
import { CountLabel, countLook } from '../../ui/CountLabel.tsx'

/** Something becomes due by the clock, which nobody tells. */
const askEvery = 60_000

const kinds = {
  flames: {
    screen: 'ownDueFlames',
    count: flameApi.countOwnDue,
    label: 'badge.dueFlames',
    icon: <LocalFireDepartmentIcon />,
  },
  todos: { screen: 'ownToDos', count: todoApi.countOwnDue, label: 'badge.dueTodos', icon: <ChecklistIcon /> },
} as const

/** How much is due of what the user looks after. */
export function DueBadge({ of, user }: { of: keyof typeof kinds; user: CurrentUser }) {
  const { t } = useTranslation('shell')
  const { screen, count: counting, label: words, icon } = kinds[of]
  const seen = mayEnter(screens[screen], user) && !user.secondFactorMissing
  const { data } = useApi(counting, {}, { enabled: seen, quiet: true, every: askEvery })
  if (!seen) return null
  const count = data?.count ?? 0
  const label = t(words, { count })
  return (
    // the name is the text: a label of its own would have to begin with what is seen
    <Tooltip title={label} describeChild>
      <Button component={Link} to={screens[screen].path} color="inherit" startIcon={icon} sx={countLook}>
        <CountLabel label={label} count={count} />
      </Button>
    </Tooltip>
  )
}
