import { type FlameCard, flameApi } from '#contract/orders/flames'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { flameKeys } from '../../orders/flames/flame-keys.ts'
import { requiredUpTo } from '../../orders/flames/required-up-to.ts'
import { useFlameBoards } from '../../orders/flames/use-flame-boards.ts'
import { Part } from './Part.tsx'

/** Lists the open flames of a contact with their step and its missing requirements. */
export function OpenFlames({ contactId }: { contactId: string }) {
  const { t } = useTranslation('emails')
  const { data, error, refetch } = useApi(flameApi.ofContact, { params: { id: contactId } }, { quiet: true })
  const open = data?.filter(({ archivedUtc }) => archivedUtc === null)
  return (
    <Part title={t('beside.flames')}>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonLines lines={2} />}
      {open?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('beside.noFlames')}
        </Typography>
      )}
      {open && open.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {open.map((flame) => (
            <OpenFlame key={flame.id} flame={flame} />
          ))}
        </Box>
      )}
    </Part>
  )
}

function OpenFlame({ flame }: { flame: FlameCard }) {
  const { t } = useTranslation('flames')
  const { t: emails } = useTranslation('emails')
  const { steps } = useFlameBoards()
  const step = steps.get(flame.step)
  const all = step?.board.steps ?? []
  const lacksFor = (id: string) => requiredUpTo(all, id).filter((one) => flame.lacks.includes(one))
  const barred = all.slice(all.findIndex(({ id }) => id === flame.step)).find(({ id }) => lacksFor(id).length > 0)
  return (
    <Box component="li" sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
      <ScreenLink href={pathTo('flame', flameKeys(flame))}>{flame.certificateName || t('unknown')}</ScreenLink>
      {step && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          · {step.board.title} · {step.title}
        </Box>
      )}
      {barred && (
        <Typography variant="body2" color="warning">
          {emails('beside.lacks', {
            step: barred.title,
            what: lacksFor(barred.id)
              .map((one) => t(`requirement.${one}`))
              .join(', '),
          })}
        </Typography>
      )}
    </Box>
  )
}
