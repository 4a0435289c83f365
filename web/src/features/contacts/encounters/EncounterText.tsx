import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Encounter, isEmail } from '#contract/contacts/encounters'
import { ClampedText } from '../../../ui/ClampedText.tsx'

const FormattedText = lazy(() =>
  import('../../../ui/RichText/FormattedText.tsx').then((file) => ({ default: file.FormattedText })),
)

const maxTextLength = 90
const maxLines = 10

/** What is written in an encounter, folded where it is long. */
export function EncounterText({ encounter, name }: { encounter: Encounter; name: string }) {
  const { description, encounterType } = encounter
  if (description === '') return null
  if (isEmail(encounterType)) return <ClampedHtml html={description} label={name} />
  return <ClampedText text={description} length={maxTextLength} lines={maxLines} />
}

const lineHeight = 1.43

function ClampedHtml({ html, label }: { html: string; label: string }) {
  const { t } = useTranslation('ui')
  const [expanded, setExpanded] = useState(false)
  const [tooLong, setTooLong] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || expanded) return
    const observer = new ResizeObserver(() => setTooLong(element.scrollHeight > element.clientHeight + 1))
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  })
  return (
    <Box sx={{ fontSize: 13 }}>
      <Box
        ref={place}
        sx={{
          lineHeight,
          ...(expanded ? {} : { maxHeight: `${maxLines * lineHeight}em`, overflow: 'hidden' }),
        }}
      >
        <Suspense>
          <FormattedText html={html} label={label} />
        </Suspense>
      </Box>
      {tooLong && (
        <Link
          component="button"
          type="button"
          variant="body2"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
          sx={{ minHeight: 24 }}
        >
          {t(expanded ? 'action.less' : 'action.more')}
        </Link>
      )}
    </Box>
  )
}
