import { calendarFeedApi } from '#contract/calendars/feeds'
import { roleApi } from '#contract/users/roles'
import { type Account, userApi } from '#contract/users/users'
import { changeThen, useApi, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import type { RowAction } from '../../ui/DataTable/grid.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { notify } from '../../ui/notices/snackbar.ts'

/** Returns a predicate for users who hold only permissions that the current user also holds. */
export function useMayChange(): (user: Account) => boolean {
  const { data } = useApi(roleApi.list, {}, { quiet: true })
  return ({ roles }) => data !== undefined && roles.every((name) => data.find((role) => role.name === name)?.givable)
}

/** Returns a function for the actions on a user; `edit` and `tell` open form and history. */
export function useUserActions(
  edit: (user: Account) => void,
  tell: (user: Account) => void,
): (user: Account) => RowAction[] {
  const { t: words } = useTranslation('history')
  const { t } = useTranslation('users')
  const confirm = useConfirm()
  const may = useMay()
  const mayChange = useMayChange()
  const update = useApiMutation(userApi.update)
  const unlock = useApiMutation(userApi.unlock)
  const signOut = useApiMutation(userApi.signOut)
  const reset = useApiMutation(userApi.resetSecondFactor)
  const remove = useApiMutation(userApi.remove)
  const revokeFeed = useApiMutation(calendarFeedApi.revokeOf)

  function setDisabled({ id, ...user }: Account, disabled: boolean) {
    const { version, username, email, phoneNumber, language, avatarSmall, roles } = user
    const body = { version, username, email, phoneNumber, language, avatarSmall, roles, disabled }
    update.mutate({ params: { id }, body })
  }

  async function askAndSignOut({ id, username: name }: Account) {
    const message = t('user.signOutMessage', { name })
    if (!(await confirm({ title: t('user.signOutTitle'), message, ok: t('user.signOut') }))) return
    changeThen(signOut, { params: { id } }, ({ ended }) => notify(t('user.signedOut', { count: ended, name })))
  }

  async function askAndReset({ id, username: name }: Account) {
    const title = t('user.resetSecondFactor')
    if (!(await confirm({ title, message: t('user.resetMessage', { name }), ok: t('action.remove') }))) return
    changeThen(reset, { params: { id } }, () => notify(t('user.reset', { name })))
  }

  async function askAndRevokeFeed({ id, username: name }: Account) {
    const title = t('user.revokeFeed')
    if (!(await confirm({ title, message: t('user.revokeFeedMessage', { name }), ok: t('user.revoke') }))) return
    changeThen(revokeFeed, { params: { id } }, () => notify(t('user.feedRevoked', { name })))
  }

  async function askAndRemove({ id, username: name }: Account) {
    const message = t('user.removeMessage', { name })
    if (!(await confirm({ title: t('user.removeTitle'), message, ok: t('user.remove') }))) return
    changeThen(remove, { params: { id } }, () => notify(t('user.removed', { name })))
  }

  const actionsOf = (user: Account) => [
    { label: t('action.edit'), onClick: () => edit(user) },
    {
      label: user.disabled ? t('user.enable') : t('user.disable'),
      onClick: () => setDisabled(user, !user.disabled),
    },
    {
      label: t('user.unlock'),
      disabled: !user.locked,
      onClick: () =>
        changeThen(unlock, { params: { id: user.id } }, () => notify(t('user.unlocked', { name: user.username }))),
    },
    { label: t('user.signOut'), onClick: () => void askAndSignOut(user) },
    {
      label: t('user.resetSecondFactor'),
      disabled: !user.secondFactor,
      onClick: () => void askAndReset(user),
    },
    { label: t('user.revokeFeed'), onClick: () => void askAndRevokeFeed(user) },
    ...(may('USER_DELETE') ? [{ label: t('user.remove'), onClick: () => void askAndRemove(user) }] : []),
  ]
  return (user) => {
    const beyond = !mayChange(user)
    return [
      ...(may('USER_MODIFY') ? [{ label: words('title'), onClick: () => tell(user) }] : []),
      ...actionsOf(user).map((action) => (beyond ? { ...action, disabled: true } : action)),
    ]
  }
}
