import Alert from '@mui/material/Alert'
import { type ReactNode, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { attachableBytes } from '#contract/limits'
import { secretsToTypeAgain } from '#contract/mail/mailbox-secrets'
import {
  connectionSecurities,
  type Mailbox,
  type MailboxType,
  mailboxApi,
  mailboxTypes,
  officeProtocols,
  type secretNames,
} from '#contract/mail/mailboxes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SwitchField } from '../../../ui/fields/CheckboxField.tsx'
import { ChoicesField } from '../../../ui/fields/ChoicesField.tsx'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { formatFileSize } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { bytesOfMb, type MailboxValues, placesOf, usualPort } from './mailbox-form.ts'

/** The fields of the chosen mailbox type. */
export function MailboxFields({ mailbox }: { mailbox: Mailbox | null }) {
  const { t } = useTranslation('mailboxes')
  const type: MailboxType = useWatch({ name: 'type' })
  useUsualPort(type)
  return (
    <>
      <Grid>
        <SelectField
          name="type"
          label={t('field.type')}
          readOnly={mailbox !== null}
          options={mailboxTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <TextField name="title" label={t('field.title')} required autoFocus={mailbox === null} />
        <TextField name="address" label={t('field.address')} inputMode="email" required autoComplete="off" />
        <TextField name="senderName" label={t('field.senderName')} helperText={t('hint.senderName')} />
      </Grid>
      {type === 'OFFICE_365' ? (
        <OfficeFields mailbox={mailbox} />
      ) : (
        <>
          <ServerFields part="incoming" mailbox={mailbox} />
          <ServerFields part="outgoing" mailbox={mailbox} />
        </>
      )}
      <Grid>
        {type === 'POP3' ? (
          <NumberField
            name="deleteAfterDays"
            label={t('field.deleteAfterDays')}
            helperText={t('hint.deleteAfterDays')}
          />
        ) : (
          <FoldersField mailboxId={mailbox?.id ?? null} />
        )}
        <MaxMessageField />
        {type !== 'POP3' && <SwitchField name="marksSeen" label={t('field.marksSeen')} />}
        <SwitchField name="active" label={t('field.active')} />
      </Grid>
    </>
  )
}

/** The size limit of messages; shows the space left for attachments, which is the limit users see. */
function MaxMessageField() {
  const { t } = useTranslation('mailboxes')
  const megabytes = useWatch<MailboxValues, 'maxMessageMb'>({ name: 'maxMessageMb' })
  const size = formatFileSize(attachableBytes((megabytes ?? 0) * bytesOfMb))
  return (
    <NumberField
      name="maxMessageMb"
      label={t('field.maxMessageMb')}
      helperText={megabytes ? t('hint.maxMessageMb', { size }) : undefined}
    />
  )
}

/** Sets the default port of the type, unless the user entered another one. */
function useUsualPort(type: MailboxType) {
  const { getValues, setValue } = useFormMethods<MailboxValues>()
  useEffect(() => {
    const isUsual = Object.values(usualPort).some((port) => port === getValues('incoming.port'))
    if (isUsual) setValue('incoming.port', usualPort[type])
  }, [type, getValues, setValue])
}

function ServerFields({ part, mailbox }: { part: 'incoming' | 'outgoing'; mailbox: Mailbox | null }) {
  const { t } = useTranslation('mailboxes')
  const security: string = useWatch({ name: `${part}.security` })
  return (
    <Part title={t(`field.${part}`)}>
      <TextField name={`${part}.host`} label={t('field.host')} required autoComplete="off" />
      <Box sx={fieldGrid({ xs: 2 })}>
        <NumberField name={`${part}.port`} label={t('field.port')} required isName />
        <SelectField
          name={`${part}.security`}
          label={t('field.security')}
          helperText={security === 'NONE' ? t('hint.none') : undefined}
          options={connectionSecurities.map((value) => ({ value, label: t(`security.${value}`) }))}
        />
      </Box>
      <TextField
        name={`${part}.user`}
        label={t('field.user')}
        autoComplete="off"
        helperText={part === 'outgoing' ? t('hint.outgoingUser') : undefined}
      />
      <SecretField name={`${part}Password`} label={t('field.password')} mailbox={mailbox} />
    </Part>
  )
}

function OfficeFields({ mailbox }: { mailbox: Mailbox | null }) {
  const { t } = useTranslation('mailboxes')
  return (
    <Part title={t('field.office')}>
      <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
        {t('hint.office')}
      </Alert>
      <TextField name="office.tenantId" label={t('field.tenantId')} required autoComplete="off" />
      <TextField name="office.clientId" label={t('field.clientId')} required autoComplete="off" />
      <TextField name="office.user" label={t('field.officeUser')} required autoComplete="off" />
      <SelectField
        name="office.protocol"
        label={t('field.protocol')}
        options={officeProtocols.map((value) => ({ value, label: t(`protocol.${value}`) }))}
      />
      <SecretField name="clientSecret" label={t('field.clientSecret')} mailbox={mailbox} />
      <DateField
        name="office.secretExpiresOn"
        label={t('field.secretExpiresOn')}
        helperText={t('hint.secretExpiresOn')}
      />
      <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
        <SecretField name="certificate" label={t('field.certificate')} mailbox={mailbox} rows={3} />
      </Box>
    </Part>
  )
}

interface SecretProps {
  name: (typeof secretNames)[number]
  label: string
  mailbox: Mailbox | null
  rows?: number
}

/** A field for a secret, which is never read back. */
function SecretField({ name, label, mailbox, rows }: SecretProps) {
  const { t } = useTranslation('mailboxes')
  const kept = mailbox?.secrets.includes(name)
  const typed = useWatch<MailboxValues>() as MailboxValues
  const again = kept && mailbox && secretsToTypeAgain(mailbox, placesOf(typed)).includes(name)
  return (
    <TextField
      name={name}
      label={label}
      autoComplete="new-password"
      required={Boolean(again)}
      helperText={again ? t('hint.typeAgain') : kept ? t('hint.keep') : undefined}
      {...(rows ? { rows } : { type: 'password' })}
    />
  )
}

function FoldersField({ mailboxId }: { mailboxId: string | null }) {
  const { t } = useTranslation('mailboxes')
  const chosen: string[] = useWatch({ name: 'folders' })
  const { data } = useApi(
    mailboxApi.folders,
    { params: { id: mailboxId ?? '' } },
    { enabled: mailboxId !== null, quiet: true },
  )
  const usual = ['INBOX', 'SENT']
  const offered = data?.filter(({ role }) => !usual.includes(role)).map(({ path }) => path) ?? []
  return (
    <ChoicesField
      name="folders"
      label={t('field.folders')}
      hint={t(mailboxId ? 'hint.folders' : 'hint.foldersLater')}
      ids={[...new Set([...chosen, ...offered])]}
      nameOf={(path) => path}
    />
  )
}

const Grid = ({ children }: { children: ReactNode }) => <Box sx={fieldGrid({ xs: 1, sm: 2 })}>{children}</Box>

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} role="group">
      <Typography variant="h3" sx={{ mb: 3 }}>
        {title}
      </Typography>
      <Grid>{children}</Grid>
    </Box>
  )
}
