import { useWatch } from 'react-hook-form'
import { townApi } from '#contract/lists/towns'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { countryName } from '../countries.ts'

const pauseMs = 200
/** Minimum number of characters of a zip code for a search. */
const leastSigns = 3

/** Suggests the towns of the zip code; the user clicks one to fill it in. */
export function TownProposals({ prefix }: { prefix: string }) {
  const { t, language } = useTranslation('contacts')
  const { control, setValue } = useFormMethods()
  const [zipCode, city, country] = useWatch({
    control,
    name: [`${prefix}zipCode`, `${prefix}city`, `${prefix}country`],
  }).map((value) => String(value ?? '').trim()) as [string, string, string]
  const typed = useDebounced(zipCode, pauseMs)
  const { data } = useApi(
    townApi.proposals,
    { query: { zipCode: typed, country } },
    { enabled: typed.length >= leastSigns && typed.length <= 20, quiet: true },
  )
  const isThere = data?.some((one) => one.city === city && (one.country === country || country === ''))
  if (!data || data.length === 0 || typed !== zipCode || isThere) return null

  function take(one: { country: string; city: string }) {
    const changed = { shouldDirty: true, shouldTouch: true, shouldValidate: true }
    setValue(`${prefix}city`, one.city, changed)
    if (one.country !== '') setValue(`${prefix}country`, one.country, changed)
  }

  return (
    <Box
      role="group"
      aria-label={t('part.towns', { zipCode })}
      sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: -2 }}
    >
      <Typography variant="caption" color="textSecondary" aria-hidden>
        {t('part.towns', { zipCode })}
      </Typography>
      {data.map((one) => (
        <Button key={`${one.country} ${one.city}`} variant="outlined" onClick={() => take(one)}>
          {one.country === country || one.country === ''
            ? one.city
            : `${one.city}, ${countryName(one.country, language)}`}
        </Button>
      ))}
    </Box>
  )
}
