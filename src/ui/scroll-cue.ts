/**
 * Says of a part that scrolls sideways whether columns go on to the right (`data-more`) and whether it was moved (`data-aside`), for the
 * styles that show it. A column that stays is a layer of its own in every row of a long table, so it does only where there is something beside it.
 * To be given as a `ref`.
 */
export const scrollCue = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element) return undefined
  const look = () => {
    element.toggleAttribute('data-more', element.scrollWidth - element.clientWidth - element.scrollLeft > 1)
    element.toggleAttribute('data-aside', element.scrollLeft > 0)
  }
  // What is in it may become wider as well, by a column that is ticked.
  const observer = new ResizeObserver(look)
  for (const one of [element, ...element.children]) observer.observe(one)
  element.addEventListener('scroll', look, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', look)
  }
}
