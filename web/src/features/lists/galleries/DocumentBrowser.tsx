import UploadIcon from '@mui/icons-material/Upload'
import { type ReactNode, useCallback, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { classificationApi } from '#contract/lists/document-classifications'
import type { LibraryDocument } from '#contract/lists/galleries'
import type { HistoryList } from '#contract/together/history'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { accessTo, HistoryButton, HistoryDialog } from '../../together/history/HistoryDialog.tsx'
import { DocumentCard, type FileAction } from './DocumentCard.tsx'
import { DocumentGrid } from './DocumentGrid.tsx'
import { EditDocumentDialog } from './EditDocumentDialog.tsx'
import { anything, chosenFiles, FilterBar } from './FilterBar.tsx'
import { download, type Library } from './library.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { UploadList } from './UploadList.tsx'
import { useRemove } from './use-remove.ts'
import { useUploads } from './use-uploads.ts'

interface Props<File extends LibraryDocument> {
  library: Library
  /** Sorted by name; undefined while loading. */
  files: readonly File[] | undefined
  error: { message: string } | null
  onRetry: () => void
  mayWrite: boolean
  mayRemove: boolean
  /** Text for an empty library. */
  empty: string
  /** Returns additional actions for a file. */
  actionsOf?: (file: File) => readonly FileAction[]
  marksOf?: (file: File) => readonly string[]
  /** The change history of the list and of each file, and its name. */
  history?: { list: HistoryList; name: string }
  /** Buttons beside the filters. */
  tools?: ReactNode
  /** True within a panel, which has its own upload button for all writers; otherwise the top bar has one. */
  inPanel?: boolean
  /** Id of the file in the URL, which is opened. */
  opened?: string
  onClosed?: () => void
  children?: ReactNode
}

/** Browses the files of a library: search and preview and, with the permission, upload, rename, classify and delete. */
export function DocumentBrowser<File extends LibraryDocument>(props: Props<File>) {
  const { library, mayWrite, mayRemove, error, history } = props
  const { t } = useTranslation('documents')
  const { t: words } = useTranslation('history')
  const mayTell = useMay()
  const isClassified = library.isClassified !== false
  const classifications = useApi(classificationApi.list, {}, { enabled: mayWrite && isClassified, quiet: true })
  const [filter, setFilter] = useState(anything)
  const [edited, setEdited] = useState<File>()
  const [told, setTold] = useState<File>()
  const [classification, setClassification] = useState<string | null>(null)
  const uploads = useUploads(library)
  const remove = useRemove(library)
  const files = chosenFiles(props.files ?? [], filter)
  const { shown, show, close } = useShown(files, props.opened)
  const editedNow = props.files?.find(({ documentRef }) => documentRef === edited?.documentRef) ?? edited

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    disabled: !mayWrite,
    noClick: true,
    noKeyboard: true,
    onDrop: (dropped) => uploads.add(dropped, classification),
  })
  useScreenActions(mayWrite && !props.inPanel ? { upload: { onClick: open } } : {})

  const actionsOf = (file: File) => [
    { label: t('action.preview'), run: () => show(file) },
    { label: t('action.download'), run: () => download(library, file) },
    ...(mayWrite ? [{ label: t(isClassified ? 'action.edit' : 'action.rename'), run: () => setEdited(file) }] : []),
    ...(props.actionsOf?.(file) ?? []),
    ...(history && mayTell(accessTo(history.list)) ? [{ label: words('title'), run: () => setTold(file) }] : []),
    ...(mayRemove ? [{ label: t('action.remove'), run: () => void remove(file) }] : []),
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
      {props.children}
      <FilterBar
        files={props.files ?? []}
        filter={filter}
        onChange={setFilter}
        count={files.length}
        tools={
          <>
            {history ? <HistoryButton list={history.list} name={history.name} /> : props.tools}
            {mayWrite && props.inPanel && (
              <Button startIcon={<UploadIcon />} onClick={open}>
                {t('action.upload')}
              </Button>
            )}
          </>
        }
        newFiles={
          mayWrite && isClassified && classifications.data && classifications.data.length > 0
            ? { classifications: classifications.data, value: classification, onChange: setClassification }
            : undefined
        }
      />
      <UploadList items={uploads.items} onCancel={uploads.cancel} onClose={uploads.forget} />
      {error ? (
        <ErrorState message={error.message} onRetry={props.onRetry} />
      ) : !props.files ? (
        <SkeletonLines lines={8} />
      ) : props.files.length === 0 ? (
        <EmptyState title={props.empty} {...(mayWrite ? { hint: isDragActive ? t('drop') : t('dropHint') } : {})} />
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
              marks={props.marksOf?.(file)}
              onOpen={() => show(file)}
            />
          )}
        </DocumentGrid>
      )}
      {history && told && (
        <HistoryDialog list={history.list} id={told.documentRef} name={told.name} onClose={() => setTold(undefined)} />
      )}
      {shown && (
        <PreviewDialog
          library={library}
          files={files}
          file={shown}
          onGo={show}
          onClose={() => {
            close()
            props.onClosed?.()
          }}
        />
      )}
      {editedNow && <EditDocumentDialog library={library} file={editedNow} onClose={() => setEdited(undefined)} />}
    </Box>
  )
}

/** Holds the opened file: initially the one in the URL. */
function useShown<File extends LibraryDocument>(files: readonly File[], named: string | undefined) {
  const [shownRef, setShownRef] = useState(named)
  const [before, setBefore] = useState(named)
  // the URL has changed
  if (before !== named) {
    setBefore(named)
    if (named) setShownRef(named)
  }
  return {
    shown: files.find(({ documentRef }) => documentRef === shownRef),
    show: useCallback(({ documentRef }: LibraryDocument) => setShownRef(documentRef), []),
    close: () => setShownRef(undefined),
  }
}
