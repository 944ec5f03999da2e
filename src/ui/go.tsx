import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type UrlState, withChanges } from './url-state.ts'

/** Where a link leads: a screen of the app, or the same screen with some of its address changed. */
export interface Target {
  /** Absent: this screen. May carry its own `?…`, as an address one was sent from does. */
  to?: string
  /** Replaces the address's state; with `change` it is kept but for these. */
  search?: UrlState
  change?: Record<string, string | undefined>
}

type Passed = 'className' | 'aria-current' | 'aria-label' | 'aria-describedby' | 'title' | 'lang' | 'id' | 'style'

interface GoProps extends Target, Pick<ComponentProps<'a'>, Passed> {
  children?: ReactNode
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A link inside the app: a real one, to copy or open in a new tab. What it needs is fetched when it is pointed at. */
export const Go = ({ to, search, change, children, onClick, ...rest }: GoProps) => {
  const router = useRouter()
  const here = useRouterState({ select: (state) => (to === undefined || change ? state.location : undefined) })
  const state = change ? withChanges((here?.search ?? {}) as UrlState, change) : search
  const [path = '', own] = (to ?? here?.pathname ?? '/').split('?', 2)
  const written = state ? router.options.stringifySearch?.(state) : own && `?${own}`
  const href = `${path}${written ?? ''}`
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.navigate({ href, resetScroll: to !== undefined } as never)
  }
  const fetchAhead = () => {
    router.preloadRoute({ to: path } as never).catch(() => undefined)
  }
  return (
    <a href={href} onClick={follow} onPointerEnter={to === undefined ? undefined : fetchAhead} {...rest}>
      {children}
    </a>
  )
}
