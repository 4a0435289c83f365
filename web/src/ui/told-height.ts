/** How much of the screen is covered, for what leaves room there; what it answers takes that back. */
export function tellHeight(name: '--notice-height' | '--announced-height', covering: HTMLElement | null, gap = 0) {
  if (!covering) return
  const { style } = document.documentElement
  const tell = () => {
    const height = covering.offsetHeight
    if (height) style.setProperty(name, `${height + gap}px`)
    else style.removeProperty(name)
  }
  tell()
  const resized = new ResizeObserver(tell)
  resized.observe(covering)
  return () => {
    resized.disconnect()
    style.removeProperty(name)
  }
}

/** A dialog fills the screen of a phone: at its bottom are its buttons, below its title it leaves room. */
export const inDialogOfPhone = 'body:has(.MuiDialog-paperFullScreen, [data-fills-phone]) &'
