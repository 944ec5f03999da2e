import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Does something in a quiet moment once a hand is on the page: never while the first screen is still on its way. */
const whenNear = (work: () => void): void => {
  const near = () => {
    for (const sign of SIGNS) removeEventListener(sign, near)
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
    else setTimeout(work, 200)
  }
  for (const sign of SIGNS) addEventListener(sign, near, { passive: true })
}

/**
 * What no screen begins with, in a file of its own. It is fetched once somebody begins to do something, so that they do not wait for it by
 * the time they open it, nor need a connection then.
 */
export const lazyWhenNear = <P>(fetchFile: () => Promise<{ default: ComponentType<P> }>): LazyExoticComponent<ComponentType<P>> => {
  whenNear(() => void fetchFile().catch(() => undefined))
  return lazy(fetchFile)
}
