import ChecklistIcon from '@mui/icons-material/Checklist'
import LightbulbIcon from '@mui/icons-material/LightbulbOutlined'
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import { Link } from '@tanstack/react-router'
import { flameApi } from '#contract/orders/flames'
import { type ScreenName, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { projectApi } from '#contract/work/projects'
import { todoApi } from '#contract/work/todos'
import { useApi } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { CountLabel, countLook } from '../../ui/buttons/CountLabel.tsx'
import type { IconComponent } from '../../ui/icons/create-icon.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { Tooltip } from '../../ui/tooltips/Tooltip.tsx'
import { isInNavigation } from '../navigation.ts'

/** Milliseconds between reads: entries become due by time, which is not announced. */
const askEvery = 60_000

/** Numbers of due entries that the user looks after, for users with the entry in their navigation. */
const badges = {
  dueFlames: { screen: 'ownDueFlames', count: flameApi.countOwnDue, icon: LocalFireDepartmentIcon },
  dueProjects: { screen: 'ownDueProjects', count: projectApi.countOwnDue, icon: LightbulbIcon },
  dueTodos: { screen: 'ownToDos', count: todoApi.countOwnDue, icon: ChecklistIcon },
} as const

export function DueBadges({ user }: { user: CurrentUser }) {
  const names = Object.keys(badges) as (keyof typeof badges)[]
  return names
    .filter((name) => isInNavigation(badges[name].screen, user) && !user.secondFactorMissing)
    .map((name) => <DueBadge key={name} name={name} />)
}

function useDueCount(name: keyof typeof badges): number {
  return useApi(badges[name].count, {}, { quiet: true, every: askEvery }).data?.count ?? 0
}

/** Shows only the number, in the navigation of a phone, whose bar has no room for badges. */
export function DueCount({ screen }: { screen: ScreenName }) {
  const name = (Object.keys(badges) as (keyof typeof badges)[]).find((badge) => badges[badge].screen === screen)
  return name ? <Count name={name} /> : null
}

function Count({ name }: { name: keyof typeof badges }) {
  return (
    <Box component="span" sx={{ ml: 'auto', pl: 2 }}>
      {useDueCount(name) || ''}
    </Box>
  )
}

function DueBadge({ name }: { name: keyof typeof badges }) {
  const { t } = useTranslation('shell')
  const { screen, icon } = badges[name]
  const Icon: IconComponent = icon
  const count = useDueCount(name)
  const label = t(`badge.${name}`, { count })
  return (
    // the visible text is the accessible name: a label would have to begin with it
    <Tooltip title={label}>
      <Button component={Link} to={screens[screen].path} color="inherit" startIcon={<Icon />} sx={countLook}>
        <CountLabel label={label} count={count} />
      </Button>
    </Tooltip>
  )
}
