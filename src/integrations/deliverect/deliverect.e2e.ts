import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { adminAt } from '#tests/staff-room.ts'
import { DeliverectFake } from './deliverect.fake.ts'
import type { FakeLocation } from './deliverect-books.fake.ts'

const BURGER = { plu: '1001', name: 'Wharf Lager, schooner', price: 1850, quantity: 1 }
let fake: DeliverectFake
let bar: FakeLocation
let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  fake = new DeliverectFake({ clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret', hmacSecret: 'production-secret' })
  await fake.standIn.start()
  bar = fake.location('Harbour Bar, Deliverect', { channels: [7, 2] })
  ;[house, browser] = await Promise.all([LinkHouse.open('Ordered in a Browser', { sample: true, environment: fake.settings }), launchBrowser()])
  fake.sendOrdersTo(`${house.app.url}/api/webhooks/deliverect/orders`)
  expect((await (await adminAt(house.app, 1)).call('POST', '/deliverect/tokens', { body: {} })).status).toBe(200)
})
afterAll(async () => {
  await house.close()
  await fake.standIn.stop()
})

const order = async (more: object = {}) => {
  await fake.send(fake.order(bar, { items: [BURGER], ...more }))
  await house.work()
}

it('a location is linked as Deliverect proposes it, its channel’s commission is said, and its products are looked at before they are sent', async () => {
  const registered = await fake.register(`${house.app.url}/api/webhooks/deliverect/register`, bar, '1')
  expect(registered.status).toBe(200)
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections/deliverect', 'owner')
  await page.getByText('Deliverect asks to link “Harbour Bar, Deliverect” with this location.').waitFor()
  await page.getByRole('button', { name: 'Link Harbour Bar with Deliverect…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Harbour Bar with Deliverect' })
  expect(await dialog.getByLabel('Location ID').inputValue()).toBe(bar.locationId)
  await dialog.getByLabel('Account ID').fill('no such/id')
  await dialog.getByRole('button', { name: 'Link Harbour Bar' }).click()
  await dialog.getByText('must be 1 to 64 letters').waitFor()
  await dialog.getByLabel('Account ID').fill(bar.accountId)
  await dialog.getByText('Send orders to the till of this location').click()
  await dialog.getByRole('button', { name: 'Link Harbour Bar' }).click()
  await page.getByText('Deliverect confirmed this location').waitFor()
  await house.work()
  await order()
  await order({ wrongBy: 20 })

  await page.reload()
  const channels = page.getByRole('region', { name: 'Channels and their fees' })
  const percent = channels.getByLabel('Commission of Uber Eats at Harbour Bar, in %')
  await percent.fill('140')
  await channels.getByText('Enter a percentage from 0 to 100').waitFor()
  expect(await channels.getByRole('button', { name: 'Save commissions' }).isDisabled()).toBe(true)
  await percent.fill('30')
  await channels.getByRole('button', { name: 'Save commissions' }).click()
  await channels.getByText('$5.55').waitFor()
  const orders = page.getByRole('region', { name: 'Orders that need attention' })
  await orders.getByText('Items 18.50 less discounts 0.00 with charges and tips are 18.50, but 18.70 was paid.').waitFor()
  await orders.getByText('Waiting for the till').waitFor()

  bar.products.set('OLD', { plu: 'OLD', name: 'Old pie', price: 100 })
  await page.getByRole('button', { name: 'Send products of Harbour Bar…' }).click()
  const products = page.getByRole('dialog', { name: 'Send products of Harbour Bar to Deliverect' })
  await products.getByText('Old pie').waitFor()
  expect([...bar.products.keys()]).toEqual(['OLD'])
  await products.getByRole('button', { name: /^Send \d+ products? and delete 1$/ }).click()
  await products.waitFor({ state: 'detached' })
  expect(bar.products.has('OLD')).toBe(false)
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('a location is disconnected once its name was typed', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections/deliverect', 'owner')
  await page.getByRole('button', { name: 'Disconnect Harbour Bar…' }).click()
  const end = page.getByRole('dialog').getByRole('button', { name: 'Disconnect Harbour Bar' })
  expect(await end.isDisabled()).toBe(true)
  await page.getByLabel('Type Harbour Bar to confirm').fill('Harbour Bar')
  await end.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText('0 of 3 locations linked').count()).toBe(1)
  await visit.close()
})

it('Admin connects the installation to Deliverect and ends that again, for all venues', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/admin/list', 'admin')
  await page.getByText('Connected for all venues.').waitFor()
  await page.getByRole('button', { name: 'Disconnect from Deliverect' }).click()
  await page.getByRole('button', { name: 'Disconnect all venues' }).click()
  await page.getByText('Not connected.').waitFor()
  await page.getByRole('button', { name: 'Connect to Deliverect' }).click()
  await page.getByText('Connected for all venues.').waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
