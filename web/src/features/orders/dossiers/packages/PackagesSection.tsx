import AddIcon from '@mui/icons-material/Add'
import CalculateIcon from '@mui/icons-material/Calculate'
import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { limits } from '#contract/limits'
import type { Flame } from '#contract/orders/flames'
import { packageTotals } from '#contract/orders/package-totals'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { Box } from '../../../../ui/layout/Box.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { formatNumber, formatVolume } from '../../../../ui/text/format.ts'
import { Typography } from '../../../../ui/text/Typography.tsx'
import type { FlameValues, PackageValues } from '../dossier-values.ts'
import { packagesId } from '../use-jump.ts'
import { CratesDrawing } from './CratesDrawing.tsx'
import { PackagesTable } from './PackagesTable.tsx'
import { RecalculateDialog } from './RecalculateDialog.tsx'
import { useOldPackages } from './use-old-packages.ts'
import { usePackages } from './use-packages.ts'

/** The packing list with its totals and drawing. */
export function PackagesSection({ flame, readOnly }: { flame: Flame; readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const [recalculating, setRecalculating] = useState(false)
  const packages = usePackages()
  const isEmpty = packages.keys.length === 0
  return (
    <Box id={packagesId} tabIndex={-1}>
      <Panel
        title={t('section.packages')}
        count={packages.keys.length}
        action={
          !readOnly && (
            <>
              <Button startIcon={<CalculateIcon />} onClick={() => setRecalculating(true)}>
                {t('recalculate.action')}
              </Button>
              <Button startIcon={<AddIcon />} disabled={packages.full} onClick={packages.add}>
                {t('packages.add')}
              </Button>
            </>
          )
        }
      >
        <Old flame={flame} onCheck={readOnly ? undefined : () => setRecalculating(true)} />
        <Replaced before={packages.before} onUndo={packages.undo} />
        <Box sx={{ display: 'grid', alignItems: 'start', ...columns }}>
          <Box sx={{ minWidth: 0 }}>
            {isEmpty ? (
              <Typography variant="body2" color="textSecondary" sx={{ px: 3, pb: 2 }}>
                {t('packages.empty')}
              </Typography>
            ) : (
              <PackagesTable packages={packages} readOnly={readOnly} />
            )}
            <Totals />
          </Box>
          <CratesDrawing />
        </Box>
        {recalculating && <RecalculateDialog onReplace={packages.replace} onClose={() => setRecalculating(false)} />}
      </Panel>
    </Box>
  )
}

const columns = {
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 860px)': { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 1fr)' },
}

function Totals() {
  const { t } = useTranslation('dossiers')
  const packages = useWatch<FlameValues, 'dossier.packageInfos'>({ name: 'dossier.packageInfos' })
  if (packages.length === 0) return null
  const { quantity, weightInKg, volumeInCubicMetres } = packageTotals(packages.map(counted))
  return (
    <Typography role="status" variant="body2" sx={{ px: 3, py: 2, borderTop: 1, borderColor: 'divider' }}>
      {t('packages.total', {
        count: quantity,
        quantity: formatNumber(quantity),
        weight: formatNumber(weightInKg),
        volume: formatVolume(volumeInCubicMetres),
      })}
    </Typography>
  )
}

/** Replaces an incomplete quantity by 0. */
function counted(info: PackageValues) {
  const { quantity = 1 } = info
  return { ...info, quantity: Number.isInteger(quantity) && quantity <= limits.dossier.quantity ? quantity : 0 }
}

interface OldProps {
  flame: Flame
  /** Omitted if the dossier is read-only. */
  onCheck: (() => void) | undefined
}

/** Warns that articles have changed since the packing list was made, because manual rows are not updated. */
function Old({ flame, onCheck }: OldProps) {
  const { t } = useTranslation('dossiers')
  if (!useOldPackages(flame)) return null
  return (
    <Alert
      severity="warning"
      variant="outlined"
      role="status"
      sx={{ mx: 3, mb: 2 }}
      action={
        onCheck && (
          <Button color="inherit" onClick={onCheck}>
            {t('packages.check')}
          </Button>
        )
      }
    >
      {t('packages.old')}
    </Alert>
  )
}

interface ReplacedProps {
  before: readonly PackageValues[] | undefined
  onUndo: () => void
}

/** Undoes a recalculation, until the dossier is saved. */
function Replaced({ before, onUndo }: ReplacedProps) {
  const { t } = useTranslation('dossiers')
  const { t: ui } = useTranslation('ui')
  const { isDirty } = useFormState()
  if (!before || !isDirty) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 3, pb: 1 }}>
      <Typography variant="body2" role="status">
        {t('recalculate.replaced')}
      </Typography>
      <Button onClick={onUndo}>{ui('action.undo')}</Button>
    </Box>
  )
}
