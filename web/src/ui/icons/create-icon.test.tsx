import AddIcon from '@mui/icons-material/Add'
import LibraryIcon from '@mui/material/SvgIcon'
import { screen } from '@testing-library/react'
import { type ComponentProps, createRef } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { createIcon, type IconComponent } from './create-icon.ts'

const shapes = <path d="M3 3h18v18H3z" />
const OwnIcon = createIcon(shapes)

/** Tests for class names of the theme, which the library component does not have. */
const ofLook = (name: string) => name.startsWith('glut-')

const saidOf = (element: Element) => {
  const style = getComputedStyle(element)
  const { class: classes = '', ...attributes } = Object.fromEntries(
    [...element.attributes].map(({ name, value }) => [name, value]),
  )
  return {
    attributes,
    classes: classes.split(' ').filter((name) => !ofLook(name)),
    content: element.innerHTML,
    style: Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)])),
  }
}

test.each<ComponentProps<IconComponent>>([
  {},
  { fontSize: 'small', color: 'action' },
  { fontSize: 'inherit', color: 'disabled', className: 'named' },
  { fontSize: 'large', color: 'primary', viewBox: '0 0 12 12' },
  { fontSize: 'medium', color: 'secondary', titleAccess: 'Anruf' },
  { color: 'error', 'aria-label': 'Falsch', role: 'img', 'aria-hidden': false },
  { color: 'warning', sx: { fontSize: 18, color: 'text.secondary', mt: 0.5 } },
  { color: 'success', style: { opacity: 0.5 } },
  { color: 'info' },
])('an own icon is the same as that of the library: %o', (props) => {
  const { container } = renderUi(
    <>
      <LibraryIcon {...props}>{shapes}</LibraryIcon>
      <OwnIcon {...props} />
    </>,
  )
  const [library, own] = [...container.querySelectorAll('svg')].map(saidOf)
  expect(library?.classes).toContain('MuiSvgIcon-root')
  expect(library?.style).toMatchObject({ width: '1em', fill: expect.stringMatching(/./) })
  expect(own).toEqual(library)
})

test('icons of the library are made the same way, and take a ref', () => {
  const ref = createRef<SVGSVGElement>()
  renderUi(<AddIcon ref={ref} titleAccess="Neu" />)
  expect(screen.getByRole('img', { name: 'Neu' })).toBe(ref.current)
  expect(ref.current).toHaveClass('MuiSvgIcon-root')
  expect([...(ref.current?.classList ?? [])].filter(ofLook)).toEqual([])
})
