import { type ComponentType, createContext, use } from 'react'
import type { Screen, Section } from './screen.ts'
import type { StoredUser } from './stored-user.ts'

/** A report as it is on screen. */
export interface ReportOnScreen {
  title: string
  /** The report's call and its query, as the screen asks it now. */
  report: { path: string; query: Record<string, string> }
}

/** What a screen may ask about the app around it without knowing the other features. */
export interface House {
  /** The screen one lands on after signing in; nothing where no screen is open to the person. */
  firstScreen: (user: StoredUser) => Screen | undefined
  /** The address one lands on after signing in: the view one chose, as long as its screen is open, else the first screen. */
  homeOf: (user: StoredUser) => string | undefined
  /** The screen of an address. */
  screenAt: (path: string) => Screen | undefined
  /** The screens of the menu open to this person, in order, that do something today. */
  openScreens: (user: StoredUser) => Screen[]
  /** The whole menu this person sees, in order, what hangs at its foot last. */
  menu: (user: StoredUser) => Section[]
  /** The saved views of a report, beside its other actions. */
  ViewsMenu: ComponentType<ReportOnScreen>
  /** Has a report mailed as it is on screen: a form over the screen. */
  MailReport: ComponentType<ReportOnScreen & { onClose: () => void }>
  /** The first steps of a venue where nothing was sold yet, in place of its dashboard. */
  FirstRun: ComponentType
}

export const HouseContext = createContext<House>({
  firstScreen: () => undefined,
  homeOf: () => undefined,
  screenAt: () => undefined,
  openScreens: () => [],
  menu: () => [],
  ViewsMenu: () => null,
  MailReport: () => null,
  FirstRun: () => null,
})

export const useHouse = (): House => use(HouseContext)

/** Where to go after signing in: the address one came from if it is one of ours, else home. */
export const wayOn = (asked: string | undefined, home: string | undefined): string => {
  const ours = asked !== undefined && /^\/(?![/\\])/.test(asked) && !asked.startsWith('/membership/auth') && !asked.startsWith('/membership/logout')
  return ours ? asked : (home ?? '/membership')
}
