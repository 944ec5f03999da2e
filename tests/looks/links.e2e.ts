import type { Page } from 'playwright-core'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { DeliverectFake } from '#integrations/deliverect/deliverect.fake.ts'
import { INVOLV_ACCOUNT } from '../involv-house.ts'
import { LinkHouse } from '../link-house.ts'
import { SHOP } from '../shopify-house.ts'
import { adminAt } from '../staff-room.ts'
import { linkTyro, terminalDay } from '../tyro-house.ts'
import { signedIn, type Visitor } from '../visitor.ts'
import { lookAt, type Tour } from './tour.ts'

const DEPUTY_HOST = 'harbourvine.au.deputy.com'
const deliverect = new DeliverectFake({ clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret', hmacSecret: 'production-secret' })
let house: LinkHouse

/** Starts the sample venue on a server with provider stand-ins. */
const start = async () => {
  await deliverect.standIn.start()
  house = await LinkHouse.open('The Looks Links', { sample: true, environment: deliverect.settings })
  const close = async () => {
    await house.close()
    await deliverect.standIn.stop()
  }
  return { ...house.app, close }
}

const TWO_DAYS_AGO = new Date(Date.now() - 2 * 86_400_000)

/** Vine Bistro has no payouts yet, Cellar Door was let in and is no more, and Harbour Bar’s link ended. */
const linkStripe = async (owner: Visitor) => {
  house.stripe.account('acct_Vine', { name: 'Vine Bistro Pty Ltd', payoutsEnabled: false })
  house.stripe.account('acct_Cellar', { name: 'Cellar Door Wines' })
  house.stripe.account('acct_Bar', { name: 'Harbour Bar Pty Ltd' })
  await house.link(owner, 'acct_Vine', 2)
  await house.link(owner, 'acct_Cellar', 3)
  await house.link(owner, 'acct_Bar', 1)
  await house.work()
  await owner.call('DELETE', '/location/1/paymenttokens')
  house.stripe.account('acct_Cellar', { isConnected: false })
}

/** One area and one person that nobody has matched yet. */
const linkDeputy = async (owner: Visitor) => {
  const { books } = house.deputy.install(DEPUTY_HOST, 'Harbour & Vine')
  books.put('Company', { Id: 1, CompanyName: 'Harbour Bar', Active: true })
  books.put('OperationalUnit', { Id: 11, Company: 1, OperationalUnitName: 'Functions', Active: true })
  books.put('OperationalUnit', { Id: 12, Company: 1, OperationalUnitName: 'Garden', Active: true })
  books.put('Contact', { Id: 121, Email1: 'tilda@mail.example' })
  books.put('Employee', { Id: 21, DisplayName: 'Tilda Moss', Active: true, Contact: 121 })
  const day = TWO_DAYS_AGO.toISOString().slice(0, 10)
  books.timesheet(11, 21, [`${day}T12:00:00+11:00`, `${day}T20:00:00+11:00`])
  await house.linkDeputy(owner, DEPUTY_HOST)
}

/** Members with other points, with the same card and without one. */
const linkInvolv = async (owner: Visitor) => {
  const { books } = house.involv.account(INVOLV_ACCOUNT, 'Harbour & Vine club')
  for (const [card, Name, Points] of [
    ['LINK-1', 'Ana Ruiz', 1000],
    ['LINK-3', 'Kim Sato', 300],
  ] as const) {
    await owner.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name } } })
    await owner.call('POST', `/loyalty/${card}/points`, { body: { Points, LocationId: 1, Comments: 'Brought along' } })
  }
  books.member('LINK-1', { first_name: 'Ana', last_name: 'Ruiz', points_balance: 1240 })
  books.member('LINK-3', { first_name: 'Kim', last_name: 'Sato', points_balance: 300 })
  books.member('link -3', { first_name: 'Kim', last_name: 'Sato', points_balance: 12 })
  books.member('', { first_name: 'Noor', last_name: 'Haddad', points_balance: 60 })
  await house.linkInvolv(owner, INVOLV_ACCOUNT)
}

/** Orders of a location that is known and of two that are not. */
const linkShopify = async (owner: Visitor) => {
  const { books } = house.shopify.shop(SHOP, { name: 'Harbour & Vine Online' })
  books.place([{ quantity: 1, unit: 16_800 }], { at: TWO_DAYS_AGO, place: { id: 71, name: 'Cellar Door' } })
  books.place([{ quantity: 2, unit: 2500 }], { at: TWO_DAYS_AGO, place: { id: 72, name: 'Night Market' } })
  books.place([{ quantity: 1, unit: 8900 }], { at: TWO_DAYS_AGO, shipping: 990 })
  await house.linkShopify(owner, SHOP)
}

