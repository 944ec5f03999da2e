import type { Page } from 'playwright-core'
import type { StartedApp } from '../start-app.ts'

/** Something to look at: a screen with data, or what is opened on it. */
export interface State {
  /** Names the state in the report; by default its address. */
  name?: string
  path: string
  /** Opens a side panel, a dialog or a menu, and waits until it is there. */
  open?: (page: Page) => Promise<unknown>
  /** Only the look of a phone or of a desk, where the state exists on one alone. */
  only?: 'phone' | 'desk'
}

/** States of one person, who is signed in once. */
export interface Tour {
  title: string
  who: string
  password?: string
  /** Prepares what the states need, in a venue of its own or with things of its own in the sample venue. */
  prepare?: (app: StartedApp) => Promise<unknown>
  states: readonly State[]
}
