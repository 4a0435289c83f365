import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Tooltip } from '../tooltips/Tooltip.tsx'
import { IconButton } from './IconButton.tsx'

interface Props {
  text: string
  /** Name of the copied text for the label: 'Adresse kopieren'. */
  label?: string
  onCopied?: () => void
  onFailed?: (reason: string) => void
}

export function CopyButton({ text, label, onCopied, onFailed }: Props) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch (error) {
      onFailed?.(error instanceof Error ? error.message : String(error))
    }
  }

  const name = label ?? t('action.copy')
  return (
    <Tooltip title={copied ? t('action.copied') : name}>
      <IconButton aria-label={name} onClick={copy}>
        {copied ? <CheckIcon fontSize="small" /> : <ContentCopyIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  )
}
