import ArticleIcon from '@mui/icons-material/Article'
import AudioFileIcon from '@mui/icons-material/AudioFile'
import EmailIcon from '@mui/icons-material/Email'
import ImageIcon from '@mui/icons-material/Image'
import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFile'
import PictureAsPdfIcon from '@mui/icons-material/PictureAsPdf'
import { useEffect, useState } from 'react'
import type { LibraryDocument } from '#contract/lists/galleries'
import { useMay } from '../../../session/session.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import type { Shelf } from './library.ts'
import { missingThumbnail } from './missing-thumbnails.ts'

interface Props {
  library: Shelf
  file: LibraryDocument
}

/** Shows the thumbnail of a file, or an icon. */
export function Thumbnail({ library, file }: Props) {
  const address = useAddress(library, file)
  const [broken, setBroken] = useState<string>()
  const Icon = iconOf(file)
  if (!address || broken === address) return <Icon fontSize="large" sx={{ color: 'text.secondary' }} />
  return (
    <Box
      component="img"
      src={address}
      alt=""
      loading="lazy"
      onError={() => setBroken(address)}
      sx={{ width: 1, height: 1, objectFit: 'contain' }}
    />
  )
}

function useAddress(library: Shelf, file: LibraryDocument): string | null {
  const may = useMay()(library.write)
  const [made, setMade] = useState<string | null>(null)
  const stored = file.hasThumbnail ? library.thumbnailUrl(file) : null
  // an SVG is small and scales, so it serves as its own thumbnail
  const own = file.mimeType === 'image/svg+xml' ? library.contentUrl(file, true) : null
  const known = stored ?? own
  useEffect(() => {
    if (known) return
    let gone = false
    void missingThumbnail(library, file, may).then((address) => {
      if (!gone) setMade(address)
    })
    return () => {
      gone = true
    }
  }, [library, file, known, may])
  return known ?? made
}

function iconOf({ documentKind, mimeType }: LibraryDocument) {
  if (documentKind === 'PDF') return PictureAsPdfIcon
  if (documentKind === 'IMAGE') return ImageIcon
  if (documentKind === 'EMAIL') return EmailIcon
  if (documentKind === 'WORD' || mimeType.startsWith('text/')) return ArticleIcon
  return mimeType.startsWith('audio/') ? AudioFileIcon : InsertDriveFileIcon
}
