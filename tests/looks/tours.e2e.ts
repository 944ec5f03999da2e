import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { State } from './state.ts'
import { TOURS } from './tours.ts'
import { DESK, DESK_WIDTH, overflow, PHONE, shotName, walkTo, wear } from './walk.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(() => app.close())

describe.each(TOURS)('$title', ({ who, password, prepare, states }) => {
  let visit: Visit
  beforeAll(async () => {
    await prepare?.(app)
    visit = await Visit.open(browser, app.url)
    await visit.signInUnseen(who, password)
    await visit.goto('/preferences')
    await visit.arrived()
  })
  afterAll(() => visit.close())

  it.each(states.map((state) => [state.name ?? state.path, state] as const))('%s', async (name, state: State) => {
    const looks = [DESK, PHONE].filter(({ width }) => state.only === undefined || (state.only === 'desk') === width >= DESK_WIDTH)
    for (const look of looks) {
      await wear(visit, look)
      await walkTo(visit, state.path)
      await state.open?.(visit.page)
      await visit.shoot(shotName(name, look))
      expect(await visit.axe(look.rules), `${look.language} ${look.colorScheme}`).toEqual([])
      await expect.poll(() => overflow(visit.page), { message: `sideways at ${look.width} pixels` }).toBe(0)
      // What was opened is closed before the next state.
      await walkTo(visit, '/preferences')
    }
    expect(visit.trouble.splice(0)).toEqual([])
  })
})
