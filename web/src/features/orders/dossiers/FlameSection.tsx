import type { Flame } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { PersonField } from '../../users/people/PersonField.tsx'
import { StandInNote } from '../../users/people/StandInNote.tsx'
import { StepChanges } from './history/StepChanges.tsx'

const morning = 8

/** Used when the section is below the order instead of beside it. */
const narrow = {
  '@container (min-width: 560px) and (max-width: 959.95px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}

/** The assignee, proxy, reminder and step changes of a flame. */
export function FlameSection({ flame, readOnly }: { flame: Flame; readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const may = useMay()
  const proxyReadOnly = readOnly || !may('PROXY_FLAME')
  const given = { work: 'FLAME', boardRef: flame.taskboardRef } as const
  return (
    <Panel title={t('section.flame')}>
      <Box sx={{ px: 3, pt: 1, pb: 2, ...fieldGrid({ xs: 1, sm: 2, lg: 1, xl: 2 }), ...narrow }}>
        <PersonField
          name="assigneeRef"
          label={t('field.assigneeRef')}
          given={given}
          placeholder={t('none.user')}
          readOnly={readOnly}
        />
        <DateTimeField
          name="reminderAtUtc"
          label={t('field.reminderAtUtc')}
          defaultHour={morning}
          readOnly={readOnly}
        />
        <PersonField
          name="proxyOwnerRef"
          label={t('field.proxyOwnerRef')}
          given={given}
          placeholder={t('none.user')}
          readOnly={proxyReadOnly}
        />
        <DateTimeField name="proxyOwnerFrom" label={t('field.proxyOwnerFrom')} readOnly={proxyReadOnly} />
        <DateTimeField name="proxyOwnerUntil" label={t('field.proxyOwnerUntil')} readOnly={proxyReadOnly} />
      </Box>
      <StandInNote card={flame} />
      <Typography variant="body2" color="textSecondary" sx={{ px: 3 }}>
        {t('flame.created', { at: formatDateTime(flame.created) })} ·{' '}
        {t('flame.updated', { at: formatDateTime(flame.updated) })}
      </Typography>
      <StepChanges flame={flame} />
    </Panel>
  )
}
