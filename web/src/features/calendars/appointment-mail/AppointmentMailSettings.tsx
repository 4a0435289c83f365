import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { AppointmentSetting, appointmentMailApi as api } from '#contract/calendars/appointment-mail'
import { templateApi } from '#contract/lists/templates'
import { type MailboxSummary, mailboxApi } from '#contract/mail/mailboxes'
import { pathTo } from '#contract/routes'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { PersonField } from '../../users/people/PersonField.tsx'
import { useUsers } from '../../users/people/use-users.ts'

const templates = ['confirmationTemplateRef', 'cancellationTemplateRef', 'reminderTemplateRef'] as const
const Values = AppointmentSetting.omit({ version: true })

type BookingValues = Pick<AppointmentSetting, 'bookingOpen' | 'mailboxRef' | 'bookingUserRef'>

/** Settings for the mailbox and the templates of e-mails to customers about appointments. */
export function AppointmentMailSettings() {
  const { t } = useTranslation('appointments')
  const [open, setOpen] = useState(false)
  const settings = useApi(api.settings, {}, { enabled: open }).data
  return (
    <>
      <Button sx={{ whiteSpace: 'nowrap' }} onClick={() => setOpen(true)}>
        {t('mailSettings.action')}
      </Button>
      {open && settings && <SettingsDialog settings={settings} onClose={() => setOpen(false)} />}
    </>
  )
}

function SettingsDialog({ settings, onClose }: { settings: AppointmentSetting; onClose: () => void }) {
  const { t } = useTranslation('appointments')
  const { t: ui } = useTranslation('ui')
  const formId = useId()
  const mailboxes = useApi(mailboxApi.list, {}).data ?? []
  const all = (useApi(templateApi.list, {}).data ?? []).map(({ id, title }) => ({ value: id, label: title }))
  const senders = mailboxes.map(({ id, title }) => ({ value: id, label: title }))
  const users = useUsers()
  const change = useApiMutation(api.changeSettings, { quiet: ['STALE_VERSION'] })
  const nameOf = (options: readonly { value: string; label: string }[]) => (value: unknown) =>
    options.find((one) => one.value === value)?.label ?? null
  const editing = useEditing<Omit<AppointmentSetting, 'version'>, AppointmentSetting>(settings, {
    name: t('mailSettings.title'),
    fields: [
      { name: 'mailboxRef', label: t('mailSettings.mailboxRef'), show: nameOf(senders) },
      ...templates.map((name) => ({ name, label: t(`mailSettings.${name}`), show: nameOf(all) })),
      { name: 'reminderHours', label: t('mailSettings.reminderHours') },
      {
        name: 'bookingOpen',
        label: t('mailSettings.bookingOpen'),
        show: (open) => ui(open ? 'value.yes' : 'value.no'),
      },
      {
        name: 'bookingUserRef',
        label: t('mailSettings.bookingUserRef'),
        show: (value) => users.get(String(value))?.username ?? null,
      },
      { name: 'bookingAddress', label: t('mailSettings.bookingAddress') },
    ],
    valuesOf: (saved) => Values.parse(saved),
  })
  const { guards, close } = useAskedClose(onClose)
  return (
    <Dialog
      open
      persistent="form"
      title={t('mailSettings.title')}
      width={480}
      onClose={close}
      actions={<FormActions form={formId} onCancel={close} loading={change.isPending} />}
    >
      <GuardsWithin value={guards}>
        <Form
          id={formId}
          label={t('mailSettings.title')}
          schema={Values}
          defaultValues={Values.parse({ ...settings, bookingAddress: settings.bookingAddress || location.origin })}
          editing={editing}
          onSubmit={(values) =>
            editing.save(values, (mine, version) => change.mutateAsync({ body: { ...mine, version } }))
          }
          onSaved={() => {
            notify(t('mailSettings.saved'))
            onClose()
          }}
        >
          <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 2 }}>
            <SelectField
              name="mailboxRef"
              label={t('mailSettings.mailboxRef')}
              options={senders}
              placeholder={t('mailSettings.off')}
              autoFocus
            />
            {templates.map((name) => (
              <SelectField
                key={name}
                name={name}
                label={t(`mailSettings.${name}`)}
                options={all}
                placeholder={t('mailSettings.own')}
              />
            ))}
            <NumberField
              name="reminderHours"
              label={t('mailSettings.reminderHours')}
              helperText={t('mailSettings.reminderHint')}
            />
            <Box component="fieldset" sx={{ ...fieldGrid({ xs: 1 }), border: 0, m: 0, p: 0 }}>
              <Typography component="legend" variant="subtitle2" sx={{ p: 0, pb: 2 }}>
                {t('mailSettings.booking')}
              </Typography>
              <CheckboxField
                name="bookingOpen"
                label={t('mailSettings.bookingOpen')}
                helperText={t('mailSettings.bookingHint')}
              />
              <WhyClosed mailboxes={mailboxes} />
              <PersonField
                name="bookingUserRef"
                label={t('mailSettings.bookingUserRef')}
                placeholder={t('mailSettings.nobody')}
              />
              <TextField name="bookingAddress" label={t('mailSettings.bookingAddress')} />
              {settings.bookingOpen && (
                <Link href={pathTo('booking')} target="_blank" rel="noopener">
                  {t('mailSettings.bookingPage')}
                </Link>
              )}
            </Box>
          </Box>
        </Form>
      </GuardsWithin>
    </Dialog>
  )
}

/** Explains why the booking page is closed although it is switched on, with links to the settings at fault. */
function WhyClosed({ mailboxes }: { mailboxes: readonly MailboxSummary[] }) {
  const { t } = useTranslation('appointments')
  const may = useMay()
  const users = useUsers()
  const { bookingOpen, mailboxRef, bookingUserRef } = useWatch<BookingValues>()
  if (!bookingOpen) return null
  const isOff = mailboxes.some(({ id, active }) => id === mailboxRef && !active)
  const cannotSignIn = bookingUserRef && users.size > 0 && users.get(bookingUserRef)?.disabled !== false
  return (
    <>
      {mailboxRef && isOff && (
        <Alert severity="warning">
          {t('mailSettings.mailboxOff')}{' '}
          <ScreenLink href={pathTo('mailboxes', { mailbox: mailboxRef })}>{t('mailSettings.toMailbox')}</ScreenLink>
        </Alert>
      )}
      {cannotSignIn && (
        <Alert severity="warning">
          {t('mailSettings.userOff')}{' '}
          {may('USER_MODIFY') && <ScreenLink href={pathTo('users')}>{t('mailSettings.toUsers')}</ScreenLink>}
        </Alert>
      )}
    </>
  )
}
