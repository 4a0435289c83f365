import Alert from '@mui/material/Alert'
import { type ComponentProps, useState } from 'react'
import { limits } from '#contract/limits'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { FileDropZone } from '../../../ui/files/FileDropZone.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { formatFileSize } from '../../../ui/text/format.ts'
import { AttachedFiles } from './AttachedFiles.tsx'
import { AttachmentChoices } from './AttachmentChoices.tsx'
import type { Message } from './transfer.ts'
import type { Attachable } from './use-attachable.ts'
import type { RefList } from './use-attachments.ts'

interface Props extends ComponentProps<typeof AttachedFiles> {
  attachable: Attachable
}

/** A refused attachment. The message stays until the attachments or the text change. */
interface Refused {
  readonly sentence: string
  readonly message: Message
  readonly attached: number
}

/** The attachments of a message and their sources. */
export function AttachmentsTab({ message, draft, attachments, attachable, onChange }: Props) {
  const { t } = useTranslation('composer')
  const { t: ui } = useTranslation('ui')
  const { attached, totalBytes, ofContact, shared, gallery } = attachments
  // shown here instead of in a notice, which another notice could delay
  const [refused, setRefused] = useState<Refused | null>(null)
  const tooLargeNow = attachable.tooLarge(totalBytes)
  const isRefused = refused?.message === message && refused.attached === attached.length
  const set = (list: RefList) => (ids: string[]) => onChange(list, ids)

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
    // long names without spaces must not widen the layout
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
        <AttachedFiles message={message} draft={draft} attachments={attachments} onChange={onChange} />
      )}
      {ofContact && (
        <AttachmentChoices
          title={t('attachments.ofContact')}
          empty={t('attachments.noneOfContact')}
          source={ofContact}
          chosen={message.contactDocumentRefs}
          onChange={set('contactDocumentRefs')}
        />
      )}
      <AttachmentChoices
        title={t('attachments.shared')}
        empty={t('attachments.noneShared')}
        source={shared}
        chosen={message.predefinedDocumentRefs}
        onChange={set('predefinedDocumentRefs')}
      />
      <AttachmentChoices
        title={t('attachments.gallery')}
        empty={t('attachments.noneInGallery')}
        source={gallery}
        chosen={message.imageGalleryRefs}
        onChange={set('imageGalleryRefs')}
      />
    </Box>
  )
}
