import i18next from 'i18next'
import { type ReactNode, useId } from 'react'
import type { z } from 'zod'
import { type Account, authApi, type CurrentUser, OwnProfile, userApi } from '#contract/users/users'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { setLanguage } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCurrentUser } from '../../session/session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useEditing } from '../../ui/conflicts/use-editing.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { atField } from '../../ui/forms/field-errors.ts'
import { SaveAction } from '../../ui/forms/SaveAction.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { fieldGrid } from '../../ui/layout/look.ts'
import { Paper } from '../../ui/layout/Paper.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { CalendarFeed } from '../calendars/feeds/CalendarFeed.tsx'
import { AbsenceList } from '../work/absences/AbsenceList.tsx'
import { AvatarField } from './AvatarField.tsx'
import { LanguageField } from './LanguageField.tsx'
import { OwnConfiguration } from './OwnConfiguration.tsx'
import { refreshCurrentUser } from './own-user.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { takenAt, takenCodes } from './taken.ts'
import { useUserFields } from './use-user-fields.tsx'

export function OwnUserConfigurationPage() {
  const { t } = useTranslation('users')
  const { t: feeds } = useTranslation('calendarFeeds')
  const user = useCurrentUser()
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' },
        alignItems: 'start',
        maxWidth: 1200,
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        <Part title={t('own.me')}>
          <Profile />
        </Part>
        <Part title={t('own.configuration')}>
          <OwnConfiguration userId={user.id} />
        </Part>
        <Part title={t('own.absence')}>
          <AbsenceList personRef={user.id} />
        </Part>
      </Box>
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        <Part title={t('factor.title')}>
          <SecondFactor active={user.secondFactor} onDone={refreshCurrentUser} />
        </Part>
        <Part title={feeds('title')}>
          <CalendarFeed />
        </Part>
        <Part title={t('own.sessions')}>
          <Sessions />
        </Part>
      </Box>
    </Box>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" sx={{ p: 4, minWidth: 0 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}

const ProfileForm = OwnProfile.omit({ version: true })
type ProfileValues = z.output<typeof ProfileForm>

const valuesOf = ({ email, phoneNumber, language, avatarSmall }: CurrentUser | Account): ProfileValues => ({
  email,
  phoneNumber,
  language,
  avatarSmall,
})

function Profile() {
  const { t } = useTranslation('users')
  const formId = useId()
  const known = useCurrentUser()
  const user = useApi(authApi.me, {}, { quiet: true }).data ?? known
  const update = useApiMutation(userApi.updateOwn, { quiet: [...takenCodes, 'STALE_VERSION'] })
  const editing = useEditing<ProfileValues, CurrentUser | Account>(user, {
    name: user.username,
    fields: useUserFields(['email', 'phoneNumber', 'language', 'avatarSmall']),
    valuesOf,
  })

  async function save(values: ProfileValues) {
    const saved = await editing
      .save(values, (body, version) => update.mutateAsync({ params: { id: user.id }, body: { ...body, version } }))
      .catch(atField(takenAt))
    await setLanguage(saved.language)
    await refreshCurrentUser()
  }

  return (
    <Form
      id={formId}
      label={t('own.me')}
      schema={ProfileForm}
      defaultValues={valuesOf(user)}
      editing={editing}
      onSubmit={save}
      // in the newly chosen language, which is applied after this call
      onSaved={() => notify(i18next.t('users:own.saved'))}
    >
      <SaveAction form={formId} />
      <Box sx={{ ...fieldGrid({ xs: 1, sm: 2 }), pt: 1 }}>
        <TextField name="email" label={t('field.email')} inputMode="email" autoComplete="email" />
        <TextField name="phoneNumber" label={t('field.phoneNumber')} inputMode="tel" autoComplete="tel" />
        <LanguageField />
        <AvatarField username={user.username} />
      </Box>
    </Form>
  )
}

function Sessions() {
  const { t } = useTranslation('users')
  const signOut = useApiMutation(authApi.signOutEverywhere, {
    onSuccess: ({ ended }) => notify(t('own.ended', { count: ended })),
  })
  return (
    <>
      <Typography variant="body2" sx={{ mb: 3 }}>
        {t('own.sessionsHint')}
      </Typography>
      <Button variant="outlined" color="inherit" loading={signOut.isPending} onClick={() => signOut.mutate({})}>
        {t('own.signOutEverywhere')}
      </Button>
    </>
  )
}
