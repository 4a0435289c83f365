/** Gives styles the height of what covers a part of the screen, so that the rest leaves room there; what it answers takes that back. */
export function giveHeight(name: '--notice-height' | '--announced-height', covering: HTMLElement | null, gap = 0) {
  if (!covering) return
  const { style } = document.documentElement
  const measure = () => {
    const height = covering.offsetHeight
    if (height) style.setProperty(name, `${height + gap}px`)
    else style.removeProperty(name)
  }
  measure()
  const resized = new ResizeObserver(measure)
  resized.observe(covering)
  return () => {
    resized.disconnect()
    style.removeProperty(name)
  }
}

/** A dialog fills the screen of a phone: at its bottom are its buttons, below its title it leaves room. */
export const inDialogOfPhone = 'body:has(.MuiDialog-paperFullScreen, [data-fills-phone]) &'
