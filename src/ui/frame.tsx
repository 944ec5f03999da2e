import { type ReactNode, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { frameTexts } from './frame.messages.ts'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { Rail, type RailProps, venueName } from './rail.tsx'
import { isUnder, type Section } from './screen.ts'
import { useMedia } from './use-media.ts'

interface FrameProps {
  /** Absent: the screen stands alone, without menu and footer. */
  rail: RailProps | undefined
  /** What is true of the whole app now: sample data, offline, session ending. */
  banners?: ReactNode
  version: string
  /** Something over the page that must be settled first. */
  frozen?: ReactNode
  children: ReactNode
}

/** What stands around every screen: rail or top bar and drawer, banners, footer. */
export const Frame = ({ rail, banners, version, frozen, children }: FrameProps) => {
  const say = useSay(frameTexts)
  const [drawer, setDrawer] = useState<'closed' | 'asked' | 'open'>('closed')
  // A phone has the menu in its drawer, and draws it only there.
  const isWide = useMedia('(width >= 768px)')
  const path = rail?.path
  const main = useRef<HTMLElement>(null)
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    setDrawer('closed')
    // A new page is where reading begins, for those who do not see it change.
    main.current?.focus({ preventScroll: true })
  }, [path])
  // All that is behind the drawer gets its style anew: the button answers before.
  const openDrawer = () => {
    setDrawer('asked')
    afterPaint(() => setDrawer((now) => (now === 'asked' ? 'open' : now)))
  }
  if (!rail) {
    return (
      <div className="frame bare">
        {banners}
        {children}
        {frozen}
      </div>
    )
  }
  return (
    <>
      <div className="frame" inert={frozen !== undefined}>
        <a className="skip" href="#content">
          {say('skip')}
        </a>
        <button type="button" className="skip to-table" onClick={goToTable}>
          {say('skipTable')}
        </button>
        <TopBar rail={rail} isOpen={drawer !== 'closed'} onOpen={openDrawer} />
        {isWide && <Rail {...rail} />}
        <main id="content" tabIndex={-1} ref={main}>
          {banners}
          {children}
        </main>
        <footer className="foot">
          <p>{say('footer', { version, year: new Date().getFullYear() })}</p>
        </footer>
        {!isWide && <Four rail={rail} isMore={drawer !== 'closed'} onMore={openDrawer} />}
        {drawer === 'open' && <Drawer rail={rail} onClose={() => setDrawer('closed')} />}
      </div>
      {frozen}
    </>
  )
}

/** To the page's first table that scrolls inside itself: a report's rows lie behind dozens of figures one may press. */
const goToTable = () => {
  const table = document.querySelector<HTMLElement>('main .scroll:has(> table)')
  table?.focus({ preventScroll: true })
  table?.scrollIntoView({ block: 'start' })
}

const TopBar = ({ rail, isOpen, onOpen }: { rail: RailProps; isOpen: boolean; onOpen: () => void }) => {
  const say = useSay(frameTexts)
  const isAdmin = rail.user.Roles.includes('Admin')
  const name = (
    <>
      {isAdmin ? 'Daybook' : venueName(rail.user)} {rail.user.Config?.Sample && !isAdmin && <small>{say('sample')}</small>}
    </>
  )
  return (
    <header className="topbar">
      {rail.venueLink ? <Go to={rail.venueLink}>{name}</Go> : <p>{name}</p>}
      {rail.find && (
        <button type="button" aria-label={say('find')} onClick={rail.find}>
          <Icon name="search" />
        </button>
      )}
      <button type="button" aria-label={say('openMenu')} aria-expanded={isOpen} onClick={onOpen}>
        <Icon name="menu" />
      </button>
    </header>
  )
}

/** Four ways along the foot of a phone: the day, the two sections used most, and all the rest. */
const Four = ({ rail, isMore, onMore }: { rail: RailProps; isMore: boolean; onMore: () => void }) => {
  const say = useSay(frameTexts)
  const places = quickPlaces(rail.menu)
  const elsewhere = !places.some((item) => item.path === rail.active?.path)
  return (
    <nav className="four" aria-label={say('quick')}>
      {places.map((item) => (
        <FourItem key={item.path} item={item} rail={rail} />
      ))}
      <button type="button" onClick={onMore} aria-expanded={isMore} aria-current={elsewhere ? 'true' : undefined}>
        {say('more')}
      </button>
    </nav>
  )
}

const FourItem = ({ item, rail }: { item: Section; rail: RailProps }) => {
  const say = useSay(item.words)
  const sayFrame = useSay(frameTexts)
  const to = rail.landing(item)
  const here = rail.active?.path === item.path
  return (
    <Go to={to} search={rail.carried(to)} aria-current={here ? (rail.path === to ? 'page' : 'true') : undefined}>
      {item.path === '/membership/dashboard' ? sayFrame('today') : say(item.title)}
    </Go>
  )
}

/** The dashboard first, then what the menu begins with; signing out is never a thumb's slip away. */
const quickPlaces = (menu: readonly Section[]): Section[] => {
  const open = menu.filter((item) => !isUnder(item.path, '/membership/logout'))
  const first = open.filter((item) => item.path === '/membership/dashboard')
  const preferred = ['/reports', '/loyalty'].flatMap((path) => open.filter((item) => item.path === path))
  return [...new Set([...first, ...preferred, ...open])].slice(0, 3)
}

const Drawer = ({ rail, onClose }: { rail: RailProps; onClose: () => void }) => {
  const say = useSay(frameTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the click is one beside it.
    <dialog
      className="drawer"
      ref={dialog}
      aria-label={say('openMenu')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <Rail {...rail} find={undefined} />
      <button type="button" className="x" aria-label={say('openMenu')} onClick={() => dialog.current?.close()}>
        <Icon name="close" />
      </button>
    </dialog>
  )
}
