import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn } from '#tests/visitor.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

/** Somebody who may change cards and not look at them. */
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  await employ(app.database, await makePerson(app.database, 'only.edits'), 1, ['can_editloyalty'], [1])
})
beforeEach(async () => {
  visit = await Visit.open(browser, app.url)
})
afterEach(async () => {
  await visit.close()
  expect(visit.trouble).toEqual([])
})
afterAll(() => app.close())

const owner = () => signedIn(app.url, 'owner', SAMPLE_PASSWORD)
const newCard = async (number: string, Points: number) => {
  const by = await owner()
  await by.call('POST', `/loyalty/${number}/details`, { body: { Details: { Name: 'Ruth Adeyemi' } } })
  if (Points > 0) await by.call('POST', `/loyalty/${number}/points`, { body: { Points, LocationId: 1, Comments: 'Start' } })
}
const pointsOf = async (number: string) => (await (await owner()).call<{ Points: number }>('GET', `/loyalty/${number}/points`)).body.Points
const named = (label: string) => visit.page.getByRole('textbox', { name: label, exact: true })
const button = (name: string) => visit.page.getByRole('button', { name, exact: true })

it('whoever may change cards and not see them adjusts one by its number, and is told how it stands then', async () => {
  await newCard('660001', 40)
  await visit.signInAt('/loyalty/adjust-points', 'only.edits', PASSWORD)
  await visit.page.getByText('You may change Regulars cards but not view them').waitFor()
  await button('Add points').last().click()
  await visit.page.getByText('Enter the card number.', { exact: true }).waitFor()
  await named('Card').fill('6600 01')
  await named('Points').fill('25')
  await named('Reason').fill('Raffle')
  await button('Add 25 points').click()
  await visit.page.getByText('•••• 0001 now has 65 points.').waitFor()
  expect(await visit.page.locator('main').innerText()).not.toContain('Ruth')
  expect(await pointsOf('660001')).toBe(65)
  await button('Adjust another card').click()
  await expect.poll(() => named('Card').inputValue()).toBe('')
  await named('Card').fill('nobody')
  await named('Points').fill('1')
  await named('Reason').fill('Raffle')
  await button('Add 1 point').click()
  await visit.page.getByText('There is no such card.').waitFor()
})

it('and transfers and replaces by numbers, after a question', async () => {
  await newCard('660002', 90)
  await newCard('660003', 0)
  await visit.signInAt('/loyalty/transfer-points', 'only.edits', PASSWORD)
  await named('From card').fill('660002')
  await named('To card').fill('660003')
  await named('Points').fill('30')
  await button('Review').click()
  expect(await pointsOf('660003')).toBe(0)
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Move 30 points' }).click()
  await visit.page.getByText('30 points moved').waitFor()
  expect(await pointsOf('660003')).toBe(30)
  await visit.goto('/loyalty/replace')
  await named('Old card').fill('660002')
  await named('Replacement card').fill('660009')
  await button('Review').click()
  await visit.page.getByRole('dialog').getByText('The old card stops working permanently.').waitFor()
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Replace card' }).click()
  await visit.page.getByText('60 points moved to •••• 0009.').waitFor()
  expect(await pointsOf('660009')).toBe(60)
})
