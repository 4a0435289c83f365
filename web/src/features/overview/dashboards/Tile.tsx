import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import VisibilityIcon from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOnIcon from '@mui/icons-material/VisibilityOutlined'
import WidthIcon from '@mui/icons-material/WidthFull'
import { dashboardApi, type Figure, type TileName, type TileSpan } from '#contract/overview/dashboards'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import type { IconComponent } from '../../../ui/icons/create-icon.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { TileTable } from './TileTable.tsx'
import type { Placed, TileChange } from './use-tiles.ts'
import { useValueText } from './use-words.ts'

interface Arranging extends Placed {
  first: boolean
  last: boolean
  onChange: (changed: TileChange) => void
}

interface Props {
  name: TileName
  span: TileSpan
  arranging: Arranging | false
}

export function Tile({ name, span, arranging }: Props) {
  const { t } = useTranslation('dashboards')
  const title = t(`tile.${name}`)
  return (
    <Panel title={title} action={arranging && <Arrange title={title} {...arranging} />}>
      {arranging !== false && arranging.hidden ? (
        <Typography sx={{ px: 3, pb: 2, color: 'text.secondary' }}>{t('hidden')}</Typography>
      ) : (
        <Content name={name} span={span} />
      )}
    </Panel>
  )
}

/** Reload interval in milliseconds: due dates pass by the clock, and new files are not reported live. */
const every = 60_000

function Content({ name, span }: Pick<Props, 'name' | 'span'>) {
  const tile = useApi(dashboardApi[name], { query: span }, { quiet: true, keepPrevious: true, every })
  if (tile.error) return <ErrorState message={tile.error.message} onRetry={() => void tile.refetch()} />
  if (!tile.data) return <SkeletonLines />
  return (
    <Box sx={{ display: 'grid', gap: 3, px: 3, pb: 3 }}>
      <Box
        component="dl"
        sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}
      >
        {tile.data.figures.map((figure) => (
          <FigureText key={figure.name} {...figure} />
        ))}
      </Box>
      {tile.data.tables.map((table) => (
        <TileTable key={table.name} {...table} />
      ))}
    </Box>
  )
}

/** A figure with its explanation below. */
function FigureText({ name, value, unit, link }: Figure) {
  const { t } = useTranslation('dashboards')
  const textOf = useValueText()
  const text = textOf(value, unit)
  return (
    <div>
      <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
        {t(`figure.${name}.name`)}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography component="span" sx={{ fontSize: 24, fontWeight: 700, display: 'block', lineHeight: 1.3 }}>
          {link ? (
            <ScreenLink href={link} aria-label={`${text} ${t(`figure.${name}.name`)}`} underline="hover">
              {text}
            </ScreenLink>
          ) : (
            text
          )}
        </Typography>
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
          {t(`figure.${name}.is`)}
        </Typography>
      </Box>
    </div>
  )
}

function Arrange({ title, hidden, wide, first, last, onChange }: Arranging & { title: string }) {
  const { t } = useTranslation('dashboards')
  const button = (label: string, Icon: IconComponent, change: TileChange, disabled = false) => (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={withColon(label, title)} disabled={disabled} onClick={() => onChange(change)}>
          <Icon />
        </IconButton>
      </span>
    </Tooltip>
  )
  return (
    <Box sx={{ display: 'flex' }}>
      {button(t('up'), ArrowUpwardIcon, { by: -1 }, first)}
      {button(t('down'), ArrowDownwardIcon, { by: 1 }, last)}
      {button(t(wide ? 'half' : 'whole'), WidthIcon, { wide: !wide })}
      {button(t(hidden ? 'show' : 'hide'), hidden ? VisibilityOnIcon : VisibilityIcon, { hidden: !hidden })}
    </Box>
  )
}
