import CloseIcon from '@mui/icons-material/Close'
import ErrorIcon from '@mui/icons-material/Error'
import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { FileDropZone } from '../../../ui/files/FileDropZone.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Progress } from '../../../ui/states/Progress.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { fold, formatFileSize } from '../../../ui/text/format.ts'
import { hasThumbnail, makeThumbnail } from '../../lists/galleries/make-thumbnail.ts'
import type { Message } from './transfer.ts'
import type { Attachable } from './use-attachable.ts'
import type { Attached, Choice, RefList, Source, useAttachments } from './use-attachments.ts'
import type { useDraft } from './use-draft.ts'

interface Props {
  message: Message
  draft: ReturnType<typeof useDraft>
  attachments: ReturnType<typeof useAttachments>
  attachable: Attachable
  onChange: (list: RefList, ids: string[]) => void
}

/** What was not attached, said until something else goes along or the message is written on. */
interface Refused {
  readonly sentence: string
  readonly message: Message
  readonly attached: number
}

/** What goes along, and where more of it comes from. */
export function AttachmentsTab({ message, draft, attachments, attachable, onChange }: Props) {
  const { t } = useTranslation('composer')
  const { t: ui } = useTranslation('ui')
  const { attached, totalBytes, ofContact, shared, gallery } = attachments
  // said here, and not in a notice that may have to wait for another one
  const [refused, setRefused] = useState<Refused | null>(null)
  const tooLargeNow = attachable.tooLarge(totalBytes)
  const isRefused = refused?.message === message && refused.attached === attached.length
  const set = (list: RefList) => (ids: string[]) => onChange(list, ids)

  function remove({ id, list }: Attached) {
    if (list === 'files') draft.removeFile(id)
    else
      onChange(
        list,
        message[list].filter((one) => one !== id),
      )
  }

  function add(files: File[]) {
    const room = limits.email.attachments - attached.length - draft.arriving.length
    if (files.length > room) {
      notify(t('tooMany', { count: limits.email.attachments }), { severity: 1 })
      return
    }
    const arriving = draft.arriving.filter(({ problem }) => !problem).map(({ file }) => file)
    const tooLarge = attachable.tooLarge([...arriving, ...files].reduce((sum, { size }) => sum + size, totalBytes))
    setRefused(tooLarge ? { sentence: tooLarge, message, attached: attached.length } : null)
    if (!tooLarge) void draft.addFiles(files)
  }

  return (
    // a name without a gap makes nothing wider than the window
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, overflowWrap: 'anywhere' }}>
      <FileDropZone
        label={t('attachments.drop')}
        {...(attachable.most !== undefined
          ? { hint: t('attachments.most', { size: formatFileSize(attachable.most) }) }
          : {})}
        onFiles={add}
        onRefused={(sentences) => {
          for (const sentence of sentences) notify(sentence, { severity: 1 })
        }}
      />
      {isRefused && (
        <Alert severity="error" role="alert" closeText={ui('action.close')} onClose={() => setRefused(null)}>
          {refused.sentence}
        </Alert>
      )}
      {!isRefused && tooLargeNow && (
        <Alert severity="error" role="alert">
          {tooLargeNow}
        </Alert>
      )}
      {attached.length + draft.arriving.length > 0 && (
        <Box component="section" aria-label={t('attachments.attached')}>
          <Typography variant="body2" color="textSecondary" role="status">
            {t('attachments.total', { count: attached.length, size: formatFileSize(totalBytes) })}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {attached.map((one) => (
              <Row key={`${one.list} ${one.id}`} name={one.name} onRemove={() => remove(one)}>
                <Small
                  mimeType={one.mimeType}
                  load={one.list === 'files' ? () => draft.contentOf(one.id) : undefined}
                />
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="body2" noWrap title={one.name}>
                    {one.name}
                  </Typography>
                  <Typography variant="caption" color="textSecondary">
                    {one.sizeByte > 0 && `${formatFileSize(one.sizeByte)} · `}
                    {t(`attachments.from.${one.list}`)}
                  </Typography>
                </Box>
              </Row>
            ))}
            {draft.arriving.map(({ key, file, share, problem }) => (
              <Row key={key} name={file.name} onRemove={problem ? () => draft.forgetArriving(key) : undefined}>
                {problem ? (
                  <>
                    <ErrorIcon color="error" fontSize="small" />
                    <Typography variant="body2" role="alert" sx={{ flex: 1, minWidth: 0 }}>
                      <strong>{file.name}</strong>: {problem}
                    </Typography>
                  </>
                ) : (
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Progress label={file.name} {...(share < 1 ? { value: share * 100 } : {})} />
                  </Box>
                )}
              </Row>
            ))}
          </Box>
        </Box>
      )}
      {ofContact && (
        <Choices
          title={t('attachments.ofContact')}
          empty={t('attachments.noneOfContact')}
          source={ofContact}
          chosen={message.contactDocumentRefs}
          onChange={set('contactDocumentRefs')}
        />
      )}
      <Choices
        title={t('attachments.shared')}
        empty={t('attachments.noneShared')}
        source={shared}
        chosen={message.predefinedDocumentRefs}
        onChange={set('predefinedDocumentRefs')}
      />
      <Choices
        title={t('attachments.gallery')}
        empty={t('attachments.noneInGallery')}
        source={gallery}
        chosen={message.imageGalleryRefs}
        onChange={set('imageGalleryRefs')}
      />
    </Box>
  )
}

