import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Problem } from '#contract/errors'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { compareText } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useUses } from './use-uses.ts'

export interface Saved {
  id: string
  version: number
}

export interface ListApi<Row> {
  list: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Row[]>>
  add: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ id: string }>>
  remove: Endpoint
  replace?: Endpoint
}

interface Props<Row extends Saved> {
  api: ListApi<Row>
  one: string
  row: Row
  usedBy: NonNullable<Problem['usedBy']>
  others: readonly Row[]
  nameOf: (row: Row) => string
  onClose: () => void
}

/** Explains where an entry is in use and replaces it everywhere by another one, so that it can be removed. */
export function InUseDialog<Row extends Saved>({ api, one, row, usedBy, others, nameOf, onClose }: Props<Row>) {
  const { t } = useTranslation('masterData')
  const { t: ui } = useTranslation('ui')
  const uses = useUses()
  const [otherId, setOtherId] = useState('')
  const replace = useApiMutation(api.replace ?? api.remove)
  const remove = useApiMutation(api.remove)
  const name = nameOf(row)
  const canReplace = api.replace !== undefined && others.length > 0

  async function replaceAndRemove() {
    await replace.mutateAsync({ params: { id: row.id, otherId } })
    await remove.mutateAsync({ params: { id: row.id } })
    notify(t('inUse.done', { name, other: nameOf(others.find(({ id }) => id === otherId) ?? row) }))
    onClose()
  }

  return (
    <Dialog
      open
      title={t('inUse.title', { one })}
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          {canReplace && (
            <Button
              variant="contained"
              color="secondary"
              disabled={otherId === ''}
              loading={replace.isPending || remove.isPending}
              onClick={() => replaceAndRemove().catch(() => undefined)}
            >
              {t('inUse.replace')}
            </Button>
          )}
        </>
      }
    >
      <Typography sx={{ mb: 4 }}>{t('inUse.message', { one, name, uses: uses(usedBy) })}</Typography>
      {canReplace && (
        <TextField
          select
          fullWidth
          autoFocus
          label={t('inUse.other', { one })}
          value={otherId}
          onChange={(event) => setOtherId(event.target.value)}
        >
          {others
            .toSorted((one, other) => compareText(nameOf(one), nameOf(other)))
            .map((other) => (
              <MenuItem key={other.id} value={other.id}>
                {nameOf(other)}
              </MenuItem>
            ))}
        </TextField>
      )}
    </Dialog>
  )
}
