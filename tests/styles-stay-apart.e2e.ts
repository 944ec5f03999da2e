import type { Browser, Page, ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCREENS } from '#app/menu.ts'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'
import { type DrawnLayout, differencesOf, settledLayout } from './drawn-layout.ts'

// What a stylesheet of one screen does to another shows once both were opened without a reload: each screen is compared with itself in a page
// of its own. The clock stands still and no trade comes in, so nothing else changes.

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
/** High enough for a whole screen: what is out of sight is not drawn. */
const WINDOWS = [
  { width: 1440, height: 3000 },
  { width: 390, height: 6000 },
] as const

interface Stop {
  at: string
  /** What is pressed there: dialogs and steps that the address does not hold. */
  press?: (page: Page) => Promise<void>
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true').first()
const opensDialog = async (page: Page, name: string) => {
  await button(page, name).click()
  await dialog(page).waitFor()
}
const receipt = async (page: Page) => {
  await dialog(page).getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/receipt=/)
}
const view = async (page: Page, item: string) => {
  await page.setViewportSize(WINDOWS[0])
  await button(page, 'Views').click()
  await page.getByRole('menuitem', { name: item }).click()
  await dialog(page).getByRole('textbox').first().waitFor()
}
const IMPORTED =
  'Receipt,Day,At,Where,Item,Qty,Amount,Paid\nT-1,2/11/2026,12:30,Harbour Bar,Lager,2,19.60,Cash\nT-2,2/11/2026,13:05,Harbour Bar,Fish,1,nine,Card\n'
const SCHEDULE = {
  Name: 'Last week',
  Path: '/reports/sales',
  Search: 'range=lastweek&by=day',
  Report: { Path: '/sales/day', Query: { FromDate: MONDAY, ToDate: addDays(MONDAY, 6) } },
  Every: 'week',
  OnDay: 7,
  Language: 'en',
  Attachment: 'xlsx',
  SkipEmpty: true,
  Recipients: [1],
}
const handOver = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(IMPORTED) })
  await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
}

const LAST_WEEK = 'range=lastweek'
/** By the hour, and few receipts. */
const ONE_DAY = `range=${MONDAY}&loc=3`
const owners = (run: string, schedule: string): Stop[] => [
  { at: `/reports/sales?${LAST_WEEK}` },
  { at: `/reports/sales?${ONE_DAY}&drill=all` },
  { at: `/reports/sales?${ONE_DAY}&drill=all`, press: receipt },
  { at: `/reports/sales?${ONE_DAY}`, press: (page) => view(page, 'Save this view…') },
  { at: `/reports/sales?${ONE_DAY}`, press: (page) => view(page, 'Send by e-mail…') },
  { at: `/reports/daily-sales?${LAST_WEEK}` },
  { at: `/reports/breakdown?${LAST_WEEK}` },
  { at: `/reports/breakdown?${LAST_WEEK}&dim=costs` },
  { at: `/reports/plu-sales?${ONE_DAY}` },
  { at: `/reports/media-summary?${LAST_WEEK}` },
  { at: `/reports/weekly-summary?${LAST_WEEK}` },
  { at: `/reports/schedules?history=${schedule}` },
  { at: '/employees/list?open=2' },
  { at: '/employees/list', press: (page) => page.getByRole('checkbox').nth(2).check() },
  { at: '/employees/register?employee=4&step=permissions' },
  { at: '/employees/revoke?people=3,4' },
  { at: '/venue/settings?tab=locations', press: (page) => page.locator('main section h2 button').first().click() },
  { at: '/venue/settings?tab=connections' },
  { at: '/venue/settings?tab=settings' },
  { at: '/venue/settings?tab=suppliers' },
  { at: '/venue/activity?action=schedule.made' },
  { at: '/venue/imports', press: handOver },
  { at: `/venue/imports?run=${run}` },
]
const ADMINS: Stop[] = [
  { at: '/admin/list?venue=1&tab=payment' },
  { at: '/admin/list?venue=1&tab=domains' },
  { at: '/admin/list', press: (page) => opensDialog(page, 'New venue') },
  { at: '/admin/apikeylist', press: (page) => opensDialog(page, 'Create key') },
]

/** The screens of the menus that somebody may open, by their addresses. */
const screensOf = (isTheirs: (path: string) => boolean): Stop[] =>
  SCREENS.filter(({ page, path }) => page !== undefined && !path.includes('$') && !ELSEWHERE.includes(path) && isTheirs(path)).map(({ path }) => ({ at: path }))
/** What leads on at once; the trail grows with each file handed over, and stands among the stops with its older lines. */
const ELSEWHERE = ['/membership/logout', '/membership/selectvenue', '/venue/activity']
const isAdmins = (path: string) => path.startsWith('/admin/')
const isDoor = (path: string) => SCREENS.some((screen) => screen.path === path && screen.bare && screen.needs === 'public')

