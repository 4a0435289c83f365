import AddTaskIcon from '@mui/icons-material/AddTask'
import CloseIcon from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense } from 'react'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import type { Flame } from '#contract/orders/flames'
import type { Access } from '#contract/permissions'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { EncountersPanel } from '../../contacts/encounters/EncountersPanel.tsx'
import { CommentsView } from '../../together/comments/CommentsView.tsx'
import { TodoList } from '../../work/todos/TodoList.tsx'
import { flameKeys } from '../flames/flame-keys.ts'
import { type BesideTab, besideTabs } from './beside.ts'
import { FlameHistory } from './history/FlameHistory.tsx'

const needs = {
  encounters: 'ENCOUNTER_READ',
  comments: 'READ_COMMENTS',
  todos: 'TODO_READ',
  history: 'FLAME_READ',
} as const satisfies Record<BesideTab, Access>

interface Props {
  flame: Flame
  tab: BesideTab
  onTab: (tab: BesideTab) => void
  onClose: () => void
}

/** The panel beside a dossier with encounters, comments, to-dos and history. */
export function DossierBeside(props: Props) {
  const roomy = useMediaQuery('(min-width:1280px)')
  if (!roomy) {
    return (
      <Drawer
        open
        anchor="right"
        onClose={props.onClose}
        slotProps={{ paper: { sx: { width: { xs: '100%', sm: 480 } } } }}
      >
        <Content {...props} />
      </Drawer>
    )
  }
  return (
    <Paper sx={besideLook}>
      <Content {...props} />
    </Paper>
  )
}

const besideLook = {
  width: { xs: 400, xl: 480 },
  flexShrink: 0,
  position: 'sticky',
  top: 0,
  height: 'calc(100dvh - 96px)',
  overflow: 'hidden',
} as const

function Content({ flame, tab, onTab, onClose }: Props) {
  const { t } = useTranslation('dossiers')
  const { t: ui } = useTranslation('ui')
  const may = useMay()
  const shown = besideTabs.filter((one) => may(needs[one]))
  const contact = useApi(
    contactApi.get,
    { params: { id: flame.dossier.contactRef } },
    { enabled: may('CONTACT_READ'), quiet: true },
  ).data
  return (
    <Box
      component="aside"
      aria-label={t('beside.label')}
      sx={{ display: 'flex', flexDirection: 'column', height: 1, minHeight: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', borderBottom: 1, borderColor: 'divider', pr: 1 }}>
        <Tabs
          label={t('beside.label')}
          value={tab}
          options={shown.map((one) => ({ value: one, label: t(`beside.${one}`) }))}
          onChange={onTab}
          sx={{ flex: 1 }}
        />
        <IconButton aria-label={ui('action.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <Shown flame={flame} contact={contact} tab={tab} />
        </Suspense>
      </Box>
    </Box>
  )
}

function Shown({ flame, contact, tab }: Pick<Props, 'flame' | 'tab'> & { contact: Contact | undefined }) {
  const { t } = useTranslation('todos')
  const may = useMay()
  const go = useGo()
  const readOnly = flame.archivedUtc !== null || flame.deletedUtc !== null
  if (tab === 'history') return <FlameHistory flameId={flame.id} />
  if (tab === 'todos') {
    return (
      <Box sx={{ p: 3, display: 'grid', gap: 3 }}>
        <Button
          variant="outlined"
          startIcon={<AddTaskIcon />}
          onClick={() => go('flameTodos', flameKeys(flame))}
          sx={{ justifySelf: 'start' }}
        >
          {t('page')}
        </Button>
        <TodoList type="FLAME" refId={flame.id} readOnly={readOnly} />
      </Box>
    )
  }
  if (!contact) return <SkeletonLines lines={8} />
  if (tab === 'comments') {
    const closed = !may('WRITE_COMMENTS') || contact.deletedAtUtc !== null
    return (
      <Box sx={{ p: 3 }}>
        <CommentsView upstreamId={contact.id} readers={{ work: 'CONTACT_COMMENT' }} readOnly={closed} />
      </Box>
    )
  }
  return <EncountersPanel contact={contact} named={undefined} onShowAll={() => undefined} />
}
