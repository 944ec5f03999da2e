import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { Visit } from '../in-browser.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { DESK, DESK_WIDTH, type Look, overflow, PHONE, shotName, walkTo, wear } from './walk.ts'

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

/** A screen that loads fast and opens nothing. */
const ELSEWHERE = '/preferences'

/** Looks at every state of these tours, first at a desk and then on a phone. */
export const lookAt = (tours: readonly Tour[], start: () => Promise<StartedApp> = startApp): void => {
  let app: StartedApp
  let browser: Browser

  beforeAll(async () => {
    ;[app, browser] = await Promise.all([start(), launchBrowser()])
  })
  afterAll(() => app.close())

  describe.each(tours)('$title', ({ who, password, prepare, states }) => {
    let visit: Visit
    beforeAll(async () => {
      await prepare?.(app)
      visit = await Visit.open(browser, app.url)
      await visit.signInUnseen(who, password)
    })
    afterAll(() => visit.close())

    const shownTo = (look: Look) => states.filter(({ only }) => only === undefined || (only === 'desk') === look.width >= DESK_WIDTH)
    describe.each([DESK, PHONE].filter((look) => shownTo(look).length > 0))('in $language at $width pixels, $colorScheme', (look) => {
      beforeAll(async () => {
        await visit.goto(ELSEWHERE)
        await visit.arrived()
        await wear(visit, look)
      })

      it.each(shownTo(look).map((state) => [state.name ?? state.path, state] as const))('%s', async (name, { path, open }: State) => {
        // A panel opened on the same screen would stay open.
        if (visit.path() === path.split('?')[0]) await walkTo(visit, ELSEWHERE)
        await walkTo(visit, path)
        await open?.(visit.page)
        await visit.shoot(shotName(name, look))
        expect(await visit.axe(look.rules)).toEqual([])
        await expect.poll(() => overflow(visit.page), { message: 'sideways' }).toBe(0)
        expect(visit.trouble.splice(0)).toEqual([])
      })
    })
  })
}
