import type { Page } from 'playwright-core'
import { PASSWORD } from '../people.ts'
import { staffRoom } from '../staff-room.ts'
import type { StartedApp } from '../start-app.ts'
import { plainSale, storeTrade } from '../stored-trade.ts'
import { signedIn } from '../visitor.ts'
import { lookAt, type Tour } from './tour.ts'

const WHO = 'looks.cards'
const CARD = '70017710'
const EDITS = 'looks.edits'
const OTHER = '70015026'
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const prepare = async (app: StartedApp) => {
  const room = await staffRoom(app, 'The Looks Card Club')
  const [front = 0] = room.locationIds
  await room.hire(WHO, [], 'all', ['Owner'])
  const who = await signedIn(app.url, WHO, PASSWORD)
  await who.call('POST', `/venue/${room.venueId}/config`, { body: { Config: { PointsExpireMonths: 24, AdjustmentLimit: 400 } } })
  for (const [number, Name, Points] of [
    [CARD, 'Aiko Brennan', 300],
    [OTHER, 'Tom Brennan', 20],
    ['770001', 'Ruth Adeyemi', 300],
  ] as const) {
    await who.call('POST', `/loyalty/${number}/details`, { body: { Details: { Name, Email: `card.${number}@people.example` } } })
    await who.call('POST', `/loyalty/${number}/points`, { body: { Points, LocationId: front, Comments: 'Start' } })
  }
  await app.database.inVenue(
    room.venueId,
    (sql) => sql`update loyalty_card set joined = '2020-02-03', last_used = null where venue_id = ${room.venueId} and number = '770001'`,
  )
  // Enough uses in a day for a case, and a card whose holder nobody knows.
  const use = (LoyaltyCard: string, minute: number) =>
    plainSale(`${dayBefore(2)}T02:0${minute}:00Z`, 2345, { LoyaltyCard, Points: { Accrued: 23, Redeemed: 0 } })
  await storeTrade(app.database, room.venueId, front, [...[1, 2, 3, 4, 5, 6].map((minute) => use(CARD, minute)), use('88000007', 7)], new Date())
  const { hire } = room
  await hire('looks.asker', [], 'all', ['Manager'])
  await hire(EDITS, ['can_editloyalty'], [front])
  const asker = await signedIn(app.url, 'looks.asker', PASSWORD)
  await asker.call('POST', `/loyalty/${OTHER}/points`, { body: { Points: 1001, LocationId: front, Comments: 'Raffle' } })
}

const field = (page: Page, at: number) => page.locator('main form input:not([type=hidden]), main form textarea').nth(at)
const submit = (page: Page) => page.locator('main form button[type=submit]').last().click()

const loyaltyTour: Tour = {
  title: 'cards and their points',
  who: WHO,
  password: PASSWORD,
  prepare,
  states: [
    { name: 'cards found, and those that are incomplete', path: '/loyalty/search?q=brennan', open: (page) => page.getByRole('rowheader').first().waitFor() },
    {
      name: 'a new card with a wrong address',
      path: '/loyalty/search',
      open: async (page) => {
        await page.getByRole('button', { name: /^New card$|^新規カード$/ }).click()
        await page.getByRole('dialog').locator('input[type=email]').fill('not an address')
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await page.locator('.wrong').first().waitFor()
      },
    },
    { name: 'the usage of a card', path: `/loyalty/cards/${CARD}`, open: (page) => page.getByRole('table').first().waitFor() },
    {
      name: 'the receipt behind an entry',
      path: `/loyalty/cards/${CARD}`,
      only: 'desk',
      open: (page) =>
        page
          .getByRole('button', { name: /^plain-/ })
          .first()
          .click(),
    },
    { name: 'the details of a card', path: `/loyalty/cards/${CARD}?tab=details`, open: (page) => page.locator('main form').first().waitFor() },
    { name: 'points are adjusted', path: `/loyalty/cards/${CARD}?tab=adjust`, open: (page) => page.locator('main form').first().waitFor() },
    { name: 'points are transferred', path: `/loyalty/cards/${CARD}?tab=transfer`, open: (page) => page.locator('main form').first().waitFor() },
    { name: 'a card is replaced', path: `/loyalty/cards/${CARD}?tab=replace`, open: (page) => page.locator('main form').first().waitFor() },
    {
      name: 'a transfer before it is made',
      path: `/loyalty/cards/${CARD}?tab=transfer`,
      open: async (page) => {
        await page.getByRole('textbox', { name: /^To card$|^移行先カード$/ }).fill(OTHER)
        await page.getByText('Tom Brennan').first().waitFor()
        await page.getByRole('textbox', { name: /^Points$|^ポイント$/ }).fill('12')
        await submit(page)
        await page.locator('main .acts .btn.primary.big, main button.primary.big').first().waitFor()
      },
    },
    {
      name: 'a replacement before it is made',
      path: `/loyalty/cards/${CARD}?tab=replace`,
      open: async (page) => {
        await field(page, 0).fill('5599 0001')
        await submit(page)
        await page.locator('main h2').first().waitFor()
      },
    },
    {
      name: 'an adjustment before it is approved',
      path: '/loyalty/adjust-points',
      open: async (page) => {
        await page
          .getByRole('button', { name: /^Approve|承認/ })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'points that expire, asked about',
      path: '/loyalty/expiry',
      open: async (page) => {
        await page.locator('main .btn.primary').first().click()
        await page.getByRole('dialog').locator('button').last().waitFor()
      },
    },
    {
      name: 'a case of fraud and its evidence',
      path: `/loyalty/fraud-check?range=${dayBefore(3)}..${dayBefore(1)}`,
      open: async (page) => {
        await page.locator(`[data-card="${CARD}"]`).getByRole('link').first().click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    { name: 'a threshold that is not the venue’s', path: '/loyalty/fraud-check?threshold=6', open: (page) => page.getByRole('spinbutton').waitFor() },
    { name: 'no card above the threshold', path: '/loyalty/fraud-check?threshold=90', open: (page) => page.locator('main').waitFor() },
  ],
}

const byNumberTour: Tour = {
  title: 'cards that may be changed and not seen',
  who: EDITS,
  password: PASSWORD,
  states: [{ name: 'points are adjusted by number', path: '/loyalty/adjust-points', open: (page) => page.locator('main form').first().waitFor() }],
}

lookAt([loyaltyTour, byNumberTour])
