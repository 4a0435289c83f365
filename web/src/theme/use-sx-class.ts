import { css, type SerializedStyles } from '@emotion/react'
import { type SxProps, type Theme, useTheme } from '@mui/material/styles'
import { useInsertionEffect } from 'react'
import { styleCache } from './style-cache.ts'

/**
 * Returns the class for an `sx`, computed once for all elements with equal styles. The library computes it per element,
 * which is most of the cost of drawing a plain element, and a screen has hundreds.
 */
export function useSxClass(sx: SxProps<Theme> | undefined): string {
  const theme = useTheme()
  const look = sx ? lookOf(theme, sx) : undefined
  useInsertionEffect(() => {
    if (look) insert(look)
  }, [look])
  return look ? classOf(look) : ''
}

interface Looks {
  readonly byText: Map<string, SerializedStyles>
  /** Styles by identity of the `sx` object, also for those with functions. */
  readonly byObject: WeakMap<object, SerializedStyles>
}
const known = new WeakMap<Theme, Looks>()

function lookOf(theme: Theme, sx: SxProps<Theme> & object): SerializedStyles {
  const looks = known.get(theme) ?? { byText: new Map(), byObject: new WeakMap() }
  known.set(theme, looks)
  const kept = looks.byObject.get(sx)
  if (kept) return kept
  const text = textOf(sx)
  const look = (text !== undefined && looks.byText.get(text)) || makeLook(theme, sx)
  looks.byObject.set(sx, look)
  if (text !== undefined) looks.byText.set(text, look)
  return look
}

function makeLook(theme: Theme, sx: SxProps<Theme> & object): SerializedStyles {
  const look = css(theme.unstable_sx(sx) as Parameters<typeof css>[0])
  // a component of the library that gets the class merges it with its own
  styleCache().registered[classOf(look)] = look.styles
  return look
}

/** Returns the `sx` as text for comparison; undefined where it contains functions. */
function textOf(sx: object): string | undefined {
  let isSaid = typeof sx !== 'function'
  const text = JSON.stringify(sx, (_key, value) => {
    if (typeof value === 'function') isSaid = false
    return value
  })
  return isSaid ? text : undefined
}

const classOf = ({ name }: SerializedStyles) => `${styleCache().key}-${name}`

function insert(look: SerializedStyles): void {
  const cache = styleCache()
  if (cache.inserted[look.name] !== undefined) return
  let part: SerializedStyles | undefined = look
  while (part) {
    // parts such as keyframes have names of their own
    cache.insert(part === look ? `.${classOf(look)}` : '', part, cache.sheet, true)
    part = part.next
  }
}
