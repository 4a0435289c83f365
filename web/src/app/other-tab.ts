/** Opens the target of a row or card in another tab on middle click or Ctrl+click, as browsers do for links. */
export function openOtherTabs(): () => void {
  const hrefAt = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('a, button, input, label, select')) return undefined
    return target.closest<HTMLElement>('[data-href]')?.dataset.href
  }
  const isOther = (event: MouseEvent) => event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey))
  function open(event: MouseEvent) {
    const href = isOther(event) ? hrefAt(event) : undefined
    // Ctrl+click while text is selected does not open, like a plain click
    if (href === undefined || (event.button === 0 && getSelection()?.toString())) return
    event.preventDefault()
    event.stopPropagation()
    window.open(href, '_blank', 'noopener')
  }
  // prevents the browser's autoscroll
  const press = (event: MouseEvent) => {
    if (event.button === 1 && hrefAt(event) !== undefined) event.preventDefault()
  }
  document.addEventListener('mousedown', press)
  document.addEventListener('click', open, true)
  document.addEventListener('auxclick', open)
  return () => {
    document.removeEventListener('mousedown', press)
    document.removeEventListener('click', open, true)
    document.removeEventListener('auxclick', open)
  }
}
