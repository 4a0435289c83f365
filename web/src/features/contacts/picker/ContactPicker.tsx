import AddIcon from '@mui/icons-material/Add'
import SearchIcon from '@mui/icons-material/Search'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { contactApi } from '#contract/contacts/contacts'
import { limits } from '#contract/limits'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import type { PickerProps } from './ContactPickerDialog.tsx'
import { contactLines, useContactColumns } from './contact-columns.tsx'
import { SearchFields } from './SearchFields.tsx'
import {
  bodyOf,
  type Criteria,
  criteriaOf,
  formOf,
  hasText,
  noCriteria,
  readCriteria,
  SearchForm,
} from './search-criteria.ts'
import { useTableQuery } from './use-table-query.ts'

/** Width in pixels. */
const dialogWidth = 1020

interface Props extends Omit<PickerProps, 'onCancel'> {
  onClose: () => void
}

/** The content of `ContactPickerDialog`. */
export function ContactPicker({ open, title, known = noCriteria, onSelect, onClose, onNew }: Props) {
  const { t } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const search = useRef<Typed>(null)
  return (
    <Dialog
      open={open}
      title={title ?? t('picker.title')}
      width={dialogWidth}
      persistent
      onClose={onClose}
      actions={
        <>
          {onNew && (
            <Button
              startIcon={<AddIcon />}
              sx={{ mr: 'auto' }}
              onClick={() => onNew(search.current?.typed() ?? noCriteria)}
            >
              {t('newContact')}
            </Button>
          )}
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
        </>
      }
    >
      <QuickSearch ref={search} known={known} onSelect={onSelect} />
    </Dialog>
  )
}

interface Typed {
  typed: () => Criteria
}

function QuickSearch({ ref, known, onSelect }: Pick<Props, 'onSelect'> & { ref: Ref<Typed>; known: Criteria }) {
  const { t } = useTranslation('contacts')
  const [criteria, setCriteria] = useState(known)
  const [missing, setMissing] = useState(false)

  function search(asked: Criteria) {
    setMissing(!hasText(asked))
    if (hasText(asked)) setCriteria(asked)
  }

  return (
    <>
      <Form
        label={t('search.form')}
        schema={SearchForm}
        defaultValues={formOf(known)}
        guarded={false}
        onSubmit={(form) => search(criteriaOf(form))}
      >
        <TellTyped ref={ref} />
        <Box sx={{ pt: 2 }}>
          <SearchFields />
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'end', gap: 3, mb: 2 }}>
          <Typography role="status" variant="body2" color="error">
            {missing && t('search.needText')}
          </Typography>
          <Button type="submit" variant="contained" color="secondary" startIcon={<SearchIcon />}>
            {t('search.run')}
          </Button>
        </Box>
      </Form>
      <Box sx={{ height: 360 }}>
        {hasText(criteria) ? (
          <Found criteria={criteria} onSelect={onSelect} />
        ) : (
          <EmptyState title={t('picker.start')} />
        )}
      </Box>
    </>
  )
}

/** Provides the values of the search fields, searched for or not. */
function TellTyped({ ref }: { ref: Ref<Typed> }) {
  const { getValues } = useFormMethods<SearchForm>()
  useImperativeHandle(ref, () => ({ typed: () => readCriteria(getValues()) }), [getValues])
  return null
}

function Found({ criteria, onSelect }: Pick<Props, 'onSelect'> & { criteria: Criteria }) {
  const { t } = useTranslation('contacts')
  const columns = useContactColumns({ room: 'dialog' })
  const { query, onQuery } = useTableQuery()
  const { data, error, isFetching, refetch } = useApi(
    contactApi.search,
    { body: { ...bodyOf(criteria), ...query } },
    { quiet: true, keepPrevious: true },
  )
  useEffect(() => {
    if (error) console.error('contact search failed', error)
  }, [error])

  return (
    <DataTable
      tableId="contactPicker"
      label={t('search.results')}
      columns={columns}
      rows={error ? undefined : data?.contacts}
      rowId={(row) => row.id}
      rowName={(row) => row.fullName}
      cardLines={contactLines}
      onOpen={onSelect}
      onQuery={onQuery}
      busy={isFetching}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
      moreThan={data?.more ? limits.search.pageSize : undefined}
      empty={{ title: t('search.nothing') }}
    />
  )
}
