import { useSyncExternalStore } from 'react'
import type { ChoosableTable, ChosenColumns } from '#shared/choosable-tables.ts'
import type { Language } from '#shared/messages.ts'
import { afterPaint } from './after-paint.ts'
import { useMedia } from './use-media.ts'

/**
 * What was chosen about the app itself, as this browser has it: drawn before anything is asked of the server. Kept apart from the
 * signed-in record: signing out does not undo it.
 */
export interface Preferences {
  /** Absent: as the system has it. */
  theme: 'light' | 'dark' | undefined
  density: 'standard' | 'compact'
  /** Absent: the venue's language, English where no venue is open. */
  language: Language | undefined
  /** Whether single keys such as `[` and `?` do something. */
  shortcuts: 'on' | 'off'
  /** The columns chosen of report tables, written as they are stored: the person's own, so what another person chose here does not stay. */
  columns: string | undefined
}

const listeners = new Set<() => void>()
let current = stored()

/** What is chosen now. */
export const preferences = (): Preferences => current

/** @param columns of which table the columns were chosen; null: back to its main columns */
type Keeper = (choice: Partial<Preferences>, columns?: { [table in ChoosableTable]?: string[] | null }) => void

let keep: Keeper = () => undefined
let made = 0

/** Tells the toolbox who keeps what is chosen, for the person's other browsers. */
export const keepChoicesBy = (keeper: Keeper): void => {
  keep = keeper
}

/** How many choices were made on this page: by it one knows that one was made meanwhile. */
export const choicesMade = (): number => made

/** Chooses: at once on this browser, and kept for the person who is signed in. */
export const choose = (choice: Partial<Preferences>): void => {
  made += 1
  takeUp(choice)
  keep(choice)
}

/** Chooses the columns of a table; nothing goes back to its main columns. */
export const chooseColumns = (table: ChoosableTable, columns: string[] | undefined): void => {
  made += 1
  const { [table]: _, ...others } = chosenColumns(current)
  const all: ChosenColumns = columns ? { ...others, [table]: columns } : others
  takeUp({ columns: writtenColumns(all) })
  keep({}, { [table]: columns ?? null })
}

/** Takes up on this browser what was chosen elsewhere; what is not in it stays. */
export const takeUp = (choice: Partial<Preferences>): void => {
  if (Object.entries(choice).every(([name, value]) => current[name as keyof Preferences] === value)) return
  for (const [name, value] of Object.entries(choice)) {
    try {
      if (value === undefined) localStorage.removeItem(`daybook.${name}`)
      else localStorage.setItem(`daybook.${name}`, value)
    } catch {
      // Storage is switched off: the choice holds until the page is left.
    }
  }
  current = { ...current, ...choice }
  // Whatever tells what is chosen says so at once, such as the button that was pressed.
  for (const listener of listeners) listener()
  afterPaint(show)
}

/** Chosen columns as they are stored; none at all are not. */
export const writtenColumns = (columns: ChosenColumns): string | undefined => (Object.keys(columns).length > 0 ? JSON.stringify(columns) : undefined)

/** The columns the person chose, by table. */
export const chosenColumns = ({ columns }: Pick<Preferences, 'columns'>): ChosenColumns => {
  try {
    const read: unknown = JSON.parse(columns ?? '{}')
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}

export const usePreferences = (): Preferences => useSyncExternalStore(listen, preferences)

/** Whether the screen is dark now, by choice or as the system has it at this moment. */
export const useIsDark = (): boolean => {
  const { theme } = usePreferences()
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  return theme ? theme === 'dark' : isSystemDark
}

function stored(): Preferences {
  const read = (name: string) => {
    try {
      return localStorage.getItem(`daybook.${name}`)
    } catch {
      return null
    }
  }
  const [theme, language] = [read('theme'), read('language')]
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    density: read('density') === 'compact' ? 'compact' : 'standard',
    language: language === 'en' || language === 'jp' ? language : undefined,
    shortcuts: read('shortcuts') === 'off' ? 'off' : 'on',
    columns: read('columns') ?? undefined,
  }
}

const show = () => {
  const root = document.documentElement
  if (current.theme) root.dataset.theme = current.theme
  else delete root.dataset.theme
  if (current.density === 'compact') root.dataset.density = 'compact'
  else delete root.dataset.density
}

const KEYS = ['theme', 'density', 'language', 'shortcuts', 'columns'].map((name) => `daybook.${name}`)

const listen = (listener: () => void) => {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== null && !KEYS.includes(event.key)) return
    current = stored()
    show()
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}
