import { useMemo, useState } from 'react'
import { pathTo } from '#contract/routes'
import { type AccessKey, accessKeyApi } from '#contract/users/access-keys'
import { changeThen, useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../../ui/layout/look.ts'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { programDocs } from './program-docs.ts'

/** The access keys of programs: create, show once, revoke. */
export function AccessKeysPage() {
  const { t } = useTranslation('telephony')
  const keys = useApi(accessKeyApi.list, {}, { quiet: true })
  const revoke = useApiMutation(accessKeyApi.revoke)
  const confirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const columns = useColumns()

  async function askAndRevoke({ id, title }: AccessKey) {
    const message = t('key.revokeMessage', { title })
    if (!(await confirm({ title: t('key.revokeTitle'), message, ok: t('key.revoke') }))) return
    changeThen(revoke, { params: { id } }, () => notify(t('key.revoked', { title })))
  }

  useScreenActions({ add: { label: t('key.add'), onClick: () => setAdding(true) } })

  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>
        <DataTable
          tableId="accessKeys"
          label={t('key.list')}
          columns={columns}
          rows={keys.error ? undefined : keys.data}
          rowId={(key) => key.id}
          rowName={(key) => key.title}
          error={keys.error ? { message: keys.error.message, onRetry: () => void keys.refetch() } : undefined}
          busy={keys.isFetching}
          rowActions={(key) =>
            key.revokedUtc ? [] : [{ label: t('key.revoke'), onClick: () => void askAndRevoke(key) }]
          }
          empty={{ title: t('key.none') }}
        >
          {programDocs.map(({ name }) => (
            <ScreenLink key={name} href={pathTo('programDocs', { page: name })}>
              {t(`docs.page.${name}`)}
            </ScreenLink>
          ))}
        </DataTable>
      </Box>
      {adding && <NewKeyDialog onClose={() => setAdding(false)} />}
    </Box>
  )
}

function useColumns(): Column<AccessKey>[] {
  const { t } = useTranslation('telephony')
  return useMemo(() => {
    const dated = (id: 'createdUtc' | 'lastUsedUtc' | 'revokedUtc'): Column<AccessKey> => ({
      id,
      label: t(`key.field.${id}`),
      kind: 'datetime',
      value: (key) => key[id],
      width: 160,
    })
    return [
      { id: 'title', label: t('key.field.title'), value: (key) => key.title, width: 240 },
      { id: 'scope', label: t('key.field.scope'), value: (key) => t(`key.scope.${key.scope}`), width: 160 },
      { id: 'user', label: t('key.field.user'), value: (key) => key.username, width: 140 },
      dated('createdUtc'),
      dated('lastUsedUtc'),
      dated('revokedUtc'),
    ]
  }, [t])
}