let app: StartedApp
let browser: Browser
/** A file of sales that was imported, and a report that is sent by mail. */
let run: string
let schedule: string

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  for (const { locationId, sales } of sampleTrade(everyDay(MONDAY, addDays(MONDAY, 6)), NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  run = await importFile()
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  schedule = (await owner.call<{ ScheduleId: string }>('POST', '/reports/schedules', { body: SCHEDULE })).body.ScheduleId
}, 180_000)
afterAll(async () => {
  await app.close()
})

/** Imports the file above as the owner does, and gives the id of its run. */
const importFile = async (): Promise<string> => {
  const visit = await visitor('owner')
  const { page } = visit
  await visit.goto('/venue/imports')
  await handOver(page)
  for (const [column, field] of [
    ['At', 'Time'],
    ['Where', 'Location'],
    ['Paid', 'Tender'],
  ] as const)
    await page.getByLabel(column, { exact: true }).selectOption(field)
  await page.getByLabel('Date format').selectOption('D/M/YYYY')
  await button(page, 'Check the file').click()
  await page.getByRole('button', { name: /^Import \d/ }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  await visit.close()
  return new URL(page.url()).searchParams.get('run') ?? ''
}

/** Tells whether a page waits for no answer. */
const quietly = (page: Page) => {
  const open = new Set<object>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size === 0
}

const walkTo = (page: Page, at: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, at)

type Look = (stop: Stop, expected?: readonly DrawnLayout[]) => Promise<DrawnLayout[]>

/** Opens a stop by whatever leads there, and looks at it in each window. */
const looker =
  (page: Page, isQuiet: () => boolean, windows: readonly ViewportSize[], go: (at: string) => Promise<unknown>): Look =>
  async ({ at, press }, expected = []) => {
    await page.setViewportSize(WINDOWS[0])
    await go(at)
    if (press) {
      await settledLayout(page, isQuiet)
      await press(page)
      await page.mouse.move(0, 0)
    }
    const looks: DrawnLayout[] = []
    for (const [i, window] of windows.entries()) {
      await page.setViewportSize(window)
      looks.push(await settledLayout(page, isQuiet, expected[i]))
    }
    return looks
  }

/** Walks from stop to stop in one page, and tells which elements are drawn otherwise than in a page of their own. */
const walked = async (visit: Visit, stops: readonly Stop[], fresh: Map<Stop, DrawnLayout[]>, windows: readonly ViewportSize[]): Promise<string[]> => {
  const page = await visit.tab()
  const look = looker(page, quietly(page), windows, (at) => walkTo(page, at))
  const told: string[] = []
  await visit.goto(stops.at(-1)?.at ?? '/', page)
  await settledLayout(page, () => true)
  for (const stop of stops) {
    const expected = fresh.get(stop) ?? []
    for (const [i, seen] of (await look(stop, expected)).entries()) {
      const [first, ...others] = differencesOf(expected[i] ?? '{}', seen)
      if (first) told.push(`${stop.at}${stop.press ? ' pressed' : ''} at ${windows[i]?.width} px: ${first}, and ${others.length} more elements`)
    }
    if (stop.press) await leave(page)
  }
  await page.close()
  return told
}

/** What was pressed would stay if the next stop were on the same screen. */
const leave = async (page: Page) => {
  await walkTo(page, '/nothing/here')
  await dialog(page).waitFor({ state: 'detached' })
  await settledLayout(page, () => true)
}

/** There and back, as which of two stylesheets comes first depends on the order; on the way back the desk's width has to do. */
const compare = async (visit: Visit, stops: readonly Stop[]) => {
  const fresh = new Map<Stop, DrawnLayout[]>()
  for (const stop of stops) {
    const page = await visit.tab()
    fresh.set(stop, await looker(page, quietly(page), WINDOWS, (at) => visit.goto(at, page))(stop))
    await page.close()
  }
  expect(await walked(visit, stops, fresh, WINDOWS)).toEqual([])
  expect(await walked(visit, stops.toReversed(), fresh, WINDOWS.slice(0, 1))).toEqual([])
  expect(visit.trouble).toEqual([])
}

const visitor = async (who?: string) => {
  const visit = await Visit.open(browser, app.url, WINDOWS[0])
  await visit.context.clock.setFixedTime(NOW)
  if (who) await visit.signInUnseen(who)
  return visit
}

describe('every screen looks as it does by itself, whichever screens were open before', () => {
  it('to the owner', async () => {
    const visit = await visitor('owner')
    await compare(visit, [...screensOf((path) => !isAdmins(path) && !isDoor(path)), ...owners(run, schedule)])
    await visit.close()
  }, 300_000)

  it('to Admin', async () => {
    const visit = await visitor('admin')
    await compare(visit, [...screensOf(isAdmins), ...ADMINS])
    await visit.close()
  }, 180_000)

  it('at the door', async () => {
    const visit = await visitor()
    await compare(visit, screensOf(isDoor))
    await visit.close()
  }, 60_000)
})
