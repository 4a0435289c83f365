import { useState } from 'react'
import { Box } from './layout/Box.tsx'

interface Props {
  username: string
  image?: string
  size?: number
}

/** Shows the picture of a user, or the first two letters of the name. */
export function UserAvatar({ username, image, size = 28 }: Props) {
  const [lacking, setLacking] = useState<string>()
  return (
    <Box
      role="img"
      aria-label={username}
      title={username}
      sx={avatarLook}
      style={{ width: size, height: size, fontSize: size * 0.43 }}
    >
      {image && image !== lacking ? <img src={image} alt="" onError={() => setLacking(image)} /> : lettersOf(username)}
    </Box>
  )
}

const avatarLook = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: 0,
  borderRadius: '50%',
  overflow: 'hidden',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  fontFamily: 'fontFamily',
  fontWeight: 600,
  lineHeight: 1,
  userSelect: 'none',
  '@media (forced-colors: active)': { border: '1px solid ButtonBorder' },
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
}

export const lettersOf = (username: string) => Array.from(username).slice(0, 2).join('').toUpperCase()
