import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date('2026-11-20T10:04:00Z')

let app: StartedApp
let visit: Visit

beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  app = started
  for (const { locationId, sales } of sampleTrade(['2026-06-10'], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/preferences', 'owner')
}, 120_000)
afterAll(() => app.close())
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))

const HALF_YEAR = 'range=2026-01-01..2026-06-30'

/** Reports asked for more than they tell, and the sentences in place of them. */
const REFUSED: readonly (readonly [what: string, address: string, en: string, jp: string])[] = [
  [
    'dinner of half a year by media',
    `/reports/media-summary?${HALF_YEAR}&part=Dinner`,
    'Payments can be shown for a time of day for at most 31 days. The same limit holds for the comparison. Choose a shorter range, or the whole day.',
    '支払方法を時間帯で表示できる期間は、比較する期間も含めてそれぞれ最大31日です。期間を短くするか、終日を選んでください。',
  ],
  [
    'products of half a year at dinner',
    `/reports/plu-sales?${HALF_YEAR}&part=Dinner`,
    'A breakdown or a list of products can be shown for a time of day for at most 31 days. The same limit holds for the comparison. Choose a shorter range, or the whole day.',
    '内訳や商品ごとの売上を時間帯で表示できる期間は、比較する期間も含めてそれぞれ最大31日です。期間を短くするか、終日を選んでください。',
  ],
  [
    'groups of half a year at dinner',
    `/reports/breakdown?${HALF_YEAR}&part=Dinner`,
    'A breakdown or a list of products can be shown for a time of day for at most 31 days. The same limit holds for the comparison. Choose a shorter range, or the whole day.',
    '内訳や商品ごとの売上を時間帯で表示できる期間は、比較する期間も含めてそれぞれ最大31日です。期間を短くするか、終日を選んでください。',
  ],
  [
    'chosen items of half a year at dinner',
    `/reports/sales?${HALF_YEAR}&part=Dinner&items=1001`,
    'Chosen items can be shown for a time of day, or by hour, for at most 92 days. The same limit holds for the comparison. Choose a shorter range, or the whole day.',
    '商品を選んで時間帯や1時間ごとに表示できる期間は、比較する期間も含めてそれぞれ最大92日です。期間を短くするか、終日を選んでください。',
  ],
  [
    'sales of twelve years',
    '/reports/sales?range=2010-01-01..2021-12-31',
    'The range is too long. The limit is 10 years by year.',
    '期間が長すぎます(年別では10年まで)。',
  ],
  [
    'four years of days',
    '/reports/daily-sales?range=2020-01-01..2023-12-31',
    'The range is too long. The limit is 1,100 days by day.',
    '期間が長すぎます(日別では1,100日まで)。',
  ],
]

/** What stays as it is: the table of what was paid, by another row than was asked for. */
const TOLD_OTHERWISE: readonly (readonly [what: string, address: string, pressed: readonly [en: string, jp: string], en: string, jp: string])[] = [
  [
    'tills of half a year',
    `/reports/media-summary?${HALF_YEAR}&told=terminal`,
    ['Location', '店舗'],
    'Payments can be shown by till for at most 31 days. Choose a shorter range, or the table by location.',
    '支払方法をレジ別に表示できる期間は最大31日です。期間を短くするか、店舗別を選んでください。',
  ],
  [
    'days of two years',
    '/reports/media-summary?range=2025-01-01..2026-06-30&told=day',
    ['Month', '月'],
    'Payments can be shown by day or week for at most 366 days. Choose a shorter range, or the table by month.',
    '支払方法を日別・週別に表示できる期間は最大366日です。期間を短くするか、月別を選んでください。',
  ],
]

/** The same part of the screen in English, and then in Japanese. */
const says = async (part: Locator, en: string | RegExp, jp: string | RegExp) => {
  for (const [language, words] of [
    ['en', en],
    ['jp', jp],
  ] as const) {
    await visit.speak(language)
    await expect.poll(() => part.innerText()).toMatch(words)
  }
}
const exactly = (words: string) => new RegExp(`^${words.replaceAll(/[().?*]/g, '\\$&')}$`)

