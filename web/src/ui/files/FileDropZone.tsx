import UploadFileIcon from '@mui/icons-material/UploadFile'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { useTranslation } from '../../i18n/use-translation.ts'
import { PlainButton } from '../buttons/PlainButton.tsx'
import { Box } from '../layout/Box.tsx'
import { formatFileSize } from '../text/format.ts'
import { Typography } from '../text/Typography.tsx'

interface Props {
  onFiles: (files: File[]) => void
  /** Called with one sentence per refused file. */
  onRefused?: (sentences: string[]) => void
  /** Accepted extensions by media type: { 'application/pdf': ['.pdf'] } */
  accept?: Record<string, string[]>
  multiple?: boolean
  maxFiles?: number
  maxBytes?: number
  disabled?: boolean
  label?: string
  hint?: string
}

/** Accepts files by drop, or by a file dialog opened with a click, Enter or Space. */
export function FileDropZone({
  onFiles,
  onRefused,
  accept,
  multiple = true,
  maxFiles,
  maxBytes,
  disabled,
  ...text
}: Props) {
  const { t } = useTranslation('ui')
  const label = text.label ?? t(multiple ? 'drop.files' : 'drop.file')

  function sentence({ file, errors }: FileRejection) {
    const code = errors[0]?.code
    if (code === 'file-too-large') {
      return t('drop.tooLarge', { name: file.name, size: formatFileSize(maxBytes ?? 0) })
    }
    if (code === 'file-invalid-type') return t('drop.wrongType', { name: file.name })
    if (code === 'too-many-files') return t('drop.tooMany', { count: multiple ? (maxFiles ?? 1) : 1 })
    return t('drop.refused', { name: file.name })
  }

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    multiple,
    maxFiles: maxFiles ?? 0,
    maxSize: maxBytes ?? Number.POSITIVE_INFINITY,
    disabled: disabled ?? false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, refused) => {
      if (accepted.length > 0) onFiles(accepted)
      if (refused.length > 0) onRefused?.([...new Set(refused.map(sentence))])
    },
  })

  return (
    <Box {...getRootProps()}>
      <input {...getInputProps({ 'aria-hidden': true, 'aria-label': label })} />
      <PlainButton
        onClick={open}
        disabled={disabled ?? false}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          width: '100%',
          px: 4,
          py: 5,
          border: '1px dashed',
          borderColor: isDragActive ? 'secondary.main' : 'text.secondary',
          borderRadius: 1,
          bgcolor: isDragActive ? 'action.hover' : 'transparent',
          '&:disabled': { opacity: 0.5 },
        }}
      >
        <UploadFileIcon color={isDragActive ? 'secondary' : 'action'} />
        <Typography variant="body2">{isDragActive ? t('drop.now') : label}</Typography>
        {text.hint && (
          <Typography variant="caption" color="textSecondary">
            {text.hint}
          </Typography>
        )}
      </PlainButton>
    </Box>
  )
}
