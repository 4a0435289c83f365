import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { contactApi } from '#contract/contacts/contacts'
import { templateApi } from '#contract/lists/templates'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { FormattedText } from '../../../ui/RichText/FormattedText.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'

interface Choice {
  id: string
  label: string
}

/** Previews a template while it is edited. */
export function TemplatePreview({ subject, content }: { subject: string; content: string }) {
  const { t } = useTranslation(['templates', 'richText'])
  const may = useMay()
  const heading = useId()
  const [contact, setContact] = useState<Choice | null>(null)
  const body = useDebounced({ subject, content, contactRef: contact?.id ?? null }, 400)
  const preview = useApi(templateApi.preview, { body }, { keepPrevious: true, quiet: true })
  const samples = preview.data?.samples ?? []

  return (
    <Paper component="section" aria-labelledby={heading} sx={{ p: 4, minWidth: 0 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 3 }}>
        {t('preview.title')}
      </Typography>
      {may('CONTACT_READ') && <ContactChoice value={contact} onChange={setContact} />}
      {preview.error && <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />}
      {preview.data && !preview.error && (
        <Box aria-live="polite" aria-busy={preview.isFetching}>
          <Typography variant="body1" sx={{ fontWeight: 600, mt: 3, pb: 2, borderBottom: 1, borderColor: 'divider' }}>
            {preview.data.subject || t('preview.noSubject')}
          </Typography>
          <FormattedText html={preview.data.content} label={t('preview.title')} />
          {samples.length > 0 && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
              {t('preview.samples', { fields: samples.map((name) => t(`richText:field.${name}`)).join(', ') })}
            </Typography>
          )}
        </Box>
      )}
    </Paper>
  )
}

function ContactChoice({ value, onChange }: { value: Choice | null; onChange: (contact: Choice | null) => void }) {
  const { t } = useTranslation('templates')
  const { t: ui } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const term = useDebounced(typed.trim(), 300)
  const asked = { enabled: term !== '', quiet: true }
  const people = useApi(contactApi.search, { body: { surname: term, pageSize: 10 } }, asked)
  const companies = useApi(contactApi.search, { body: { company: term, pageSize: 10 } }, asked)
  // results for another search term are not shown
  const isWaiting = term !== typed.trim() || people.isLoading || companies.isLoading
  const found = isWaiting ? [] : [people, companies].flatMap(({ data }) => data?.contacts ?? [])
  const choices = new Map(
    found.map(({ id, fullName, city }) => [id, { id, label: city ? `${fullName}, ${city}` : fullName }]),
  )
  return (
    <Autocomplete<Choice>
      value={value}
      onChange={(_event, next) => onChange(next)}
      onInputChange={(_event, next, reason) => setTyped(reason === 'input' ? next : '')}
      options={term === '' ? [] : [...choices.values()]}
      filterOptions={(all) => all}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={isWaiting}
      loadingText={ui('state.searching')}
      noOptionsText={t(term === '' ? 'preview.type' : 'preview.noContact')}
      renderInput={(params) => (
        <TextField {...params} label={t('preview.contact')} helperText={t('preview.contactHint')} />
      )}
    />
  )
}
