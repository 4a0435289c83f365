import CheckCircleOutlineIcon from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlined'
import HelpOutlineIcon from '@mui/icons-material/HelpOutlined'
import HourglassEmptyIcon from '@mui/icons-material/HourglassEmpty'
import { useWatch } from 'react-hook-form'
import type { Contact, NumberCheck } from '#contract/contacts/contacts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { toWallTime } from '../../../ui/dates/zone.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'

/** The fields for UID and EORI number, each with the result of its validation. */
export function TaxNumberFields({ contact, readOnly }: { contact?: Contact; readOnly: boolean }) {
  const { t } = useTranslation('contacts')
  return (
    <>
      <Box>
        <TextField name="uidCheck.value" label={t('field.uid')} readOnly={readOnly} />
        <CheckWords name="uidCheck.value" check={contact?.uidCheck} />
      </Box>
      <Box>
        <TextField name="eoriCheck.value" label={t('field.eori')} readOnly={readOnly} />
        <CheckWords name="eoriCheck.value" check={contact?.eoriCheck} />
      </Box>
    </>
  )
}

const looks = {
  INVALID: { Icon: ErrorOutlineIcon, color: 'error.main' },
  DENIED: { Icon: ErrorOutlineIcon, color: 'error.main' },
  FORM_OK: { Icon: HelpOutlineIcon, color: 'text.secondary' },
  CONFIRMED: { Icon: CheckCircleOutlineIcon, color: 'success.main' },
  PENDING: { Icon: HourglassEmptyIcon, color: 'text.secondary' },
  UNREACHABLE: { Icon: HourglassEmptyIcon, color: 'warning.main' },
} as const

/** Hides the result while the number is edited, because it concerns the saved one. */
function CheckWords({ name, check }: { name: string; check: NumberCheck | undefined }) {
  const typed: unknown = useWatch({ name })
  return check && typed === check.value ? <CheckFact check={check} /> : null
}

/** Shows the validation result of a number. */
export function CheckFact({ check }: { check: NumberCheck }) {
  const { t } = useTranslation('contacts')
  if (check.state === 'NONE') return null
  const { Icon, color } = looks[check.state]
  const date = check.checkedAtUtc ? formatDate(toWallTime(check.checkedAtUtc).slice(0, 10)) : ''
  const source = check.source ? t(`checkSource.${check.source}`) : ''
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color, fontSize: 12, mt: 0.5 }}>
      <Icon fontSize="inherit" />
      {t(`check.${check.state}`, { date, source })}
    </Box>
  )
}
