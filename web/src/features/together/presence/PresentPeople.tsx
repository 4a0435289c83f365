import type { Present } from '#contract/together/presence'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { useUsers } from '../../users/people/use-users.ts'

interface Props {
  others: readonly Present[]
  /** Returns the label of a field; undefined for an unknown one. */
  labelOf?: (field: string) => string | undefined
}

/** Shows other users at this record and what they do. */
export function PresentPeople({ others, labelOf }: Props) {
  const { t } = useTranslation('presence')
  const users = useUsers()
  const viewing = others.filter(({ activity }) => activity === 'VIEWING').map(({ username }) => username)
  const sentences = [
    ...others
      .filter(({ activity }) => activity !== 'VIEWING')
      .map(({ username, field }) => {
        const label = field && labelOf?.(field)
        return label ? t('inField', { username, label }) : t('editing', { username })
      }),
    ...(viewing.length > 0 ? [t('viewing', { names: viewing.join(', '), count: viewing.length })] : []),
  ]
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      {others.map(({ userRef, username }) => (
        <UserAvatar key={userRef} username={username} image={users.get(userRef)?.avatarSmall ?? undefined} size={24} />
      ))}
      {sentences.length > 0 && (
        <Typography variant="body2" color="textSecondary" noWrap title={sentences.join(' ')}>
          {sentences.join(' ')}
        </Typography>
      )}
    </Box>
  )
}
