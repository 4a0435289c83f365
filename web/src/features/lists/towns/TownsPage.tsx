import FileUploadIcon from '@mui/icons-material/FileUpload'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { townApi } from '#contract/lists/towns'
import { changeThen, useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { Option } from '../../../ui/fields/SelectField.tsx'
import { FileDropZone } from '../../../ui/files/FileDropZone.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { countryName, useCountries } from '../../contacts/countries.ts'
import { useReading } from '../master-data/use-reading.ts'

type Country = AnswerOf<typeof townApi.list>[number]

/** The number of towns per country, imported from files of the postal services. */
export function TownsPage() {
  const { t, language } = useTranslation('masterData')
  const confirm = useConfirm()
  const sentenceOf = useReadSentence()
  const reading = useReading(townApi.importCsv, (read) => ({
    sentence: withColon(t('towns.title'), sentenceOf(read)),
    rejected: read.rejected,
  }))
  const list = useApi(townApi.list, {}, { quiet: true })
  const remove = useApiMutation(townApi.remove)
  useScreenActions({ title: t('towns.title') })
  const countries = useCountries()
  const rows = useMemo(() => list.data && inOrder(list.data, countries), [list.data, countries])
  const nameOf = ({ country }: Country) => countryName(country, language)
  const columns = useMemo<Column<Country>[]>(
    () => [
      {
        id: 'country',
        label: t('towns.country'),
        value: ({ country }) => countryName(country, language),
        width: 320,
      },
      { id: 'towns', label: t('towns.title'), value: (row) => row.towns, kind: 'number', width: 160 },
    ],
    [t, language],
  )

  async function askAndRemove(row: Country) {
    const name = nameOf(row)
    const message = t('towns.removeMessage', { count: row.towns, text: formatNumber(row.towns), name })
    if (!(await confirm({ title: t('towns.removeTitle'), message, ok: t('remove.ok') }))) return
    changeThen(remove, { params: { country: row.country } }, () => notify(t('towns.removed', { name })))
  }

  return (
    <>
      <DataTable
        tableId="towns"
        label={t('towns.title')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.country}
        rowName={nameOf}
        error={list.error ? { message: list.error.message, onRetry: () => void list.refetch() } : undefined}
        busy={list.isFetching}
        empty={{ title: t('towns.empty'), hint: t('towns.emptyHint') }}
        rowActions={(row) => [{ label: t('remove.ok'), onClick: () => void askAndRemove(row) }]}
        wholeFile={townApi.exportCsv.path}
        importing={
          <Button startIcon={<FileUploadIcon />} aria-haspopup="dialog" onClick={reading.open}>
            {t('csv.import')}
          </Button>
        }
      />
      {reading.isOpen && <ImportDialog reading={reading} />}
    </>
  )
}

type Read = AnswerOf<typeof townApi.importCsv>

function useReadSentence() {
  const { t, language } = useTranslation('masterData')
  const known = useCountries()
  return ({ countries, rejected }: Read): string => {
    const summary = inOrder(countries, known)
      .map((one) => withColon(countryName(one.country, language), formatNumber(one.towns)))
      .join(', ')
    const read = summary ? t('towns.read', { countries: summary }) : t('towns.readNone')
    return rejected > 0 ? `${read} ${t('towns.rejected', { count: rejected, text: formatNumber(rejected) })}` : read
  }
}

function ImportDialog({ reading }: { reading: ReturnType<typeof useReading<typeof townApi.importCsv>> }) {
  const { t } = useTranslation('masterData')
  const { t: ui } = useTranslation('ui')
  const countries = useCountries()
  const [country, setCountry] = useState('CH')
  const [refused, setRefused] = useState<string>()
  const sentenceOf = useReadSentence()
  const { isReading, close, answer: read } = reading
  const fault = refused ?? reading.error?.message
  return (
    <Dialog
      open
      title={t('csv.import')}
      onClose={close}
      width={640}
      actions={<Button onClick={close}>{ui('action.close')}</Button>}
    >
      <Box sx={{ display: 'grid', gap: 3, pt: 1 }}>
        <TextField
          select
          label={t('towns.otherwise')}
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          {countries.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <FileDropZone
          multiple={false}
          accept={{ 'text/csv': ['.csv', '.txt', '.tsv'] }}
          label={t('csv.drop')}
          hint={t('towns.hint')}
          disabled={isReading}
          onFiles={([file]) => {
            setRefused(undefined)
            if (file) reading.read({ body: { country }, file })
          }}
          onRefused={([sentence]) => setRefused(sentence)}
        />
        {isReading && <LinearProgress color="secondary" aria-label={t('csv.reading')} />}
        {fault && <Alert severity="error">{fault}</Alert>}
        {read && !fault && (
          <Alert severity={read.rejected > 0 ? 'warning' : 'success'}>
            {sentenceOf(read)}
            {read.reasons.map(({ line, reason }) => (
              <Box key={line}>{withColon(`${t('csv.line')} ${formatNumber(line)}`, reason)}</Box>
            ))}
            {read.reasons.length < read.rejected && '…'}
          </Alert>
        )}
      </Box>
    </Dialog>
  )
}

/** Sorts rows by the order of the country field; unknown countries come last. */
function inOrder<Row extends { country: string }>(rows: readonly Row[], countries: readonly Option[]) {
  const places = new Map(countries.map(({ value }, place) => [value, place]))
  const placeOf = ({ country }: Row) => places.get(country) ?? places.size
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
