import type { SxProps, Theme } from '@mui/material/styles'
import { type ComponentPropsWithRef, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'className' | 'style'> {
  /** True if only some of the items it stands for are selected. */
  indeterminate?: boolean
  /** Styles of the visible box; all other properties go to the input. */
  sx?: SxProps<Theme>
}

/**
 * A checkbox. Looks like the one of the library (`theme/checkbox.ts`) but is one component instead of fifteen
 * (docs/decisions/029-screens-at-once.md).
 */
export function Checkbox({ indeterminate = false, ref, onChange, sx, ...input }: Props) {
  const look = useSxClass(sx)
  const own = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => own.current as HTMLInputElement, [])
  useLayoutEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <span className={`checkbox ${look}`} data-disabled={input.disabled}>
      <input
        type="checkbox"
        {...input}
        ref={own}
        onChange={(event) => {
          // the browser resets `indeterminate` on a click
          event.target.indeterminate = indeterminate
          onChange?.(event)
        }}
      />
      <svg viewBox="0 0 24 24" aria-hidden>
        <path className="none" d={`${square}m0 2v14h14V5z`} />
        <path className="all" d={`${square}m5 14 9-9-1.4-1.4-7.6 7.6-3.6-3.6L5 12z`} />
        <path className="some" d={`${square}m2 8v2h10v-2z`} />
      </svg>
    </span>
  )
}

const square = 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z'
