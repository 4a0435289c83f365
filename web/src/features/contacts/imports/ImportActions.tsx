import FileDownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import UndoIcon from '@mui/icons-material/Undo'
import { type ContactImport, importApi } from '#contract/contacts/imports'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { download } from '../../../ui/DataTable/csv.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { formatNumber } from '../../../ui/text/format.ts'

interface Props {
  own: ContactImport
  settingUp: boolean
  onSetUp: () => void
}

/** Actions on an import that is not running. */
export function ImportActions({ own, settingUp, onSetUp }: Props) {
  const { t } = useTranslation('imports')
  const { id, state, dryRun, mapping, updateMatches } = own
  const start = useApiMutation(importApi.start)
  const stopped = state === 'CANCELLED' || state === 'FAILED'
  const mayStart = stopped || (state === 'DONE' && dryRun)
  if (state === 'UPLOADED') return null
  return (
    <>
      {own.rejected > 0 && <DownloadRejected own={own} />}
      {!dryRun && state !== 'ROLLED_BACK' && own.rowsDone > 0 && <RollBack own={own} />}
      {mayStart && dryRun && !settingUp && <Button onClick={onSetUp}>{t('mapping.again')}</Button>}
      {mayStart && !settingUp && (
        <Button
          variant="contained"
          color="secondary"
          loading={start.isPending}
          onClick={() => start.mutate({ params: { id }, body: { mapping, updateMatches, dryRun: false } })}
        >
          {t(dryRun ? 'result.forReal' : 'mapping.goOn')}
        </Button>
      )}
    </>
  )
}

function DownloadRejected({ own }: { own: ContactImport }) {
  const { t } = useTranslation('imports')
  const making = useApiMutation(importApi.rejectedRows, {
    onSuccess: (file) => {
      const name = own.fileName.replace(/\.\w{1,5}$/, '')
      download(`${t('result.rejectedFile', { name })}.csv`, file, file.type)
    },
  })
  return (
    <Button
      startIcon={<FileDownloadIcon />}
      loading={making.isPending}
      loadingPosition="start"
      onClick={() => making.mutate({ params: { id: own.id } })}
    >
      {t('result.download')}
    </Button>
  )
}

function RollBack({ own }: { own: ContactImport }) {
  const { t } = useTranslation('imports')
  const confirm = useConfirm()
  const rollBack = useApiMutation(importApi.rollBack)

  async function ask() {
    const sure = await confirm({
      title: t('undo.title'),
      message: t('undo.message', {
        name: own.fileName,
        created: formatNumber(own.created),
        changed: formatNumber(own.changed),
      }),
      ok: t('undo.button'),
    })
    if (sure) rollBack.mutate({ params: { id: own.id } })
  }

  return (
    <Button
      color="error"
      startIcon={<UndoIcon />}
      loading={rollBack.isPending}
      loadingPosition="start"
      onClick={() => void ask()}
    >
      {t('undo.button')}
    </Button>
  )
}
