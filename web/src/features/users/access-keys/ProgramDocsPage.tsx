import Markdown from 'markdown-to-jsx/react'
import { type ComponentProps, useEffect, useState } from 'react'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useScreenParams } from '../../../ui/navigation/screens.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { programDocs } from './program-docs.ts'

/** Documentation for developers of client programs, from the folder docs. */
export function ProgramDocsPage() {
  const { t } = useTranslation('telephony')
  const { page } = useScreenParams('programDocs')
  const [text, setText] = useState<string | null>(null)
  useScreenActions({ title: t('docs.title') })
  useEffect(() => {
    let isShown = true
    setText(null)
    void programDocs
      .find(({ name }) => name === page)
      ?.read()
      .then((read) => isShown && setText(read))
    return () => {
      isShown = false
    }
  }, [page])
  if (!programDocs.some(({ name }) => name === page)) return <ErrorState message={t('docs.none')} />
  return (
    <Box sx={{ maxWidth: 860 }}>
      <Box component="nav" aria-label={t('docs.title')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        <ScreenLink href={pathTo('accessKeys')}>{t('toKeys')}</ScreenLink>
        {programDocs
          .filter(({ name }) => name !== page)
          .map(({ name }) => (
            <ScreenLink key={name} href={pathTo('programDocs', { page: name })}>
              {t(`docs.page.${name}`)}
            </ScreenLink>
          ))}
      </Box>
      {text === null ? (
        <SkeletonLines lines={12} />
      ) : (
        <Box lang="en" sx={look}>
          <Markdown options={options}>{text}</Markdown>
        </Box>
      )}
    </Box>
  )
}

/** Rewrites links between the pages to their screens. */
function DocLink({ href = '', children }: ComponentProps<'a'>) {
  const named = /^([\w-]+)\.md$/.exec(href)?.[1]
  if (!named) return <a href={href}>{children}</a>
  if (!programDocs.some(({ name }) => name === named)) return <span>{children}</span>
  return <ScreenLink href={pathTo('programDocs', { page: named })}>{children}</ScreenLink>
}

const options = {
  disableParsingRawHTML: true,
  wrapper: null,
  overrides: { a: DocLink },
} as const

const look = {
  overflowWrap: 'anywhere',
  '& h1': { typography: 'h1', mt: 4 },
  '& h2': { typography: 'h2', mt: 6, mb: 2 },
  '& pre': {
    p: 3,
    border: '1px solid var(--line)',
    borderRadius: 1,
    typography: 'body2',
    fontFamily: 'monospace',
    whiteSpace: 'pre-wrap',
  },
  '& code': { fontFamily: 'monospace' },
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': { textAlign: 'left', verticalAlign: 'top', py: 1, pr: 3, borderBottom: '1px solid var(--line)' },
}
