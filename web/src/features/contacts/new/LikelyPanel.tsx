import Alert from '@mui/material/Alert'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { type ContactDraft, duplicateApi } from '#contract/contacts/duplicates'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { ContactLink } from '../ContactLink.tsx'
import { useReasonWords } from '../duplicates/reason-words.ts'
import { draftOf, saysSomething } from './contact-draft.ts'
import type { NewContactValues } from './new-contact-values.ts'

const typingMs = 400

interface Props {
  /** Draws the action on a contact; `name` is unique in the list. */
  actionOf?: (contactRef: string, name: string) => ReactNode
}

/** Suggests existing contacts that match the input; it never blocks the form. */
export function LikelyPanel({ actionOf }: Props) {
  const { t } = useTranslation('duplicates')
  const { sentences } = useReasonWords()
  const values = useWatch() as NewContactValues
  const draft = useDebounced(JSON.stringify(draftOf(values)), typingMs)
  const body = JSON.parse(draft) as ContactDraft
  const likely = useApi(
    duplicateApi.likely,
    { body },
    { enabled: saysSomething(body), quiet: true, keepPrevious: true },
  )
  const { matches = [], erased = false } = (saysSomething(body) && likely.data) || {}

  return (
    <Box role="status" sx={{ display: 'grid', gap: 2 }}>
      {erased && (
        <Alert severity="warning" variant="outlined">
          {t('likely.erased')}
        </Alert>
      )}
      {matches.length > 0 && (
        <Paper sx={{ p: 3, borderColor: 'var(--warning)' }}>
          <Typography variant="h3" component="h2">
            {t('likely.title')}
          </Typography>
          <Box component="ul" aria-label={t('likely.title')} sx={{ listStyle: 'none', m: 0, p: 0, mt: 2 }}>
            {matches.map(({ contactRef, fullName, city, reasons }) => (
              <Box component="li" key={contactRef} sx={{ fontSize: 13, mb: 2 }}>
                <ContactLink id={contactRef}>{fullName}</ContactLink> {city}
                {actionOf?.(contactRef, fullName)}
                <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                  {sentences(reasons).join(' · ')}
                </Typography>
              </Box>
            ))}
          </Box>
        </Paper>
      )}
    </Box>
  )
}
