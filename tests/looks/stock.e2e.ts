import { randomUUID } from 'node:crypto'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import type { ProductsAnswer } from '#features/stock/products/products.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import type { StartedApp } from '../start-app.ts'
import { plainSale, storeTrade } from '../stored-trade.ts'
import { signedIn } from '../visitor.ts'
import { lookAt, type Tour } from './tour.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const EXCISES = `/reports/excises?range=${addDays(TODAY, -20)}..${TODAY}`
const MAKER = 'Wharf Brewing'

const prepare = async ({ database, databaseUrl, url }: StartedApp) => {
  const house = connectAsOwner(databaseUrl)
  await house`update location set region = 'VIC' where venue_id = 1 and location_id = 1`
  await house.end()
  const owner = await signedIn(url, 'owner', SAMPLE_PASSWORD)
  const send = async (method: string, path: string, body: object) => {
    const answer = await owner.call(method, path, { body })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  }
  const bought = { Supplier: MAKER, PackSize: 24, LeadDays: 1, PackCost: 28.8 }
  const beer = { Beverage: 'beer', VolumeMl: 375, Abv: 4.7 }
  await send('PUT', '/stock/products', {
    Products: [
      { Plu: 'L-TONIC', Name: 'Looks tonic, 200 ml', Unit: 'bottle', ...bought, VolumeMl: 200 },
      { Plu: 'L-KEG', Name: 'Looks lager', Unit: 'keg', VolumeMl: 49_500, Abv: 4.6, Beverage: 'beer', Container: 'keg', ...bought, PackSize: 1 },
      { Plu: 'L-GIN', Name: 'Looks gin', Unit: 'bottle', VolumeMl: 700, Abv: 41, Beverage: 'spirits', Container: 'bottle', ...bought, PackSize: 6 },
      { Plu: 'L-ALE', Name: 'Looks ale, can 375 ml', ...beer },
      { Plu: 'L-MYST', Name: 'Looks yuzu sour, can', Beverage: 'premix', VolumeMl: 250 },
    ],
  })
  await send('PUT', '/stock/products', {
    Products: [
      { Plu: 'L-GLASS', Name: 'Looks schooner', Parts: [{ Plu: 'L-KEG', VolumeMl: 425, Loss: 2 }] },
      {
        Plu: 'L-MIX',
        Name: 'Looks gin and tonic',
        Parts: [
          { Plu: 'L-GIN', VolumeMl: 30 },
          { Plu: 'L-TONIC', VolumeMl: 100 },
        ],
      },
    ],
  })
  const sold = (Plu: string, day: string, units: number, LoyaltyCard?: string) =>
    plainSale(`${day}T02:00:00Z`, 1100 * units, {
      ...(LoyaltyCard ? { LoyaltyCard } : {}),
      Lines: [
        { LineId: '1', Kind: 'Sale', Plu, Name: Plu, Quantity: String(units), Gross: 1100 * units, DiscountTotal: 0, Net: 1100 * units, Tax: 100 * units },
      ],
      Tenders: [{ Method: 'Cash', Amount: 1100 * units }],
      Totals: { Total: 1100 * units, Tax: 100 * units },
    })
  const days = everyDay(addDays(TODAY, -28), addDays(TODAY, -1))
  const trade = days.flatMap((day) => ['L-TONIC', 'L-ALE', 'L-MYST'].map((plu) => sold(plu, day, 24)))
  // A liquor return is of the last year that ended on 30 June.
  const lastJune = Number(TODAY.slice(0, 4)) - (TODAY.slice(5) < '07-01' ? 1 : 0)
  await storeTrade(database, 1, 1, [...trade, sold('L-ALE', `${lastJune}-06-10`, 48, 'LOOKS-TRADE')], NOW)
  await closeDaysOfVenue(database, 1, NOW)

  const count = (day: string, gin: number) =>
    send('POST', '/stock/counts', {
      LocationId: 1,
      Number: randomUUID(),
      CountedAt: `${day}T12:00:00Z`,
      Lines: [
        { Plu: 'L-GIN', Quantity: gin },
        { Plu: 'L-TONIC', Quantity: 66 },
      ],
    })
  await count(addDays(TODAY, -7), 10)
  const invoice = { LocationId: 1, Supplier: MAKER, Invoice: 'L-1', ReceivedOn: addDays(TODAY, -5), Lines: [{ Plu: 'L-GIN', Quantity: 6, Cost: 240 }] }
  await send('POST', '/stock/invoices', invoice)
  await count(addDays(TODAY, -2), 13)
  const writtenOff = { Number: randomUUID(), LocationId: 1, Kind: 'Wastage', Plu: 'L-GIN', Quantity: 2, Day: addDays(TODAY, -1), Reason: 'breakage' }
  await send('POST', '/stock/movements', writtenOff)

  const { Suppliers } = (await owner.call<ProductsAnswer>('GET', '/stock/products?Plu=L-GIN')).body
  const supplier = Suppliers.find(({ Name }) => Name === MAKER)?.SupplierId
  await send('PUT', `/stock/suppliers/${supplier}`, { Email: 'orders@example.com', LeadDays: 1, OrderBy: '17:00', OrderMinimum: 250 })
  await send('POST', '/stock/orders', { LocationId: 1, Lines: [{ Plu: 'L-TONIC', Packs: 1 }] })
  await send('PUT', '/stock/saved-orders', { LocationId: 1, Lines: [{ Plu: 'L-TONIC', Packs: 2 }], Known: [] })

  const rate = {
    ...{ Jurisdiction: 'AU', TariffItem: '1.10', Name: 'Beer over 3.5 %', Basis: 'lal', Beverages: ['beer'], FreeAbv: 1.15, AboveAbv: 3.5, UpToAbv: null },
    ...{ ContainerFrom: null, ContainerUpTo: null, Draught: null, Source: 'ATO rates page', SourceUrl: '' },
  }
  await send('POST', '/stock/excise-rates', { ...rate, Rate: 62.74, FromDay: addDays(TODAY, -200), ToDay: addDays(TODAY, -11) })
  await send('POST', '/stock/excise-rates', { ...rate, Rate: 63.68, FromDay: addDays(TODAY, -10), ToDay: null })
  const buyer = { Name: 'Corner Bottle Shop', Licence: '32000001', State: 'VIC', Postcode: '3000', CardNumber: 'LOOKS-TRADE' }
  await send('POST', '/stock/licensed-buyers', buyer)
}

