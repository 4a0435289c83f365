import LibraryBox from '@mui/material/Box'
import LibraryPaper from '@mui/material/Paper'
import type { SxProps, Theme } from '@mui/material/styles'
import LibraryTypography from '@mui/material/Typography'
import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test/render.tsx'
import { Box } from '../ui/layout/Box.tsx'
import { Paper } from '../ui/layout/Paper.tsx'
import { Typography } from '../ui/text/Typography.tsx'

/** Returns all CSS rules of an element, in order. */
function looks(id: string): string[] {
  const [own = 'none'] = [...screen.getByTestId(id).classList].filter((name) => name.startsWith('glut-'))
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
  return rules.filter((text) => text.includes(`.${own}`)).map((text) => text.replaceAll(own, 'own'))
}

test.each<[string, SxProps<Theme>]>([
  [
    'what the theme knows',
    { p: 2, color: 'text.secondary', bgcolor: 'background.paper', borderTop: 1, zIndex: 'tooltip' },
  ],
  ['what is within it, and by its room', { '& > a:hover': { m: 1 }, gap: { xs: 1, sm: 3 }, displayPrint: 'none' }],
  ['several', [{ px: 1, color: 'red' }, false, { color: 'blue' }]],
  ['a function', (theme) => ({ [theme.breakpoints.down('xl')]: { color: theme.palette.divider } })],
  ['a function within', { py: 1, '&:hover': { color: (theme: Theme) => theme.palette.error.main } }],
])('an element with sx has the same rules as that of the library: %s', (_, sx) => {
  // the own one first, because equal styles are inserted only once
  const { rerender } = renderUi(<Box data-testid="own" sx={sx} />)
  const own = looks('own')
  expect(own).not.toEqual([])
  rerender(<LibraryBox data-testid="library" sx={sx} />)
  expect(own).toEqual(looks('library'))
})

test('equal styles share a class, and the same object is read only once', () => {
  const sx = { color: 'red', read: 0 }
  const said = {
    get color() {
      sx.read += 1
      return sx.color
    },
  }
  const { rerender } = renderUi(<Box data-testid="own" sx={said} />)
  const [first, read] = [screen.getByTestId('own').className, sx.read]
  expect(read).toBeGreaterThan(0)
  rerender(<Box data-testid="own" sx={said} title="again" />)
  expect(screen.getByTestId('own')).toHaveAttribute('title', 'again')
  expect(sx.read).toBe(read)
  rerender(<Box data-testid="own" sx={{ color: 'red' }} />)
  expect(screen.getByTestId('own').className).toBe(first)
})

test('sx overrides the own style of a component of the library', () => {
  renderUi(<Box component={LibraryPaper} data-testid="own" sx={{ borderRadius: '9px' }} />)
  expect(screen.getByTestId('own')).toHaveStyle({ borderRadius: '9px' })
})

test('an element with changed sx has the new style only', () => {
  const { rerender } = renderUi(<Box data-testid="own" className="named" sx={{ color: 'red' }} />)
  expect(screen.getByTestId('own')).toHaveStyle({ color: 'rgb(255, 0, 0)' })
  rerender(<Box data-testid="own" className="named" sx={{ fontWeight: 700 }} />)
  expect(screen.getByTestId('own')).toHaveStyle({ fontWeight: '700' })
  expect(screen.getByTestId('own')).not.toHaveStyle({ color: 'rgb(255, 0, 0)' })
  expect(screen.getByTestId('own')).toHaveClass('named')
})

const saidOf = (element: HTMLElement) => {
  const style = getComputedStyle(element)
  const names = [...style].filter((name) => name !== 'font')
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))
}

test.each<ComponentProps<typeof Typography>>([
  { variant: 'h4', color: 'primary' },
  {},
  { variant: 'h2' },
  { variant: 'body2', color: 'textSecondary', sx: { mt: 2, fontSize: 12 } },
  { variant: 'caption', color: 'error' },
  { variant: 'inherit', color: 'inherit' },
  { variant: 'subtitle2', noWrap: true, color: 'var(--warning)' },
])('a text has the same style as that of the library: %o', (props) => {
  renderUi(
    <>
      <LibraryTypography data-testid="library" {...props} />
      <Typography data-testid="own" {...props} />
    </>,
  )
  const [library, own] = [screen.getByTestId('library'), screen.getByTestId('own')]
  expect(own.tagName).toBe(library.tagName)
  expect(saidOf(library)).toMatchObject({ 'line-height': expect.stringMatching(/./) })
  expect(saidOf(own)).toEqual(saidOf(library))
})

test.each<[ComponentProps<typeof LibraryPaper>, ComponentProps<typeof Paper<'div'>>]>([
  [{ variant: 'outlined', sx: { p: 3, borderColor: 'error.main' } }, { sx: { p: 3, borderColor: 'error.main' } }],
  [{ variant: 'outlined' }, {}],
  [
    { elevation: 6, sx: { borderRadius: 0 } },
    { elevation: 6, sx: { borderRadius: 0 } },
  ],
])('a sheet of paper has the same style as that of the library: %o', (ofLibrary, ofOurs) => {
  renderUi(
    <>
      <LibraryPaper data-testid="library" {...ofLibrary} />
      <Paper data-testid="own" {...(ofOurs as object)} />
    </>,
  )
  const [library, own] = [screen.getByTestId('library'), screen.getByTestId('own')].map(saidOf)
  // our surfaces never change their shadow
  const { '--Paper-shadow': shadow, transition, 'background-image': image, ...said } = library ?? {}
  expect(image).toBe('none')
  const edges = /^border(-(top|right|bottom|left))?$/
  const compared = (all: object) => Object.fromEntries(Object.entries(all).filter(([name]) => !edges.test(name)))
  expect(compared(own ?? {})).toEqual(compared({ ...said, ...(shadow && { 'box-shadow': shadow }) }))
})
