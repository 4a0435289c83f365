import { css, type SerializedStyles } from '@emotion/react'
import { type SxProps, type Theme, useTheme } from '@mui/material/styles'
import { useInsertionEffect } from 'react'
import { styleCache } from './style-cache.ts'

/**
 * The class of what `sx` says, which is worked out once for all elements that look so. To do that for each of them, as the library
 * does, is most of what drawing a plain element costs, and a screen has hundreds.
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
  /** What is the same object looks the same, also where functions say how. */
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
  // a component of the library that is given the class makes one of it and its own
  styleCache().registered[classOf(look)] = look.styles
  return look
}

/** What it says in full; undefined where a function says it. */
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
    // what comes with it, such as the steps of a movement, has a name of its own
    cache.insert(part === look ? `.${classOf(look)}` : '', part, cache.sheet, true)
    part = part.next
  }
}