const linkTerminals = async (owner: Visitor) => {
  const { books } = house.tyro.merchant('4201', 'Harbour Bar Pty Ltd')
  books.pay(terminalDay(1), { sale: 9000, tip: 1000, surcharge: 409, fee: 26.02 })
  books.pay(terminalDay(2), { sale: 4200, cashOut: 5000, fee: 12.5 })
  books.settle(terminalDay(2), 9200)
  books.settle(terminalDay(1), 8500, { status: 'PENDING' })
  await linkTyro(owner, 1, '4201')
}

/** An order that waits for the till, one whose parts do not add up, and a product that is not sold here. */
const linkDeliverect = async (owner: Visitor) => {
  deliverect.sendOrdersTo(`${house.app.url}/api/webhooks/deliverect/orders`)
  await (await adminAt(house.app, 1)).call('POST', '/deliverect/tokens', { body: {} })
  const bar = deliverect.location('Harbour Bar, Deliverect', { channels: [7, 2] })
  const linked = { DeliverectId: bar.accountId, DeliverectLocationId: bar.locationId, SendToLocation: true }
  await owner.call('POST', '/venue/1/location/1/deliverect', { body: linked })
  await house.work()
  for (const more of [{}, { wrongBy: 20 }]) {
    await deliverect.send(deliverect.order(bar, { items: [{ plu: '1001', name: 'Wharf Lager, schooner', price: 1850, quantity: 1 }], ...more }))
    await house.work()
  }
  bar.products.set('OLD', { plu: 'OLD', name: 'Old pie', price: 100 })
}

const prepare = async () => {
  const owner = await signedIn(house.app.url, 'owner', SAMPLE_PASSWORD)
  for (const link of [linkStripe, linkDeputy, linkInvolv, linkShopify, linkTerminals, linkDeliverect]) await link(owner)
  await house.perform('links.nightly')
  await house.work()
}

const shown = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const rowOf = (name: string) => (page: Page) => page.getByRole('rowheader', { name }).first().waitFor()
const opened = async (page: Page, name: RegExp) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').locator('button').last().waitFor()
}

const linkTours: readonly Tour[] = [
  {
    title: 'links with other systems',
    who: 'owner',
    prepare,
    states: [
      { name: 'links of Stripe', path: '/stripe/connect', open: shown(/Vine Bistro Pty Ltd/) },
      { name: 'before a location is linked', path: '/stripe/connect?begin=1', open: (page) => page.getByRole('dialog').locator('.btn.primary').waitFor() },
      {
        name: 'a link that the provider refused',
        path: '/stripe/connect?error=access_denied',
        open: (page) => page.getByRole('alert').getByRole('heading').waitFor(),
      },
      { name: 'a link that is to end', path: '/stripe/connect', open: (page) => opened(page, /^(Disconnect Vine Bistro…|Vine Bistroの連携を解除…)$/) },
      { name: 'links of Deputy and what they match', path: '/deputy/connect', open: rowOf('Functions') },
      { name: 'differences with Involv', path: '/involv/connect', open: rowOf('Ana Ruiz') },
      { name: 'orders of Shopify that are not counted', path: '/shopify/connect', open: rowOf('#1004') },
      {
        name: 'days of card terminals',
        path: `/venue/connections/tyro?range=${terminalDay(2)}..${terminalDay(1)}`,
        open: (page) => page.getByRole('table', { name: /^(Settled by bank day|入金日別の精算)$/ }).waitFor(),
      },
      { name: 'orders of Deliverect', path: '/venue/connections/deliverect', open: shown(/^(Deliverect confirmed this location|Deliverectで確認済み)/) },
      {
        name: 'products that are sent to Deliverect',
        path: '/venue/connections/deliverect',
        open: async (page) => {
          await opened(page, /^(Send products of Harbour Bar…|Harbour Barの商品を送信…)$/)
          await page.getByRole('dialog').getByText('Old pie').waitFor()
        },
      },
      { name: 'all links and what is wrong', path: '/venue/connections', open: (page) => page.getByRole('row', { name: /Cellar Door Wines/ }).waitFor() },
      {
        name: 'the history of a link',
        path: '/venue/connections',
        open: async (page) => {
          await page.getByRole('button', { name: /^(Details of Stripe, Cellar Door|Cellar DoorのStripeの詳細)$/ }).click()
          await page.getByRole('heading', { name: /^(History|履歴)$/ }).waitFor()
          await page.getByText(/^(The last 90 days were fetched|過去90日分の取得が完了)/).waitFor()
        },
      },
      {
        name: 'no link that matches',
        path: '/venue/connections?provider=Tyro&location=3&state=Needs%20attention',
        open: (page) => page.getByRole('heading', { name: /^(No link matches|該当する連携はありません)$/ }).waitFor(),
      },
    ],
  },
  {
    title: 'the installation and Deliverect',
    who: 'admin',
    states: [{ name: 'Deliverect is connected for all venues', path: '/admin/list', open: shown(/^(Connected for all venues\.|すべての事業者)/) }],
  },
]

lookAt(linkTours, start)
