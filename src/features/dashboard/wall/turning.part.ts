import { useEffect, useRef } from 'react'

const TURN_MS = 20_000
/** Whoever scrolls or presses something reads on in peace for so long. */
const REST_MS = 120_000

/** Shows what does not fit on the screen by turns: nobody scrolls a wall. Answers where to put the reference. */
export const useTurning = () => {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    let restUntil = 0
    const rest = () => {
      restUntil = Date.now() + REST_MS
    }
    const timer = setInterval(() => {
      if (shown.current && Date.now() >= restUntil) turn(shown.current)
    }, TURN_MS)
    for (const kind of BY_HAND) addEventListener(kind, rest, { passive: true })
    return () => {
      clearInterval(timer)
      for (const kind of BY_HAND) removeEventListener(kind, rest)
    }
  }, [])
  return shown
}

const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** On to the first measure that is not wholly in sight, under the head; after the last one back to the first. */
const turn = (shown: HTMLElement): void => {
  const head = shown.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const next = [...shown.querySelectorAll('[data-measure]')].find((measure) => {
    const { top, bottom } = measure.getBoundingClientRect()
    return bottom > innerHeight + 1 && top > head + 1
  })
  if (next) scrollBy({ top: next.getBoundingClientRect().top - head })
  else scrollTo({ top: 0 })
}
