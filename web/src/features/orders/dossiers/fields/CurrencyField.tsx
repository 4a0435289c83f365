import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import { currencies } from '#contract/orders/dossiers'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useField } from '../../../../ui/fields/use-field.ts'

export function CurrencyField({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const id = useId()
  const { ref, message: _message, value, ...field } = useField('dossier.currency')
  return (
    <FormControl sx={{ position: 'relative', height: 37, justifyContent: 'center' }}>
      <FormLabel id={id} sx={{ position: 'absolute', top: -8, left: 12, fontSize: 10 }}>
        {t('field.currency')}
      </FormLabel>
      <RadioGroup row aria-labelledby={id} sx={{ flexWrap: 'nowrap', ml: 2 }} {...field} value={value ?? ''}>
        {currencies.map((currency, index) => (
          <FormControlLabel
            key={currency}
            value={currency}
            disabled={readOnly}
            control={<Radio slotProps={{ input: index === 0 ? { ref } : {} }} />}
            label={currency}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
