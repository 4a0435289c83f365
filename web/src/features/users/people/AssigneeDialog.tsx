import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemAvatar from '@mui/material/ListItemAvatar'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { finder } from '../../../ui/text/find.ts'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { useAwayText } from './use-away.ts'
import { choosable, useUsers } from './use-users.ts'
import { type Given, standInKindOf, useWhoSees } from './use-who-sees.ts'

interface Props {
  title: string
  /** Id of the current assignee. */
  current: string | null
  /** The work to assign. */
  given: Given
  /** Called with the chosen user; null for nobody. */
  onSelect: (userRef: string | null) => void
  onClose: () => void
}

/** Chooses an assignee: the user first, then others by name. */
export function AssigneeDialog({ title, current, given, onSelect, onClose }: Props) {
  const { t } = useTranslation('users')
  const { t: ui } = useTranslation('ui')
  const me = useCurrentUser()
  const users = useUsers()
  const sees = useWhoSees(given)
  const awayText = useAwayText(standInKindOf[given.work])
  const [term, setTerm] = useState('')
  const holds = finder(term)
  const choices = choosable(users.values())
    .filter(({ id, username }) => sees(id) && holds(username))
    .sort((a, b) => Number(b.id === me.id) - Number(a.id === me.id))

  return (
    <Dialog
      open
      title={title}
      width={420}
      onClose={onClose}
      actions={
        <>
          {current !== null && <Button onClick={() => onSelect(null)}>{t('assignee.nobody')}</Button>}
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
        </>
      }
    >
      <TextField
        autoFocus
        type="search"
        label={t('assignee.search')}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && choices[0]) onSelect(choices[0].id)
        }}
        sx={{ mt: 2, mb: 2 }}
      />
      {choices.length === 0 && <EmptyState title={ui('state.noMatch')} />}
      <List disablePadding aria-label={t('assignee.choices')} sx={{ minHeight: 220 }}>
        {choices.map(({ id, username, avatarSmall }) => (
          <ListItem key={id} disablePadding>
            <ListItemButton
              selected={id === current}
              aria-current={id === current || undefined}
              onClick={() => onSelect(id)}
            >
              <ListItemAvatar aria-hidden sx={{ minWidth: 44 }}>
                <UserAvatar username={username} image={avatarSmall ?? undefined} size={32} />
              </ListItemAvatar>
              <ListItemText
                primary={id === me.id ? t('assignee.me', { username }) : username}
                secondary={awayText(id)}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Dialog>
  )
}
