import AddIcon from '@mui/icons-material/Add'
import SearchIcon from '@mui/icons-material/Search'
import { useEffect, useMemo } from 'react'
import { type ContactSearch, contactApi } from '#contract/contacts/contacts'
import { limits } from '#contract/limits'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../../ui/layout/look.ts'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { contactLines, moreColumns, useContactColumns } from '../picker/contact-columns.tsx'
import { SearchFields } from '../picker/SearchFields.tsx'
import {
  bodyOf,
  type Criteria,
  criteriaOf,
  formOf,
  isEmpty,
  readCriteria,
  SearchForm,
} from '../picker/search-criteria.ts'
import { useTableQuery } from '../picker/use-table-query.ts'
import { ContactsExport } from './ContactsExport.tsx'

export function ContactSearchPage() {
  const { t } = useTranslation('contacts')
  const criteria = useCriteria()
  const go = useGo()
  const may = useMay()
  const { query, onQuery } = useTableQuery()
  const search = { ...bodyOf(criteria), ...query }
  const results = useApi(
    contactApi.search,
    { body: search },
    { enabled: !isEmpty(criteria), quiet: true, keepPrevious: true },
  )

  useScreenActions(
    may('CONTACT_CREATE') ? { add: { label: t('newContact'), onClick: () => go('newContact', criteria) } } : {},
  )

  function ask(asked: Criteria) {
    // repeating a search refreshes it
    if (JSON.stringify(asked) === JSON.stringify(criteria)) return void results.refetch()
    go('contactSearch', asked)
  }

  return (
    <Box sx={pageLook}>
      <Paper sx={{ p: 3, pb: 1, mb: 3, flexShrink: 0 }}>
        <Form
          label={t('search.form')}
          schema={SearchForm}
          defaultValues={formOf(criteria)}
          guarded={false}
          onSubmit={(form) => ask(criteriaOf(form))}
        >
          <FollowAddress criteria={criteria} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', justifyContent: 'space-between', gap: 2 }}>
            <SearchFields />
            <Box sx={{ display: 'flex', gap: 2, pb: 1, ml: 'auto' }}>
              <Button onClick={() => go('contactSearch')}>{t('search.clear')}</Button>
              <Button type="submit" variant="contained" color="secondary" startIcon={<SearchIcon />}>
                {t('search.run')}
              </Button>
            </Box>
          </Box>
        </Form>
      </Paper>
      {isEmpty(criteria) ? (
        <EmptyState title={t('search.start')} hint={t('search.startHint')} />
      ) : (
        <Results criteria={criteria} search={search} onQuery={onQuery} results={results} />
      )}
    </Box>
  )
}

/** Sets the fields to the search in the URL when the user goes back, without moving the focus. */
function FollowAddress({ criteria }: { criteria: Criteria }) {
  const { reset } = useFormMethods<SearchForm>()
  useEffect(() => reset(formOf(criteria)), [criteria, reset])
  return null
}

function useCriteria(): Criteria {
  const search = useScreenParams('contactSearch')
  return useMemo(() => readCriteria(search), [search])
}

interface ResultsProps {
  criteria: Criteria
  search: Partial<ContactSearch>
  onQuery: ReturnType<typeof useTableQuery>['onQuery']
  results: ReturnType<typeof useApi<typeof contactApi.search>>
}

function Results({ criteria, search, onQuery, results }: ResultsProps) {
  const { t } = useTranslation('contacts')
  const go = useGo()
  const may = useMay()
  const columns = useContactColumns({ optional: moreColumns })
  const { data, error, isFetching, refetch } = results
  useEffect(() => {
    if (error) console.error('contact search failed', error)
  }, [error])

  return (
    <Box sx={tableLook}>
      <DataTable
        tableId="contactSearch"
        label={t('search.results')}
        columns={columns}
        rows={error ? undefined : data?.contacts}
        rowId={(row) => row.id}
        rowName={(row) => row.fullName}
        cardLines={contactLines}
        onOpen={(row) => go('contact', { id: row.id })}
        hrefOf={(row) => pathTo('contact', { id: row.id })}
        onQuery={onQuery}
        busy={isFetching}
        error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
        moreThan={data?.more ? limits.search.pageSize : undefined}
        exporting={<ContactsExport search={search} disabled={!data?.contacts.length} />}
        empty={{
          title: t('search.nothing'),
          action: may('CONTACT_CREATE') && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<AddIcon />}
              onClick={() => go('newContact', criteria)}
            >
              {t('newContact')}
            </Button>
          ),
        }}
      >
        {data?.more && <MoreHint />}
      </DataTable>
    </Box>
  )
}

function MoreHint() {
  const { t } = useTranslation('contacts')
  return (
    <Box component="span" role="status" sx={{ color: 'warning.main', fontSize: 13, fontWeight: 500 }}>
      {t('search.more')}
    </Box>
  )
}