interface RowProps {
  name: string
  onRemove: (() => void) | undefined
  children: ReactNode
}

function Row({ name, onRemove, children }: RowProps) {
  const { t } = useTranslation('composer')
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 3, py: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      {children}
      {onRemove && (
        <IconButton aria-label={t('attachments.remove', { name })} onClick={onRemove}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}

interface SmallProps {
  mimeType: string
  /** Left out for what comes from a list that shows its pictures itself. */
  load: (() => Promise<Blob | undefined>) | undefined
}

/** A small picture of a file of the draft, or the sign of a file. */
function Small({ mimeType, load }: SmallProps) {
  const [address, setAddress] = useState<string>()
  const make = useEffectEvent(async () => {
    const file = hasThumbnail(mimeType) ? await load?.() : undefined
    return file && makeThumbnail(file, mimeType)
  })
  useEffect(() => {
    let made: string | undefined
    let gone = false
    make().then(
      (small) => {
        if (!small || gone) return
        made = URL.createObjectURL(small)
        setAddress(made)
      },
      // without a picture the name says enough
      () => undefined,
    )
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [])
  return (
    <Box sx={{ width: 40, height: 40, flexShrink: 0, display: 'grid', placeItems: 'center' }}>
      {address ? (
        <Box
          component="img"
          src={address}
          alt=""
          sx={{ maxWidth: 1, maxHeight: 1, border: 1, borderColor: 'divider' }}
        />
      ) : (
        <InsertDriveFileIcon color="action" />
      )}
    </Box>
  )
}

const refOf = (choice: Choice) => ('id' in choice ? choice.id : choice.documentRef)

interface ChoicesProps {
  title: string
  empty: string
  source: Source
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** More than so many get a field to search them. */
const searchable = 8

function Choices({ title, empty, source, chosen, onChange }: ChoicesProps) {
  const { t } = useTranslation('composer')
  const id = useId()
  const [text, setText] = useState('')
  const { data: items = [], error, refetch } = source
  const found = items.filter(({ name }) => fold(name).includes(fold(text.trim())))
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 1 }}>
        <Typography id={id} variant="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {items.length > searchable && (
          <TextField
            type="search"
            size="small"
            label={t('attachments.search', { title })}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Box>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !source.data && <SkeletonLines lines={2} />}
      {source.data && found.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {items.length === 0 ? empty : t('attachments.nothingFound')}
        </Typography>
      )}
      {found.length > 0 && (
        <Box tabIndex={0} role="group" aria-labelledby={id} sx={{ maxHeight: 220, overflow: 'auto' }}>
          {found.map((item) => (
            <Box key={refOf(item)} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <FormControlLabel
                sx={{ flex: 1, minWidth: 0, '& .MuiFormControlLabel-label': { minWidth: 0, overflowWrap: 'anywhere' } }}
                control={
                  <Checkbox
                    size="small"
                    checked={chosen.includes(refOf(item))}
                    onChange={(_event, checked) =>
                      onChange(checked ? [...chosen, refOf(item)] : chosen.filter((one) => one !== refOf(item)))
                    }
                  />
                }
                label={item.name}
              />
              <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
                {formatFileSize(item.sizeByte)}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
