import CloseIcon from '@mui/icons-material/Close'
import ErrorIcon from '@mui/icons-material/Error'
import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Progress } from '../../../ui/states/Progress.tsx'
import { formatFileSize } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { hasThumbnail, makeThumbnail } from '../../lists/galleries/make-thumbnail.ts'
import type { Message } from './transfer.ts'
import type { Attached, RefList, useAttachments } from './use-attachments.ts'
import type { useDraft } from './use-draft.ts'

interface Props {
  message: Message
  draft: ReturnType<typeof useDraft>
  attachments: ReturnType<typeof useAttachments>
  onChange: (list: RefList, ids: string[]) => void
}

/** Lists the attachments and running uploads. */
export function AttachedFiles({ message, draft, attachments: { attached, totalBytes }, onChange }: Props) {
  const { t } = useTranslation('composer')

  function remove({ id, list }: Attached) {
    if (list === 'files') draft.removeFile(id)
    else
      onChange(
        list,
        message[list].filter((one) => one !== id),
      )
  }

  return (
    <Box component="section" aria-label={t('attachments.attached')}>
      <Typography variant="body2" color="textSecondary" role="status">
        {t('attachments.total', { count: attached.length, size: formatFileSize(totalBytes) })}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {attached.map((one) => (
          <Row key={`${one.list} ${one.id}`} name={one.name} onRemove={() => remove(one)}>
            <Small mimeType={one.mimeType} load={one.list === 'files' ? () => draft.contentOf(one.id) : undefined} />
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
  /** Omitted for attachments of lists that show thumbnails themselves. */
  load: (() => Promise<Blob | undefined>) | undefined
}

/** The thumbnail of a file of the draft, or an icon. */
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
      // errors are ignored: the name is sufficient
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
