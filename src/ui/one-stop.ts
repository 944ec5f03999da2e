const NEXT: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Things to press that stand in a row, as one stop of the Tab key: the arrow keys lead from one to the next, and Tab comes back to where one was. So whoever
 * uses the keys reaches a report's table in a few of them. Given as a `ref`.
 */
export const oneStop = (row: HTMLElement | null) => {
  if (!row) return undefined
  const stops = () => [...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
  const hold = (held: HTMLElement | undefined) => {
    for (const stop of stops()) stop.tabIndex = stop === held ? 0 : -1
  }
  const arrange = () => {
    const all = stops()
    const held = all.find((stop) => stop.getAttribute('tabindex') === '0')
    hold(held ?? all.find((stop) => stop.ariaPressed === 'true' || stop.ariaCurrent) ?? all[0])
  }
  const onFocus = ({ target }: FocusEvent) => stops().includes(target as HTMLElement) && hold(target as HTMLElement)
  const onKey = (event: KeyboardEvent) => {
    const all = stops()
    const at = all.indexOf(event.target as HTMLElement)
    const next = at >= 0 && !event.ctrlKey && !event.metaKey && !event.altKey ? all[NEXT[event.key]?.(at, all.length - 1) ?? -1] : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  arrange()
  row.addEventListener('focusin', onFocus)
  row.addEventListener('keydown', onKey)
  const drawn = new MutationObserver(arrange)
  drawn.observe(row, { childList: true, subtree: true })
  return () => {
    drawn.disconnect()
    row.removeEventListener('focusin', onFocus)
    row.removeEventListener('keydown', onKey)
  }
}
