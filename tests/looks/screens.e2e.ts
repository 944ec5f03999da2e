import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { misfits } from '#tests/on-a-phone.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { SCREENS_OF } from './screens.ts'
import { DESK, PHONE, shotName, tooNarrow, WIDTHS, walkTo, wear } from './walk.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(() => app.close())

describe.each(['nobody', 'owner', 'admin'] as const)('as %s', (who) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url)
    if (who !== 'nobody') await visit.signIn(who)
  })
  afterAll(() => visit.close())

  it.each(SCREENS_OF[who])('%s is in order for axe, and fits a phone and every width in both languages', async (path) => {
    await visit.page.setViewportSize({ width: 320, height: 640 })
    await walkTo(visit, path)
    expect(await misfits(visit.page), 'on a small phone').toEqual([])
    for (const look of [DESK, PHONE]) {
      await wear(visit, look)
      expect(await visit.axe(look.rules), `${look.language} ${look.colorScheme}`).toEqual([])
      await visit.shoot(shotName(path, look))
      for (const width of WIDTHS[look.language])
        await expect.poll(() => tooNarrow(visit.page, width), { message: `${look.language} at ${width} pixels` }).toEqual([])
    }
    expect(visit.trouble.splice(0)).toEqual([])
  })
})
