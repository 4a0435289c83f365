import { type Candidate, callApi } from '#contract/calls/calls'
import { pathTo } from '#contract/routes'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { ScreenLink } from '../../ui/navigation/ScreenLink.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { guessPhoneType } from '../contacts/parts/guess-phone-type.ts'

interface Props {
  call: string
  number: string
  /** Id of the contact the number belongs to, if known. */
  owner: string | null
}

/** Lists other possible callers with the reason; the number can be added to a contact who does not have it. */
export function Candidates({ call, number, owner }: Props) {
  const { t } = useTranslation('calls')
  const may = useMay()
  const { data = [] } = useApi(
    callApi.candidates,
    { params: { id: call } },
    { quiet: true, enabled: may(callApi.candidates.allow) },
  )
  const add = useApiMutation(callApi.addNumber, { onSuccess: () => notify(t('numberAdded')) })
  const others = data.filter(({ contactRef }) => contactRef !== owner)
  if (others.length === 0) return null
  const isWithout = ({ reason }: Candidate) => owner === null && reason !== 'EXACT' && reason !== 'SHARED'
  return (
    <Box
      component="ul"
      aria-label={t('candidates')}
      sx={{ listStyle: 'none', m: 0, p: 0, pt: 1, display: 'grid', gap: 1 }}
    >
      {others.map((one) => (
        <li key={one.contactRef}>
          <ScreenLink href={pathTo('contact', { id: one.contactRef })}>{one.name}</ScreenLink>
          <Typography component="span" variant="body2" color="textSecondary">
            {` ${[one.city, t(`reason.${one.reason}`)].filter(Boolean).join(' · ')}`}
          </Typography>
          {isWithout(one) && may('CONTACT_MODIFY') && (
            <Button
              color="inherit"
              disabled={add.isPending}
              onClick={() =>
                add.mutate({ params: { id: call }, body: { contactRef: one.contactRef, type: guessPhoneType(number) } })
              }
            >
              {t('addNumber')}
            </Button>
          )}
        </li>
      ))}
    </Box>
  )
}
