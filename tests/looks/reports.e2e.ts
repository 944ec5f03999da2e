import type { Page } from 'playwright-core'
import { SAMPLE_PASSWORD, SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { PASSWORD } from '../people.ts'
import { handIn, planShifts } from '../roster-house.ts'
import { staffRoom } from '../staff-room.ts'
import type { StartedApp } from '../start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '../stored-trade.ts'
import { fullTillSession } from '../till-sessions.ts'
import { signedIn } from '../visitor.ts'
import { lookAt, type State, type Tour } from './tour.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const YESTERDAY = addDays(TODAY, -1)
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
const FRIDAY = addDays(MONDAY, 4)
const SUNDAY = addDays(MONDAY, 6)

const drawn = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[data-report][aria-busy=false]') && !document.querySelector('.waiting, main [aria-busy=true]'))
const withReceipts = async (page: Page) => {
  await drawn(page)
  await page.locator('.docket .proof').waitFor()
}

const wasted = (Name: string, Cost: number, WastageReason: string | undefined) =>
  plainSale(`${addDays(MONDAY, 1)}T12:00:00Z`, 0, {
    Type: 'NoSale',
    ClerkId: 'w7',
    ClerkName: 'Ash Ito',
    Lines: [{ Plu: Name, Name, Quantity: '1', Gross: 2 * Cost, DiscountTotal: 2 * Cost, Net: 0, Cost, Wastage: true, WastageReason }],
    Tenders: [],
    Totals: { Total: 0 },
  })

const prepare = async ({ database, url }: StartedApp) => {
  // Known while they were traded; what comes now comes late.
  const then = new Date(`${MONDAY}T00:00:00Z`)
  for (const { locationId, sales } of sampleTrade(everyDay(MONDAY, SUNDAY), NOW)) await storeTrade(database, 1, locationId, sales, then)
  for (const { locationId, sales } of sampleTrade(everyDay(addDays(SUNDAY, 1), TODAY), NOW)) await storeTrade(database, 1, locationId, sales, NOW)
  await storeTrade(database, 1, 1, [wasted('Spare keg', 600, 'Spill'), wasted('Old pie', 1250, undefined), plainSale(`${FRIDAY}T20:00:00Z`, 700)], NOW)
  await storeTrade(database, 1, 2, [plainSale(`${FRIDAY}T20:00:00Z`, 1050)], NOW)
  // Tills of yesterday, one of them counted.
  const sold = `${YESTERDAY}T02:00:00Z`
  const tenders = (['Cash', 'Card', 'GiftCard', 'Voucher', 'Points', 'Account', 'Online', 'Other'] as const).map((Method) => ({ Method, Amount: 1500 }))
  await storeTrade(database, 1, 1, [plainSale(sold, 12_000, { TerminalId: 'L1', Tenders: tenders }), plainSale(sold, 6000, { TerminalId: 'L2' })], NOW)
  await fetch(`${url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SAMPLE_TILL_KEY}` },
    body: JSON.stringify({ ControlSheets: [fullTillSession('L1', YESTERDAY), { ...fullTillSession('L2', YESTERDAY), Counts: [] }] }),
  })
  // Points of a card, and a sale that the cards do not know.
  const owner = await signedIn(url, 'owner', SAMPLE_PASSWORD)
  await owner.call('POST', '/loyalty/555001/details', { body: { Details: { Name: 'Ruth Adeyemi' } } })
  await owner.call('POST', '/loyalty/555001/points', { body: { Points: 900, LocationId: 1 } })
  await storeTrade(database, 1, 1, [plainSale(NOW.toISOString(), 5900, { Points: { Accrued: 52, Redeemed: 0 } })], NOW)
}

const breakdown = (query: string): State => ({ path: `/reports/breakdown?range=lastweek&${query}`, open: drawn })
const points = `/reports/loyalty-points?range=${addDays(TODAY, -6)}..${TODAY}`
const sheets = `/reports/control-sheets?range=${YESTERDAY}..${YESTERDAY}`
const bridge = `/reports/media-summary/bridge?range=${YESTERDAY}&loc=1`
const openSheet = async (page: Page, till: string) => {
  await page.locator('main table tr', { hasText: till }).locator('a').first().click()
  await page.waitForURL(/\/control-sheets\/\d+$/)
  await page.locator('main table').nth(1).waitFor()
}

