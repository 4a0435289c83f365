import FormControlLabel from '@mui/material/FormControlLabel'
import { useId } from 'react'
import { type MailPrint, mailPrints } from '#contract/mail/outgoing'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

interface Props {
  flameRef: string | null
  chosen: readonly MailPrint[]
  onChange: (prints: MailPrint[]) => void
}

/** Selects prints of the dossier to attach; they are created again on sending. */
export function PrintTicks({ flameRef, chosen, onChange }: Props) {
  const { t } = useTranslation('composer')
  const titleId = useId()
  const mayPrint = useMay()('FLAME_READ')
  if (!flameRef || !mayPrint) return null
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}
    >
      <Typography id={titleId} variant="body2" color="textSecondary">
        {t('prints.title')}
      </Typography>
      {mailPrints.map((print) => (
        <FormControlLabel
          key={print}
          control={
            <Checkbox
              checked={chosen.includes(print)}
              onChange={({ target: { checked } }) =>
                onChange(mailPrints.filter((one) => (one === print ? checked : chosen.includes(one))))
              }
            />
          }
          label={t(`prints.${print}`)}
        />
      ))}
      {chosen.length > 0 && (
        <Typography variant="caption" color="textSecondary" sx={{ flexBasis: '100%' }}>
          {t('prints.saved')}
        </Typography>
      )}
    </Box>
  )
}
