import isPropValid from '@emotion/is-prop-valid'
import { createElement, type ElementType, type ReactNode } from 'react'

type Forwards = (name: string) => boolean
type Props = Record<string, unknown> & { as?: ElementType }
type Component = ((props: Props) => ReactNode) & { tag: ElementType; forwards: Forwards | undefined }

const made = new WeakSet<object>()
const isMade = (tag: ElementType | Component): tag is Component => typeof tag === 'function' && made.has(tag)
const usual = (tag: ElementType): Forwards => (typeof tag === 'string' ? isPropValid : (name) => name !== 'theme')

/** Replacement for Emotion's `styled` without styles: renders the element with the properties meant for it. */
export default function styled(
  of: ElementType | Component,
  { shouldForwardProp: own }: { shouldForwardProp?: Forwards } = {},
) {
  const tag = isMade(of) ? of.tag : of
  const inner = isMade(of) ? of.forwards : undefined
  const forwards = own && inner ? (name: string) => inner(name) && own(name) : (own ?? inner)
  const takesAs = !(forwards ?? usual(tag))('as')

  return (): Component => {
    const component = (props: Props) => {
      const drawn = (takesAs && props.as) || tag
      const isMeant = forwards ?? usual(drawn)
      const meant: Record<string, unknown> = {}
      for (const name in props) {
        if (name === 'ref' || (isMeant(name) && !(takesAs && name === 'as'))) meant[name] = props[name]
      }
      return createElement(drawn, meant)
    }
    made.add(component)
    return Object.assign(component, { tag, forwards })
  }
}
