/**
 * Sets a CSS variable to the height of an overlay, so that the page can leave space for it. Returns a function that
 * removes it.
 */
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

/**
 * Selector prefix for a full-screen dialog on a phone, which has its buttons at the bottom: notices go below its title
 * instead.
 */
export const inDialogOfPhone = 'body:has(.MuiDialog-paperFullScreen, [data-fills-phone]) &'
