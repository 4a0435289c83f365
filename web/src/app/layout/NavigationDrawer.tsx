import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users'
import { type GroupName, navigationOf } from '../navigation.ts'

const Drawer = lazy(() => import('@mui/material/Drawer'))

interface Props {
  user: CurrentUser
  narrow: boolean
  open: boolean
  onClose: () => void
}

export function NavigationDrawer({ user, narrow, open, onClose }: Props) {
  const { t } = useTranslation('shell')
  const list = (
    <Box component="nav" aria-label={t('navigation')} sx={{ width: narrow ? 260 : 248, py: 2 }}>
      {navigationOf(user).map(({ name, entries }) => (
        <Group key={name} name={name} entries={entries} onChosen={narrow ? onClose : undefined} />
      ))}
    </Box>
  )
  if (narrow) {
    return (
      <Suspense>
        <Drawer open={open} onClose={onClose}>
          {list}
        </Drawer>
      </Suspense>
    )
  }
  if (!open) return null
  return (
    <Box sx={{ borderRight: 1, borderColor: 'divider', bgcolor: 'background.paper', overflow: 'auto' }}>{list}</Box>
  )
}

interface GroupProps {
  name: GroupName
  entries: ReturnType<typeof navigationOf>[number]['entries']
  onChosen?: () => void
}

function Group({ name, entries, onChosen }: GroupProps) {
  const { t } = useTranslation('shell')
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const id = useId()
  return (
    <Box sx={{ mb: 2 }}>
      <ListSubheader component="div" id={id} disableSticky sx={groupLook}>
        {t(`group.${name}`)}
      </ListSubheader>
      <List disablePadding aria-labelledby={id}>
        {entries.map(({ screen, icon: Icon }) => {
          const selected = screens[screen].path === pathname
          return (
            <li key={screen}>
              <ListItemButton
                component={Link}
                to={screens[screen].path}
                selected={selected}
                aria-current={selected ? 'page' : undefined}
                onClick={onChosen}
                sx={{
                  py: 1,
                  px: 4,
                  minHeight: 34,
                  '&.Mui-selected': { boxShadow: (theme) => `inset 3px 0 0 ${theme.palette.secondary.main}` },
                }}
              >
                <ListItemIcon sx={{ minWidth: 32 }}>
                  <Icon fontSize="small" />
                </ListItemIcon>
                {t(`screen.${screen}`)}
              </ListItemButton>
            </li>
          )
        })}
      </List>
    </Box>
  )
}

const groupLook = { lineHeight: '32px', fontSize: 12, bgcolor: 'transparent' }
