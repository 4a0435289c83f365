import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits'
import { placeholdersLeft } from '#contract/lists/placeholders'
import type { MailboxSummary } from '#contract/mail/mailboxes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import type { FocusText } from '../../../ui/RichText/Editor.tsx'
import { usePlaceholderLabel } from '../../../ui/RichText/use-placeholder-label.ts'
import { useSteady } from '../../../ui/rendering/use-steady.ts'
import { focusWithHeld, takeHeld } from '../../../ui/shortcuts/held-keys.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { FlameChip } from './FlameChip.tsx'
import { PrintTicks } from './PrintTicks.tsx'
import { RecipientField } from './RecipientField.tsx'
import { readSubject, shownSubject } from './subject-gaps.ts'
import type { Message, Transfer } from './transfer.ts'

interface Props {
  message: Message
  /** Mailboxes to send from; undefined while loading. */
  mailboxes: readonly MailboxSummary[] | undefined
  mailbox: MailboxSummary | undefined
  /** Error while loading the mailboxes. */
  problem: string | undefined
  first: ReturnType<typeof useFirstField>
  onChange: (change: Partial<Message>) => void
  /** Called with whether a recipient is typed but not yet added. */
  onTyping: (typing: boolean) => void
  /** Hides Cc and Bcc until requested. */
  compact: boolean
}

/** The fields for sender, recipients and subject. */
export function MessageFields({ message, mailboxes, mailbox, problem, first, onChange, onTyping, compact }: Props) {
  const { t } = useTranslation('composer')
  const labelOf = usePlaceholderLabel()
  const gaps = placeholdersLeft(message.subject, '').map(labelOf)
  const [copies, setCopies] = useState(!compact || message.cc.length + message.bcc.length > 0)
  const setRecipients = useSteady((recipients: string[]) => onChange({ recipients }))
  const setCc = useSteady((cc: string[]) => onChange({ cc }))
  const setBcc = useSteady((bcc: string[]) => onChange({ bcc }))
  return (
    <>
      {problem && <Typography color="error">{problem}</Typography>}
      {mailboxes?.length === 0 && <Typography color="error">{t('noMailbox')}</Typography>}
      {mailboxes && mailboxes.length > 1 && (
        <TextField
          select
          size="small"
          label={t('field.mailbox')}
          value={mailbox?.id ?? ''}
          onChange={(event) => onChange({ mailboxRef: event.target.value })}
        >
          {mailboxes.map(({ id, title, address }) => (
            <MenuItem key={id} value={id}>
              {title} &lt;{address}&gt;
            </MenuItem>
          ))}
        </TextField>
      )}
      <FlameChip flameRef={message.flameRef} onRemove={() => onChange({ flameRef: null, prints: [] })} />
      <RecipientField
        label={t('field.recipients')}
        value={message.recipients}
        onChange={setRecipients}
        onTyping={onTyping}
        inputRef={first.recipients}
      />
      {copies ? (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <RecipientField label={t('field.cc')} value={message.cc} onChange={setCc} />
          <RecipientField label={t('field.bcc')} value={message.bcc} onChange={setBcc} />
        </Box>
      ) : (
        <Button onClick={() => setCopies(true)} sx={{ alignSelf: 'start', mt: -2 }}>
          {t('field.copies')}
        </Button>
      )}
      <TextField
        size="small"
        label={t('field.subject')}
        value={shownSubject(message.subject, labelOf)}
        inputRef={first.subject}
        color={gaps.length > 0 ? 'warning' : undefined}
        focused={gaps.length > 0 || undefined}
        helperText={gaps.length > 0 ? t('open.subject', { names: gaps.join(', ') }) : undefined}
        onChange={(event) => {
          const read = readSubject(event.target.value, message.subject, labelOf)
          onChange({ subject: read.slice(0, limits.email.subjectLength) })
        }}
      />
      <PrintTicks flameRef={message.flameRef} chosen={message.prints} onChange={(prints) => onChange({ prints })} />
    </>
  )
}

/** Focuses the first empty field: recipients, subject or text. */
export function useFirstField({ to = [], subject = '', draft }: Transfer) {
  const recipients = useRef<HTMLInputElement>(null)
  const subjectField = useRef<HTMLInputElement>(null)
  const begun = draft ?? { recipients: to, subject }
  const where = begun.recipients.length === 0 ? 'recipients' : begun.subject === '' ? 'subject' : 'content'
  useEffect(() => {
    if (where === 'recipients') focusWithHeld(recipients.current)
    if (where === 'subject') focusWithHeld(subjectField.current)
  }, [where])
  return {
    recipients,
    subject: subjectField,
    onEditor: (focus: FocusText) => {
      if (where === 'content') focus('start', takeHeld())
    },
  }
}