const stockTour: Tour = {
  title: 'stock',
  who: 'owner',
  prepare,
  states: [
    {
      name: 'products with a recipe open',
      path: '/venue/products?q=Looks',
      open: async (page) => {
        // On a phone one product at a time is a form.
        const isDesk = (page.viewportSize()?.width ?? 0) >= 768
        for (const name of isDesk ? ['Looks lager', 'Looks gin and tonic'] : ['Looks gin and tonic'])
          await page.getByRole('button', { name: isDesk ? name : new RegExp(`^${name}`), ...(isDesk ? { exact: true, expanded: false } : {}) }).click()
        await page.getByRole('table').first().waitFor()
      },
    },
    { path: '/reports/plu-reorders?loc=1', open: (page) => page.locator('main section').last().getByRole('button').first().waitFor() },
    {
      name: 'an order on paper',
      path: '/reports/plu-reorders?loc=1',
      open: async (page) => {
        await page.locator('a[href*="/reports/plu-reorders/"]').first().click()
        await page.getByRole('article').waitFor()
      },
    },
    {
      name: 'how stock that is missing came about',
      path: `/reports/stock-variance?range=${addDays(TODAY, -6)}..${TODAY}&q=Looks`,
      open: async (page) => {
        await page.getByRole('link', { name: 'Looks gin' }).click()
        await page.getByRole('dialog').getByRole('table').first().waitFor()
      },
    },
    { path: '/venue/movements?plu=L-GIN', open: (page) => page.locator('main tbody tr').first().waitFor() },
    {
      name: 'a write-off',
      path: '/venue/movements?plu=L-GIN',
      open: async (page) => {
        await page.locator('main .btn.primary').first().click()
        await page.getByRole('dialog').locator('.btn.primary').click()
        await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
      },
    },
    {
      name: 'an invoice with what is missing',
      path: `/reports/plu-purchases?range=${addDays(TODAY, -6)}..${TODAY}`,
      open: async (page) => {
        await page.getByRole('button', { name: /^(Add invoices|請求書を追加)/ }).click()
        await page.getByRole('menuitem').first().click()
        await page.getByRole('dialog').locator('.btn.primary').click()
        await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
      },
    },
    {
      name: 'a checked file of invoices',
      path: '/venue/invoices/import',
      open: async (page) => {
        const text = `Supplier,Invoice,Received on,PLU,Packs,Cost\n${MAKER},L-88,${addDays(TODAY, -2)},L-GIN,2,480.60\n${MAKER},L-89,${TODAY},L-GINN,2,480.60\n`
        await page.locator('input[type=file]').setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
        await page.getByLabel(/^(Location of rows without one|店舗の記載がない行の入荷先)$/).selectOption({ index: 1 })
        await page.getByRole('button', { name: /^(Check the file|ファイルを確認)$/ }).click()
        await page
          .getByText(/L-GINN/)
          .first()
          .waitFor()
      },
    },
    { path: EXCISES, open: (page) => page.locator('[data-report][aria-busy=false]').waitFor() },
    { path: `${EXCISES}&open=buyers`, open: (page) => page.getByRole('dialog').getByText('Corner Bottle Shop').first().waitFor() },
    { path: `${EXCISES}&open=return&state=VIC`, open: (page) => page.getByRole('dialog').getByText('Corner Bottle Shop').first().waitFor() },
  ],
}

lookAt([stockTour])
