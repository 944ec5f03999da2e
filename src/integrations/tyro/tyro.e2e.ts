import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { terminalDay } from '#tests/tyro-house.ts'

const SCREEN = '/venue/connections/tyro'
let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Terminals in a Browser', { sample: true }), launchBrowser()])
  const { books } = house.tyro.merchant('4201', 'Harbour Bar Pty Ltd')
  books.pay(terminalDay(1), { sale: 9000, tip: 1000, surcharge: 409, fee: 26.02 })
  books.pay(terminalDay(1), { refund: -1500 })
  books.pay(terminalDay(2), { sale: 4200, cashOut: 5000, fee: 12.5 })
  books.settle(terminalDay(2), 9200)
  books.settle(terminalDay(1), 8500, { status: 'PENDING' })
})
afterAll(() => house.close())

it('a location is linked by its merchant id, read, and shows its days beside the till; an id that Tyro does not know is refused', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt(SCREEN, 'owner')
  await page.getByText('0 of 3 locations linked').waitFor()
  await page.getByRole('button', { name: 'Link Harbour Bar with Tyro…' }).click()
  const form = page.getByRole('dialog', { name: 'Link Harbour Bar with Tyro' })
  await form.getByLabel('Merchant ID (MID)').fill('999')
  await form.getByRole('button', { name: 'Link Harbour Bar' }).click()
  await form.getByText('Tyro does not know a merchant or location "999". Check the ID and send it again.').waitFor()
  await form.getByLabel('Merchant ID (MID)').fill('4201')
  await form.getByLabel('Send payments to the till of this location').check()
  await form.getByRole('button', { name: 'Link Harbour Bar' }).click()
  await page.getByText('1 of 3 locations linked').waitFor()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Harbour Bar', exact: true }) })
  expect(await row.first().innerText()).toMatch(/Linked[\s\S]*4201[\s\S]*Tyro confirmed this ID[\s\S]*Yes[\s\S]*Not read yet/)
  await house.work()

  await visit.goto(`${SCREEN}?range=${terminalDay(2)}..${terminalDay(1)}`)
  const days = page.getByRole('table', { name: 'Card terminals by day' })
  await expect.poll(() => days.innerText()).toMatch(/90\.00\s+−15\.00\s+4\.09\s+10\.00\s+0\.00\s+89\.09\s+0\.26\s+85\.00/)
  expect(await days.innerText()).toMatch(/42\.00\s+0\.00\s+0\.00\s+0\.00\s+50\.00\s+92\.00\s+0\.13\s+92\.00/)
  expect(await page.getByRole('table', { name: 'Settled by bank day' }).innerText()).toMatch(
    /Pending[\s\S]*85\.00[\s\S]*Sent[\s\S]*92\.00[\s\S]*Sent to bank accounts\s+92\.00/,
  )
  expect(visit.trouble.filter((one) => !/400/.test(one))).toEqual([])
  await visit.close()
})

it('Connections leads to it with the location that is to be linked, and it is disconnected after a question', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('link', { name: 'Connect Tyro, Cellar Door' }).click()
  await page.getByRole('dialog', { name: 'Link Cellar Door with Tyro' }).getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Disconnect Harbour Bar…' }).click()
  await page.getByRole('button', { name: 'Keep it linked' }).click()
  await page.getByText('1 of 3 locations linked').waitFor()
  await page.getByRole('button', { name: 'Read Harbour Bar now' }).click()
  await page.getByText('Daybook is reading Tyro.').waitFor()
  expect(await house.work()).toBeGreaterThan(0)
  await visit.close()
})
