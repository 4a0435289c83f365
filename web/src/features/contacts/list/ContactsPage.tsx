import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { askedContacts } from '#contract/asked/contacts'
import { contactApi } from '#contract/contacts/contacts'
import { pathTo } from '#contract/routes'
import { useApiPages, useCount } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../../ui/layout/look.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { TypedSearchField } from '../../../ui/search/TypedSearchField.tsx'
import { ContactListButton } from '../encounters/ContactListButton.tsx'
import { contactLines, moreColumns, reachColumns, useContactColumns } from '../picker/contact-columns.tsx'
import { useTableQuery } from '../picker/use-table-query.ts'
import { ContactsExport } from './ContactsExport.tsx'
import { contactPages } from './contact-pages.ts'

const Bin = lazyPart(() => import('./Bin.tsx'), 'Bin')
const CreatedChip = lazyPart(() => import('./CreatedChip.tsx'), 'CreatedChip')

export function ContactsPage() {
  const { t } = useTranslation('contacts')
  const go = useGo()
  const may = useMay()
  const { view } = useScreenParams('contacts')
  const inBin = view === 'bin' && may('CONTACT_DELETE')
  const views = {
    value: inBin ? 'bin' : 'all',
    onChange: (chosen: string) => go('contacts', chosen === 'bin' ? { view: 'bin' } : {}),
    options: [
      { value: 'all', label: t('list.all') },
      { value: 'bin', label: t('list.bin') },
    ],
  }

  useScreenActions({
    ...(may('CONTACT_CREATE') ? { add: { label: t('newContact'), onClick: () => go('newContact') } } : {}),
    ...(may('GENERAL_ADMIN_FUNCTIONS') ? { upload: { label: t('list.import'), onClick: () => go('csvImport') } } : {}),
    ...(may('CONTACT_DELETE') ? { tabs: views } : {}),
  })

  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>
        <Suspense>{inBin ? <Bin /> : <AllContacts />}</Suspense>
      </Box>
    </Box>
  )
}

function AllContacts() {
  const { t } = useTranslation('contacts')
  const go = useGo()
  const columns = useContactColumns({ optional: moreColumns, first: reachColumns })
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { query, onQuery } = useTableQuery()
  const created = askedContacts(useScreenParams('contacts'))
  const isNarrowed = Boolean(created.createdFrom || created.createdTo)
  const search = { ...(text ? { text } : {}), ...created, ...query }
  const contacts = useApiPages(...contactPages(search))
  const { sort: _, ...which } = search
  const total = useCount(contactApi.count, { body: which }, contacts.hasNextPage && text === '')
  const rows = useDeferredValue(useMemo(() => contacts.data?.pages.flatMap((page) => page.contacts), [contacts.data]))

  return (
    <DataTable
      tableId="contacts"
      label={t('title')}
      columns={columns}
      rows={contacts.error ? undefined : rows}
      rowId={(row) => row.id}
      rowName={(row) => row.fullName}
      cardLines={contactLines}
      onOpen={(row) => go('contact', { id: row.id })}
      hrefOf={(row) => pathTo('contact', { id: row.id })}
      busy={contacts.isFetching}
      error={contacts.error ? { message: contacts.error.message, onRetry: () => void contacts.refetch() } : undefined}
      moreThan={contacts.hasNextPage ? rows?.length : undefined}
      allFound={total}
      onEndReached={() => contacts.hasNextPage && !contacts.isFetching && void contacts.fetchNextPage()}
      onQuery={onQuery}
      exporting={<ContactsExport search={search} disabled={!rows?.length} />}
      empty={{ title: text || isNarrowed ? t('search.nothing') : t('list.empty') }}
    >
      <TypedSearchField
        label={t('list.quickFilter')}
        placeholder={t('list.quickFilterHint')}
        value={typed}
        onChange={setTyped}
        sx={{ width: 340, maxWidth: '100%' }}
      />
      <Suspense>
        {isNarrowed && <CreatedChip {...created} onDelete={() => go('contacts', {}, { replace: true })} />}
      </Suspense>
      <ContactListButton />
    </DataTable>
  )
}
