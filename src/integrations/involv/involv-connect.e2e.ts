import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { INVOLV_ACCOUNT as ACCOUNT, netOf } from '#tests/involv-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { signedIn } from '#tests/visitor.ts'

let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Members in a Browser', { sample: true }), launchBrowser()])
  const { books } = house.involv.account(ACCOUNT, 'Harbour & Vine club')
  const owner = await signedIn(house.app.url, 'owner', SAMPLE_PASSWORD)
  for (const [card, Name, points] of [
    ['LINK-1', 'Ana Ruiz', 1000],
    ['LINK-2', 'Ben Cole', 80],
    ['LINK-3', 'Kim Sato', 300],
  ] as const) {
    await owner.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name } } })
    await owner.call('POST', `/loyalty/${card}/points`, { body: { Points: points, LocationId: 1, Comments: 'Brought along' } })
  }
  books.member('LINK-1', { first_name: 'Ana', last_name: 'Ruiz', points_balance: 1240 })
  books.member('LINK-2', { first_name: 'Ben', last_name: 'Coleman', email: 'ben.coleman@example.com', points_balance: 80 })
  books.member('LINK-3', { first_name: 'Kim', last_name: 'Sato', points_balance: 300 })
  books.member('link -3', { first_name: 'Kim', last_name: 'Sato', points_balance: 12 })
  books.member('', { first_name: 'Noor', last_name: 'Haddad', points_balance: 60 })
  books.member('LINK-9', { first_name: 'Imogen', last_name: 'Tran', points_balance: 55 })
})
afterAll(() => house.close())

it('Involv is linked, and differences are settled one by one', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/involv/connect', 'owner')
  await page.getByRole('button', { name: 'Connect Harbour & Vine (sample) to Involv' }).click()
  await page.getByRole('button', { name: 'Continue to Involv' }).click()
  await page.getByRole('heading', { name: 'Involv stand-in' }).waitFor()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Harbour & Vine (sample) was not linked' }).waitFor()
  await page.getByRole('button', { name: 'Connect again' }).click()
  await page.getByRole('button', { name: 'Continue to Involv' }).click()
  await page.getByRole('link', { name: 'Allow with Harbour & Vine club' }).click()
  await page.getByRole('heading', { name: 'Harbour & Vine (sample) is linked' }).waitFor()
  expect(page.url()).toBe(`${house.app.url}/involv/connect`)
  await house.work()

  await page.reload()
  const list = page.getByRole('region', { name: 'Differences to settle' })
  await list.getByText('5 members are matched with a card.').waitFor()
  expect(await list.getByRole('row', { name: /Kim Sato.*1 other member has the same card/ }).count()).toBe(2)
  const row = list.getByRole('row', { name: /Ana Ruiz/ })
  await row.getByText('240 points more in Involv').waitFor()
  await row.getByRole('button', { name: 'Set Daybook to 1,240: Ana Ruiz' }).click()
  await expect.poll(() => row.count()).toBe(0)
  expect(await netOf(house, 'LINK-1', 1)).toBe(1240)
  expect(visit.trouble).toEqual([])
  await visit.close()
})
