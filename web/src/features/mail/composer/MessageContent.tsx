import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { roomyTabs, Tabs } from '../../../ui/navigation/Tabs.tsx'
import { AttachmentsTab } from './AttachmentsTab.tsx'
import { hasSignature, type Message, withSignature } from './transfer.ts'

export type ContentTab = 'content' | 'attachments'

interface Props extends Omit<ComponentProps<typeof AttachmentsTab>, 'onChange'> {
  /** Number of attachments, including running uploads. */
  count: number
  tab: ContentTab
  onTab: (tab: ContentTab) => void
  onChange: (some: Partial<Message>) => void
  /** The text editor. */
  children: ReactNode
}

/** The text and the attachments of a message, in tabs. */
export function MessageContent({ message, count, tab, onTab, onChange, children, ...attached }: Props) {
  const { t } = useTranslation('composer')
  const id = useId()
  return (
    <>
      <Box>
        <Tabs
          label={t('tabs')}
          value={tab}
          options={[
            { value: 'content', label: t('tab.content'), id: `${id}-content` },
            {
              value: 'attachments',
              label: count > 0 ? t('tab.attachmentsCount', { count }) : t('tab.attachments'),
              id: `${id}-attachments`,
            },
          ]}
          onChange={onTab}
          sx={roomyTabs}
        />
      </Box>
      <Box role="tabpanel" aria-labelledby={`${id}-content`} hidden={tab !== 'content'}>
        {children}
        {!hasSignature(message.bodyAsHtml) && (
          <Button sx={{ mt: 1 }} onClick={() => onChange({ bodyAsHtml: withSignature(message.bodyAsHtml) })}>
            {t('insertSignature')}
          </Button>
        )}
      </Box>
      {tab === 'attachments' && (
        <Box role="tabpanel" aria-labelledby={`${id}-attachments`}>
          <AttachmentsTab message={message} {...attached} onChange={(list, ids) => onChange({ [list]: ids })} />
        </Box>
      )}
    </>
  )
}
