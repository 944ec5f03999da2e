import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use, useDeferredValue } from 'react'
import { useLookOnly } from './look-only.ts'
import { stringifySearch, type UrlState } from './url-state.ts'

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
  'data-keys'?: string | undefined
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A link inside the app: a real one, to copy or open in a new tab. What it needs is fetched when it is pointed at. */
export const Go = ({ to, search, change, ...rest }: GoProps) => {
  if (useLookOnly()) return <Unlinked {...rest} />
  return to === undefined || change ? <FromHere to={to} search={search} change={change} {...rest} /> : <Away to={to} search={search} {...rest} />
}

/** Where nothing leads anywhere: without an address it is no link, and is still laid out as one. Its name is read out. */
const Unlinked = ({ children, className, style, 'aria-label': label }: GoProps) => (
  <a {...(className ? { className } : {})} {...(style ? { style } : {})}>
    {label ? <span aria-hidden="true">{children}</span> : children}
    {label && <span className="sr">{label}</span>}
  </a>
)

type OrAbsent<T> = { [K in keyof T]: T[K] | undefined }

interface Place {
  pathname: string
  search: UrlState
}

const PlaceContext = createContext<Place | undefined>(undefined)

/** Tells the links below where they lead on from. A report has hundreds of them: they learn it in small steps, after whatever the reader waits for. */
export const LinksFromHere = ({ children }: { children: ReactNode }) => {
  const place = useDeferredValue(useRouterState({ select: ({ location }) => location }))
  return <PlaceContext value={place}>{children}</PlaceContext>
}

/** Leads on from the address one is at. */
const FromHere = ({ to, search, change, ...rest }: GoProps & OrAbsent<Target>) => {
  const router = useRouter()
  const place = use(PlaceContext) ?? router.state.location
  const hrefFrom = ({ pathname, search: state }: Place) => {
    const written = change ? writtenWith(state, change) : stringifySearch(search ?? {})
    return `${to?.split('?', 1)[0] ?? pathname}${written}`
  }
  // One who is quicker than the links still goes on from where the screen is by now.
  return <Link href={hrefFrom(place)} hrefNow={() => hrefFrom(router.latestLocation)} elsewhere={to !== undefined} {...rest} />
}

const Away = ({ to, search, ...rest }: GoProps & { to: string }) => {
  const router = useRouter()
  const [path = '', own] = to.split('?', 2)
  const written = search ? stringifySearch(search) : own && `?${own}`
  const href = `${path}${written ?? ''}`
  const fetchAhead = () => {
    router.preloadRoute({ to: path } as never).catch(() => undefined)
  }
  return <Link href={href} hrefNow={() => href} elsewhere onPointerEnter={fetchAhead} {...rest} />
}

interface LinkProps extends Omit<GoProps, keyof Target> {
  href: string
  /** Where it leads at the moment it is followed. */
  hrefNow: () => string
  /** Leads to another screen, which begins at its top. */
  elsewhere: boolean
  onPointerEnter?: () => void
}

const Link = ({ href, hrefNow, elsewhere, children, onClick, ...rest }: LinkProps) => {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.navigate({ href: hrefNow(), resetScroll: elsewhere } as never)
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  )
}

const keptBy = new WeakMap<UrlState, Map<string, string>>()

/** The address's state with some of it changed, written. All links of a report keep the same of it, so that is written once. */
const writtenWith = (state: UrlState, change: NonNullable<Target['change']>): string => {
  const names = Object.keys(change)
  const known = keptBy.get(state) ?? new Map<string, string>()
  keptBy.set(state, known)
  const key = names.join(' ')
  const kept = known.get(key) ?? stringifySearch(Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name))))
  known.set(key, kept)
  const own = stringifySearch(change)
  return kept && own ? `${kept}&${own.slice(1)}` : kept || own
}
