import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type ContactImport, type ImportField, importApi, importFields } from '#contract/contacts/imports'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { assignField, namesSomebody } from './assign-field.ts'

type Mapping = ContactImport['mapping']

/** Shows the first rows of the file, with the field for each column and the options of the import. */
export function MappingPanel({ own, onStarted }: { own: ContactImport; onStarted: () => void }) {
  const { t } = useTranslation('imports')
  const [mapping, setMapping] = useState<Mapping>(own.mapping)
  const [dryRun, setDryRun] = useState(false)
  const [updateMatches, setUpdateMatches] = useState(own.updateMatches)
  const start = useApiMutation(importApi.start, { quiet: true, onSuccess: onStarted })
  const named = namesSomebody(mapping)

  return (
    <>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('mapping.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('mapping.read', { encoding: own.encoding, delimiter: t(`mapping.${delimiterWord(own.delimiter)}`) })}
      </Typography>
      <Preview own={own} mapping={mapping} onChange={setMapping} />
      {!named && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
          {t('mapping.needsName')}
        </Alert>
      )}
      {start.error && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {start.error.message}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 2 }}>
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 260 }}>
          <FormControlLabel
            label={t('mapping.updateMatches')}
            control={
              <Checkbox checked={updateMatches} onChange={({ target: { checked } }) => setUpdateMatches(checked)} />
            }
          />
          <FormControlLabel
            label={t('mapping.dryRun')}
            control={<Checkbox checked={dryRun} onChange={({ target: { checked } }) => setDryRun(checked)} />}
          />
        </Box>
        <Button
          variant="contained"
          color="secondary"
          disabled={!named}
          loading={start.isPending}
          onClick={() => start.mutate({ params: { id: own.id }, body: { mapping, dryRun, updateMatches } })}
        >
          {t(dryRun ? 'mapping.tryOut' : 'mapping.start')}
        </Button>
      </Box>
    </>
  )
}

const delimiterWord = (delimiter: string) =>
  delimiter === '\t' ? 'tab' : delimiter === ',' ? 'comma' : ('semicolon' as const)

interface PreviewProps {
  own: ContactImport
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

function Preview({ own, mapping, onChange }: PreviewProps) {
  const { t } = useTranslation('imports')
  return (
    <TableContainer
      component={Paper}
      tabIndex={0}
      role="region"
      aria-label={t('mapping.title')}
      sx={{ flex: 1, minHeight: 220 }}
    >
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {own.columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file have no other identity
              <TableCell key={at} sx={{ minWidth: 160, verticalAlign: 'top', bgcolor: 'background.paper' }}>
                <Typography variant="body2" noWrap sx={{ fontWeight: 600, mb: 1, maxWidth: 240 }} title={column}>
                  {column || '–'}
                </Typography>
                <FieldSelect
                  column={column || String(at + 1)}
                  value={mapping[at] ?? null}
                  onChange={(field) => onChange(assignField(mapping, at, field))}
                />
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {own.preview.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have its rows
            <TableRow key={row}>
              {own.columns.map((_, at) => (
                <TableCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  key={at}
                  sx={{
                    maxWidth: 280,
                    overflow: 'hidden',
                    textOverflow: 'ellipsis',
                    whiteSpace: 'nowrap',
                    color: mapping[at] ? 'text.primary' : 'text.secondary',
                  }}
                >
                  {cells[at]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

interface FieldSelectProps {
  column: string
  value: ImportField | null
  onChange: (field: ImportField | null) => void
}

/** A native select, which stays fast with hundreds of columns and works well on phones. */
function FieldSelect({ column, value, onChange }: FieldSelectProps) {
  const { t } = useTranslation('imports')
  return (
    <TextField
      select
      value={value ?? ''}
      onChange={({ target }) => onChange(importFields.find((field) => field === target.value) ?? null)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('mapping.field', { column }) } }}
    >
      <option value="">{t('mapping.none')}</option>
      {importFields.map((field) => (
        <option key={field} value={field}>
          {t(`fields.${field}`)}
        </option>
      ))}
    </TextField>
  )
}
