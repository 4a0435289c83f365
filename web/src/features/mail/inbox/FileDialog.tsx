import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { useId, useState } from 'react'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { followUp } from '../../../ui/dialogs/follow-up.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'

interface Chosen {
  readonly id: string
  readonly fullName: string
}

/** Files a message as an encounter of a contact, with its attachments. */
export function FileDialog({ email, onClose }: { email: Email; onClose: () => void }) {
  const { t } = useTranslation('emails')
  const { t: ui } = useTranslation('ui')
  const may = useMay()
  const hint = useId()
  const [contact, setContact] = useState<Chosen | null>(
    email.contactRef ? { id: email.contactRef, fullName: email.contactName ?? '' } : null,
  )
  const [choosing, setChoosing] = useState(contact === null)
  /** True once a contact was chosen; the dialog follows after a pause. */
  const [chosen, setChosen] = useState(false)
  const [withAttachment, setWithAttachment] = useState(email.attachmentCount > 0)
  const [asNewVersion, setAsNewVersion] = useState(false)
  const [withComments, setWithComments] = useState(false)
  const file = useApiMutation(emailApi.addToEncounter, {
    onSuccess: ({ attachments }) => {
      const details = attachments
        .filter(({ result }) => result !== 'OK')
        .map(({ name, detail }) => withColon(name, detail))
      const name = contact?.fullName ?? ''
      notify(
        details.length > 0 ? t('done.filedWith', { name, details: details.join(' ') }) : t('done.filed', { name }),
        details.length > 0 ? { severity: 3 } : {},
      )
      onClose()
    },
  })
  if (choosing) {
    return (
      <ContactPickerDialog
        open={!chosen}
        title={t('file.contact')}
        onSelect={({ id, fullName }) => {
          setChosen(true)
          void followUp().then(() => {
            setContact({ id, fullName })
            setChosen(false)
            setChoosing(false)
          })
        }}
        onCancel={() => (contact ? setChoosing(false) : onClose())}
      />
    )
  }
  return (
    <Dialog
      open
      title={t('file.title')}
      width={520}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button
            variant="contained"
            color="secondary"
            loading={file.isPending}
            disabled={contact === null}
            onClick={() =>
              contact &&
              file.mutate({
                params: { id: email.id },
                query: {
                  contactRef: contact.id,
                  withAttachment: withAttachment ? 'true' : 'false',
                  asNewVersion: withAttachment && asNewVersion ? 'true' : 'false',
                  withComments: withComments ? 'true' : 'false',
                },
              })
            }
          >
            {t('file.ok')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography sx={{ fontWeight: 600 }}>{contact?.fullName}</Typography>
        <Button onClick={() => setChoosing(true)}>{t('file.other')}</Button>
      </Box>
      <Box sx={{ display: 'grid' }}>
        {email.attachmentCount > 0 && (
          <FormControlLabel
            label={t('file.withAttachment', { count: email.attachmentCount })}
            control={
              <Checkbox checked={withAttachment} onChange={(event) => setWithAttachment(event.target.checked)} />
            }
          />
        )}
        {email.attachmentCount > 0 && (
          <FormControl disabled={!withAttachment} sx={{ pl: 4 }}>
            <FormControlLabel
              label={t('file.asNewVersion')}
              control={
                <Checkbox
                  checked={withAttachment && asNewVersion}
                  onChange={(event) => setAsNewVersion(event.target.checked)}
                  aria-describedby={hint}
                />
              }
            />
            <FormHelperText id={hint} sx={{ mt: 0 }}>
              {t('file.asNewVersionHint')}
            </FormHelperText>
          </FormControl>
        )}
        {email.commentCount > 0 && may('READ_COMMENTS') && (
          <FormControlLabel
            label={t('file.withComments', { count: email.commentCount })}
            control={<Checkbox checked={withComments} onChange={(event) => setWithComments(event.target.checked)} />}
          />
        )}
      </Box>
    </Dialog>
  )
}
