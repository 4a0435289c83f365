import { classificationApi } from '@glut/contract/boards'
import type { LibraryDocument } from '@glut/contract/documents'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useCallback, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useMay } from '../../session/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonLines } from '../../ui/SkeletonLines.tsx'
import { useScreenActions } from '../../ui/screen-actions.ts'
import { notify } from '../../ui/snackbar.ts'
import { DocumentCard } from './DocumentCard.tsx'
import { DocumentGrid } from './DocumentGrid.tsx'
import { EditDocumentDialog } from './EditDocumentDialog.tsx'
import { anything, chosenFiles, FilterBar } from './FilterBar.tsx'
import { download, type Library } from './library.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './use-uploads.ts'

/** A collection of files: look, search, and for those who may: upload by drop, rename, classify, delete. */
export function LibraryPage({ library, children }: { library: Library; children?: ReactNode }) {
  const { t } = useTranslation('documents')
  const mayWrite = useMay()('GENERAL_ADMIN_FUNCTIONS')
  const list = useApi(library.api.list, {}, { quiet: true })
  const classifications = useApi(classificationApi.list, {}, { enabled: mayWrite, quiet: true })
  const [filter, setFilter] = useState(anything)
  const [shown, setShown] = useState<LibraryDocument>()
  const [edited, setEdited] = useState<LibraryDocument>()
  const [classification, setClassification] = useState<string | null>(null)
  const uploads = useUploads(library)
  const remove = useRemove(library)
  const files = chosenFiles(list.data ?? [], filter)
  const go = useCallback((file: LibraryDocument) => setShown(file), [])

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    disabled: !mayWrite,
    noClick: true,
    noKeyboard: true,
    onDrop: (dropped) => uploads.add(dropped, classification),
  })
  useScreenActions(mayWrite ? { upload: { onClick: open } } : {})

  const actionsOf = (file: LibraryDocument) => [
    { label: t('action.preview'), run: () => setShown(file) },
    { label: t('action.download'), run: () => download(library, file) },
    ...(mayWrite
      ? [
          { label: t('action.edit'), run: () => setEdited(file) },
          { label: t('action.remove'), run: () => void remove(file) },
        ]
      : []),
  ]

  return (
    <Box
      {...(mayWrite ? getRootProps() : {})}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 1,
        minHeight: 0,
        outline: isDragActive ? '2px dashed' : 'none',
        outlineColor: 'secondary.main',
        outlineOffset: 4,
      }}
    >
      {mayWrite && <input {...getInputProps({ 'aria-hidden': true, tabIndex: -1 })} />}
      {children}
      <FilterBar
        files={list.data ?? []}
        filter={filter}
        onChange={setFilter}
        count={files.length}
        newFiles={
          mayWrite && classifications.data && classifications.data.length > 0
            ? { classifications: classifications.data, value: classification, onChange: setClassification }
            : undefined
        }
      />
      <UploadList items={uploads.items} onCancel={uploads.cancel} onClose={uploads.forget} />
      {list.error ? (
        <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonLines lines={8} />
      ) : list.data.length === 0 ? (
        <EmptyState
          title={t(`empty.${library.kind}`)}
          {...(mayWrite ? { hint: isDragActive ? t('drop') : t('dropHint') } : {})}
        />
      ) : files.length === 0 ? (
        <EmptyState
          title={t('nothingFound')}
          action={<Button onClick={() => setFilter({ ...anything, view: filter.view })}>{t('clearSearch')}</Button>}
        />
      ) : (
        <DocumentGrid files={files} view={filter.view} label={t('count', { count: files.length })}>
          {(file) => (
            <DocumentCard
              key={file.documentRef}
              library={library}
              file={file}
              view={filter.view}
              actions={actionsOf(file)}
              onOpen={() => setShown(file)}
            />
          )}
        </DocumentGrid>
      )}
      {shown && (
        <PreviewDialog library={library} files={files} file={shown} onGo={go} onClose={() => setShown(undefined)} />
      )}
      {edited && <EditDocumentDialog library={library} file={edited} onClose={() => setEdited(undefined)} />}
    </Box>
  )
}

/** Asks, deletes, and offers to take it back. */
function useRemove({ api }: Library) {
  const { t } = useTranslation('documents')
  const confirm = useConfirm()
  const remove = useApiMutation(api.remove, { refreshes: [api.list] })
  const restore = useApiMutation(api.restore, {
    refreshes: [api.list],
    onSuccess: ({ name }) => notify(t('restored', { name })),
  })
  return async ({ documentRef, name }: LibraryDocument) => {
    const texts = { title: t('remove.title'), message: t('remove.message', { name }), ok: t('remove.ok') }
    if (!(await confirm(texts))) return
    await remove.mutateAsync({ params: { id: documentRef } })
    notify(t('remove.done', { name }), {
      action: { label: t('action.undo'), onClick: () => restore.mutate({ params: { id: documentRef } }) },
    })
  }
}
