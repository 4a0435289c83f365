import type { Account } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ConflictField } from '../../ui/conflicts/ConflictDialog.tsx'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import { useRoleLabel } from './people/use-role-label.ts'

type Values = Pick<
  Account,
  'username' | 'email' | 'phoneNumber' | 'extensions' | 'language' | 'roles' | 'disabled' | 'avatarSmall'
>

/** Returns the fields of a user for the conflict dialog. */
export function useUserFields<Name extends keyof Values>(names: readonly Name[]): ConflictField<Pick<Values, Name>>[] {
  const { t } = useTranslation('users')
  const { t: ui } = useTranslation('ui')
  const roleLabel = useRoleLabel()
  const fields: { [K in keyof Values]: { label: string; show?: (value: Values[K]) => React.ReactNode } } = {
    username: { label: t('field.username') },
    email: { label: t('field.email') },
    phoneNumber: { label: t('field.phoneNumber') },
    extensions: { label: t('field.extensions') },
    language: { label: t('field.language'), show: (language) => t(`language.${language}`) },
    roles: { label: t('field.roles'), show: (roles) => roles.map(roleLabel).join(', ') },
    disabled: { label: t('field.disabledShort'), show: (disabled) => ui(disabled ? 'value.yes' : 'value.no') },
    avatarSmall: {
      label: t('field.avatar'),
      show: (picture) => picture && <UserAvatar username="" image={picture} size={48} />,
    },
  }
  return names.map((name) => ({ name, ...fields[name] }) as ConflictField<Pick<Values, Name>>)
}