it.each(REFUSED)('a reader is told in either language why %s is not shown, and what to ask instead', async (_what, address, en, jp) => {
  await visit.walkTo(address)
  const alert = visit.page.locator('.state-page[role=alert]')
  await says(alert.locator('.callout p'), exactly(en), exactly(jp))
  // Repeating the request would fail again, so the screen offers no retry.
  expect(await alert.getByRole('button').count()).toBe(0)
  expect(await visit.page.locator('.head .opts').count()).toBe(1)
})

it('a reader is told which PLU the venue does not have', async () => {
  const callout = visit.page.locator('[data-report] > .callout')
  for (const [items, en, jp] of [
    ['1001,NOPE', 'NOPE', 'NOPE'],
    ['NOPE,NADA', 'NOPE, NADA', 'NOPE、NADA'],
  ] as const) {
    await visit.walkTo(`/reports/sales?range=2026-06-10&items=${items}`)
    await says(
      callout,
      exactly(`PLUs not found at your locations, so not counted: ${en}`),
      exactly(`ご担当の店舗に登録がなく、集計に含まれない商品コード(PLU): ${jp}`),
    )
  }
  await visit.walkTo('/reports/sales?range=2026-06-10&items=1001')
  await visit.page.locator('[data-report][aria-busy=false] .bar-head').first().waitFor()
  expect(await callout.count()).toBe(0)
})

it.each([
  ['breakdown', 'dim=brand', /breakdown by “brand”/, /内訳の種類「brand」/],
  ['media-summary', 'told=drawer', /table by “drawer”/, /表の単位「drawer」/],
])('a reader is told that %s knows no %s, and sees what serves instead', async (report, asked, en, jp) => {
  await visit.walkTo(`/reports/${report}?range=2026-06-10&${asked}`)
  await says(visit.page.locator('.callout.warn'), en, jp)
  await visit.page.locator('[data-report] .bar-head').first().waitFor()
})

it.each(TOLD_OTHERWISE)('a reader is told why %s are not, and sees what serves instead', async (_what, address, pressed, en, jp) => {
  await visit.walkTo(address)
  await says(visit.page.locator('[data-report] .callout'), exactly(en), exactly(jp))
  await visit.page.getByRole('button', { name: pressed[1], exact: true, pressed: true }).waitFor()
  await visit.speak('en')
  await visit.page.getByRole('button', { name: pressed[0], exact: true, pressed: true }).waitFor()
})

it.each([
  ['/reports/sales', '?range=garbage&cmp=nothing&view=detail', '?range=thisweek&view=detail'],
  ['/loyalty/fraud-check', '?range=garbage&loc=999', '?range=thisweek'],
  ['/membership/dashboard', '?range=garbage', '?range=today'],
])('%s names an unknown range, says which one is shown, and corrects the address', async (path, search, corrected) => {
  await visit.speak('en')
  await visit.walkTo(`${path}${search}`)
  const notice = visit.page.getByRole('status').filter({ hasText: '“garbage”' })
  await expect.poll(() => notice.textContent()).toMatch(/range “garbage”.*The range shown is .*2026\./)
  await expect.poll(() => new URL(visit.page.url()).search).toBe(corrected)
  expect(await notice.isVisible()).toBe(true)
})

it('screens with a choice of locations name an unknown one and show another', async () => {
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await owner.call('POST', '/loyalty/555001/details', { body: { Details: { Name: 'Ruth Adeyemi' } } })
  for (const path of ['/venue/counts', '/venue/movements', '/venue/products', '/reports/plu-reorders', '/loyalty/cards/555001']) {
    await visit.walkTo(`${path}?loc=999`)
    const notice = visit.page.getByRole('status').filter({ hasText: 'location “999”' })
    await notice.waitFor()
    await expect.poll(() => new URL(visit.page.url()).search).toBe('')
    expect(await notice.isVisible()).toBe(true)
  }
})

it('an address that there is not is 404 and shows the page of the app that says so', async () => {
  for (const path of ['/nonsense', '//nonsense', '/%E0%A4%A']) {
    const answer = await visit.page.goto(app.url + path)
    expect(answer?.status()).toBe(404)
    await visit.page.getByRole('heading', { name: 'Page not found' }).first().waitFor()
  }
})
