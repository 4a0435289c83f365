/** Sets a CSS variable to the height of an overlay, for which the page leaves space. Returns a function to unset it. */
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

/** Selector prefix for a full-screen dialog on a phone: its buttons are at the bottom, so notices go to the top. */
export const inDialogOfPhone = 'body:has(.MuiDialog-paperFullScreen, [data-fills-phone]) &'
