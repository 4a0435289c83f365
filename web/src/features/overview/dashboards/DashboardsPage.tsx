import PrintIcon from '@mui/icons-material/PrintOutlined'
import TuneIcon from '@mui/icons-material/Tune'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useState } from 'react'
import { dashboardSettingApi } from '#contract/overview/dashboards'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { SpanFields } from './SpanFields.tsx'
import { Tile } from './Tile.tsx'
import { useSpan } from './use-span.ts'
import { useTiles } from './use-tiles.ts'

export { firstTiles } from './first-tiles.ts'

/** A switch to compare people, for admins; it applies to all users. */
function PeopleSwitch({ people }: { people: boolean }) {
  const { t } = useTranslation('dashboards')
  const may = useMay()
  const save = useApiMutation(dashboardSettingApi.saveSettings)
  if (!may(dashboardSettingApi.saveSettings.allow)) return null
  return (
    <FormControlLabel
      label={t('people')}
      control={
        <Switch
          checked={people}
          disabled={save.isPending}
          onChange={({ target }) => save.mutate({ body: { people: target.checked } })}
        />
      }
    />
  )
}

/** The dashboards: open work and results of a period. Each user arranges the tiles. */
export function DashboardsPage() {
  const { t } = useTranslation('dashboards')
  const [span, setSpan] = useSpan()
  const [arranging, setArranging] = useState(false)
  const { tiles, change, people } = useTiles()
  const shown = tiles.filter(({ hidden }) => arranging || !hidden)
  return (
    <Box sx={{ display: 'grid', gap: 3, p: { xs: 2, md: 3 }, '@media print': { p: 0 } }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', '@media print': { display: 'none' } }}
      >
        <SpanFields span={span} onChange={setSpan} />
        <Box sx={{ flex: 1 }} />
        <Button startIcon={<TuneIcon />} aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
          {t(arranging ? 'arrangeDone' : 'arrange')}
        </Button>
        <Button startIcon={<PrintIcon />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Box>
      {/* shows the period in print, where the fields are hidden */}
      <Typography sx={{ display: 'none', fontWeight: 600, '@media print': { display: 'block' } }}>
        {formatDate(span.from)} – {formatDate(span.to)}
      </Typography>
      {arranging && <PeopleSwitch people={people} />}
      {shown.length === 0 && <EmptyState title={t('empty')} />}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          // block layout in print, so that pages break between charts
          '@media print': { display: 'block' },
        }}
      >
        {shown.map((tile, place) => (
          <Box
            key={tile.name}
            sx={{ minWidth: 0, gridColumn: { lg: tile.wide ? 'span 2' : 'auto' }, '@media print': { mb: 3 } }}
          >
            <Tile
              name={tile.name}
              span={span}
              arranging={
                arranging && {
                  ...tile,
                  first: place === 0,
                  last: place === shown.length - 1,
                  onChange: (changed) => change(tile.name, changed),
                }
              }
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}
