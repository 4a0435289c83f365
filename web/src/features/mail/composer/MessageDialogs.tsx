import type { ComponentProps } from 'react'
import { openComposer } from './composer-store.ts'
import { DraftsDialog } from './DraftsDialog.tsx'
import { OutboxDialog } from './OutboxDialog.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'

export type MessageDialog = 'template' | 'drafts' | 'outbox'

interface Props {
  dialog: MessageDialog | null
  /** Id of the open draft. */
  draftId: string | undefined
  onTemplate: ComponentProps<typeof TemplateDialog>['onChoose']
  onClose: () => void
}

/** The dialogs of the composer: templates, drafts, outbox. */
export function MessageDialogs({ dialog, draftId, onTemplate, onClose }: Props) {
  if (dialog === 'template') {
    return (
      <TemplateDialog
        onClose={onClose}
        onChoose={(template) => {
          onClose()
          onTemplate(template)
        }}
      />
    )
  }
  if (dialog === 'drafts') {
    return (
      <DraftsDialog
        openId={draftId}
        onClose={onClose}
        onOpen={(chosen) => {
          onClose()
          openComposer(chosen)
        }}
      />
    )
  }
  return dialog === 'outbox' ? <OutboxDialog onOpen={openComposer} onClose={onClose} /> : null
}