const reportsTour: Tour = {
  title: 'reports with trade',
  who: 'owner',
  prepare,
  states: [
    breakdown('dim=group'),
    breakdown('dim=discount'),
    breakdown('dim=wastage&step=reason'),
    breakdown('dim=costs'),
    breakdown('dim=gpmargins'),
    breakdown('dim=department&across=locations'),
    breakdown('dim=productgroup&view=detail'),
    { path: '/reports/sales?range=lastweek&view=detail', open: drawn },
    { path: `/reports/sales?range=${SUNDAY}`, open: drawn },
    { path: `/reports/sales?range=lastweek&drill=loc:3/at:${addDays(MONDAY, 2)}`, open: withReceipts },
    {
      name: 'the Sales Summary with days that changed late',
      path: '/reports/sales?range=lastweek',
      open: async (page) => {
        await drawn(page)
        await page.locator('[data-report] > details summary').click()
      },
    },
    {
      name: 'Daily Sales with what came late',
      path: '/reports/daily-sales?range=lastweek',
      open: async (page) => {
        await drawn(page)
        await page.locator('.ledger-table tbody th button').first().click()
        await page.locator('.popover').waitFor()
      },
    },
    { path: '/reports/weekly-summary?range=lastweek', open: drawn },
    { path: '/reports/media-summary?range=lastweek', open: drawn },
    { path: '/reports/plu-sales?range=lastweek', open: drawn },
    { path: points, open: drawn },
    { path: `${points}&why=all`, open: withReceipts },
    { path: `${points}&view=detail&told=day`, open: drawn },
    { path: `/loyalty/usage-summary?range=${addDays(TODAY, -6)}..${TODAY}&told=day`, open: drawn },
    { path: sheets, open: (page) => page.locator('main table').first().waitFor() },
    { name: 'a control sheet', path: sheets, open: (page) => openSheet(page, 'L1') },
    {
      name: 'the count of a drawer',
      path: sheets,
      only: 'phone',
      open: async (page) => {
        await openSheet(page, 'L2')
        await page.locator('a[href$="/count"]').first().click()
        await page.waitForURL(/\/count$/)
        await page.locator('main input').first().waitFor()
      },
    },
    { path: bridge, open: (page) => page.locator('main tfoot').first().waitFor() },
    { path: `${bridge}&step=OverShort`, open: (page) => page.locator('.docket .proof').waitFor() },
  ],
}

const WORKER = 'looks.roster'
const attendance = `/reports/time-attendance?range=${MONDAY}..${SUNDAY}`

const attendanceTour: Tour = {
  title: 'time and attendance',
  who: WORKER,
  password: PASSWORD,
  prepare: async (app) => {
    const { database } = app
    const room = await staffRoom(app, 'The Looks Roster')
    const [front = 0] = room.locationIds
    await database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
    await room.hire(WORKER, ['can_viewtimesheet', 'can_viewroster', 'can_viewsales', 'can_editsettings'])
    const day = FRIDAY
    const shift = { name: 'Leo Marsh', day, start: `${day}T16:00:00+11:00`, end: `${addDays(day, 1)}T00:00:00+11:00` }
    await planShifts(database, room.venueId, front, NOW, [shift, { ...shift, name: 'Sam Whitlock' }])
    const claim = { claimed: 540, approved: 525, approvedBy: 'Mia Tanaka', note: 'Late table of 14', cost: 29_313 }
    await handIn(database, room.venueId, front, NOW, [{ ...shift, ...claim }])
    await storeTrade(database, room.venueId, front, [plainSale(`${day}T18:00:00+11:00`, 110_000)], NOW)
  },
  states: [
    { path: attendance, open: (page) => page.locator('main table').first().waitFor() },
    {
      name: 'a shift to look at',
      path: attendance,
      open: async (page) => {
        await page.locator('#look a').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
}

lookAt([reportsTour, attendanceTour])
