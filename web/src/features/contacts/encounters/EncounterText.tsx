import { Suspense, useEffect, useRef, useState } from 'react'
import { type Encounter, isEmail } from '#contract/contacts/encounters'
import { MoreButton } from '../../../ui/buttons/MoreButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { ClampedText } from '../../../ui/text/ClampedText.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

const FormattedText = lazyPart(() => import('../../../ui/RichText/FormattedText.tsx'), 'FormattedText')

const maxTextLength = 90
const maxLines = 10
const maxHtmlLines = 3

/** The text of an encounter, truncated if it is long. */
export function EncounterText({ encounter, name }: { encounter: Encounter; name: string }) {
  const { description, encounterType, email } = encounter
  if (email && email.preview !== '') return <FoldedMail html={description} preview={email.preview} label={name} />
  if (description === '') return null
  if (isEmail(encounterType)) return <ClampedHtml html={description} label={name} />
  return <ClampedText text={description} length={maxTextLength} lines={maxLines} />
}

/** Shows the first lines of an e-mail, expandable to the whole. */
function FoldedMail({ html, preview, label }: { html: string; preview: string; label: string }) {
  const [expanded, setExpanded] = useState(false)
  return (
    <Box sx={{ fontSize: 13 }}>
      {expanded ? (
        <Suspense>
          <FormattedText html={html} label={label} />
        </Suspense>
      ) : (
        <Typography variant="body2" sx={firstLines}>
          {preview}
        </Typography>
      )}
      {html !== '' && <MoreButton expanded={expanded} onChange={setExpanded} of={label} />}
    </Box>
  )
}

const firstLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const

const lineHeight = 1.43

function ClampedHtml({ html, label }: { html: string; label: string }) {
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
          ...(expanded ? {} : { maxHeight: `${maxHtmlLines * lineHeight}em`, overflow: 'hidden' }),
          // the last line may be cut off because paragraphs have margins, so it fades out
          ...(tooLong && !expanded ? { maskImage: 'linear-gradient(black 60%, transparent)' } : {}),
        }}
      >
        <Suspense>
          <FormattedText html={html} label={label} />
        </Suspense>
      </Box>
      {tooLong && <MoreButton expanded={expanded} onChange={setExpanded} />}
    </Box>
  )
}
