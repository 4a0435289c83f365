import Avatar from '@mui/material/Avatar'

interface Props {
  username: string
  image?: string
  size?: number
}

/** The first two letters of the name, or the picture. */
export function UserAvatar({ username, image, size = 28 }: Props) {
  return (
    <Avatar
      src={image}
      alt={username}
      role="img"
      aria-label={username}
      title={username}
      sx={{
        width: size,
        height: size,
        fontSize: size * 0.43,
        fontWeight: 600,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {lettersOf(username)}
    </Avatar>
  )
}

export const lettersOf = (username: string) => Array.from(username).slice(0, 2).join('').toUpperCase()
