import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

let app: StartedApp
let browser: Browser
let visit: Visit
let owner: Visitor
let made = 0

const path = (...parts: string[]) => `/loyalty/${parts.map(encodeURIComponent).join('/')}`
const newCard = async (Name: string, Points = 0, Details: object = {}) => {
  const number = `5500${String(++made).padStart(6, '0')}`
  await owner.call('POST', path(number, 'details'), { body: { Details: { Name } } })
  if (Points > 0) await owner.call('POST', path(number, 'points'), { body: { Points, LocationId: 1, Comments: 'Start' } })
  if (Object.keys(Details).length > 0) await owner.call('POST', path(number, 'details'), { body: { Details } })
  return number
}
const pointsOf = async (number: string) => (await owner.call<{ Points: number }>('GET', path(number, 'points'))).body.Points

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/loyalty/search', 'owner')
})
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(async () => {
  await app.close()
})

const named = (label: string) => visit.page.getByRole('textbox', { name: label, exact: true })
const button = (name: string | RegExp) => visit.page.getByRole('button', { name, exact: typeof name === 'string' })

describe('adjusting points', () => {
  it('shows the balance before and after, adds the points, and takes them back', async () => {
    const { page } = visit
    const card = await newCard('Sinead Cole', 400)
    await visit.walkTo('/loyalty/adjust-points')
    await named('Card').fill('sinead')
    await button(/Sinead Cole/).click()
    await named('Points').fill('50')
    await page.getByRole('row', { name: 'Balance after 450' }).waitFor()
    await button('Add 50 points').click()
    await page.getByText('Enter a value.').waitFor()
    await named('Reason').fill('Welcome back')
    await page.getByLabel('Location').selectOption({ label: 'Vine Bistro' })
    await button('Add 50 points').click()
    await page.getByText(/Sinead Cole, •••• \d{4}, now has 450 points\./).waitFor()
    expect(await pointsOf(card)).toBe(450)
    await button('Reverse this').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Wrong card')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Reverse 50 points' }).click()
    await page.getByText('50 points reversed.').waitFor()
    expect(await pointsOf(card)).toBe(400)
    expect(await button('Reverse this').count()).toBe(0)
  })

  it('says at the field that the total cannot be less than zero, and sends nothing', async () => {
    const card = await newCard('Mark Ives', 30)
    await visit.walkTo(`/loyalty/cards/${card}?tab=adjust`)
    await button('Remove points').first().click()
    await named('Points').fill('31')
    await named('Reason').fill('Too many')
    await expect.poll(() => named('Points').getAttribute('aria-invalid')).toBe('true')
    const said = await named('Points').evaluate((field) =>
      document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.innerText.trim(),
    )
    expect(said).toBe('total cannot be less than zero')
    await button('Remove 31 points').click()
    await named('Points').fill('30')
    await button('Remove 30 points').click()
    await visit.page.getByText(/now has 0 points/).waitFor()
    expect(await pointsOf(card)).toBe(0)
  })

  it('above the limit waits for somebody else, who approves or refuses it', async () => {
    const [card, other] = [await newCard('Ruth Adeyemi'), await newCard('Colin Marr')]
    const mine = visit
    visit = await Visit.open(browser, app.url)
    const { page } = visit
    await visit.signInAt('/loyalty/adjust-points', 'manager')
    for (const [number, name] of [
      [card, 'Ruth Adeyemi'],
      [other, 'Colin Marr'],
    ] as const) {
      await named('Card').fill(number)
      await named('Points').fill('1001')
      await page.getByText('An adjustment of more than 1,000 points needs a second person.').waitFor()
      await named('Reason').fill(`Raffle of ${name}`)
      await button('Ask for 1,001 points').click()
      await page.getByText('No points have moved yet.').waitFor()
      await button('Adjust another card').click()
    }
    await page.getByRole('heading', { name: '2 adjustments wait for a second person' }).waitFor()
    expect(await button(/^(Approve|Refuse)/).count()).toBe(0)
    expect(await pointsOf(card)).toBe(0)
    await visit.close()
    expect(visit.trouble).toEqual([])

    visit = mine
    await visit.walkTo('/loyalty/adjust-points')
    await button('Approve +1,001 points for Ruth Adeyemi').click()
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await visit.page.getByText('The adjustment was approved. The points have moved.').waitFor()
    await button('Refuse +1,001 points for Colin Marr').click()
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await visit.page.getByText('The adjustment was refused. No points moved.').waitFor()
    await expect.poll(() => visit.page.getByText('for a second person').count()).toBe(0)
    expect([await pointsOf(card), await pointsOf(other)]).toEqual([1001, 0])
  })
})

describe('transferring points', () => {
  it('names both holders, takes all of the points, swaps, shows both balances before it moves, and takes it back', async () => {
    const { page } = visit
    const [from, to] = [await newCard('Aiko Brennan', 860), await newCard('Tom Brennan', 415)]
    await visit.walkTo('/loyalty/transfer-points')
    await named('From card').fill(to)
    await page.getByRole('group', { name: 'From card' }).getByText('Tom Brennan').waitFor()
    await named('To card').fill(from)
    await page.getByRole('group', { name: 'To card' }).getByText('Aiko Brennan').waitFor()
    await button('Swap the two cards').click()
    await page.getByRole('group', { name: 'From card' }).getByText('Aiko Brennan').waitFor()
    await button('All 860').click()
    await expect.poll(() => named('Points').inputValue()).toBe('860')
    await named('Points').fill('861')
    await page.getByText('total cannot be less than zero').waitFor()
    await named('Points').fill('250')
    await named('Comments').fill('Household cards joined')
    await button('Review').click()
    await page.getByRole('heading', { name: `Move 250 points from •••• ${from.slice(-4)} to •••• ${to.slice(-4)}?` }).waitFor()
    await page.getByText('860 + 415 = 610 + 665.').waitFor()
    expect(await pointsOf(from)).toBe(860)
    await button('Move 250 points').click()
    await page.getByText('250 points moved').waitFor()
    await page.getByText(/Entry \d+/).waitFor()
    expect([await pointsOf(from), await pointsOf(to)]).toEqual([610, 665])
    await button('Reverse this').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Wrong household')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Reverse 250 points' }).click()
    await page.getByText('250 points reversed.').waitFor()
    expect([await pointsOf(from), await pointsOf(to)]).toEqual([860, 415])
  })

  it('refuses the same card and a blocked one in words, before anything is sent', async () => {
    const { page } = visit
    const [card, blocked] = [await newCard('Oskar Lund', 50), await newCard('Lena Lund', 10, { Status: 'Blocked' })]
    await visit.walkTo(`/loyalty/cards/${card}?tab=transfer`)
    await named('To card').fill(card)
    await page.getByText('Points cannot move from a card to itself. Choose two cards.').waitFor()
    await page.getByRole('group', { name: 'To card' }).getByRole('button', { name: 'Choose another card' }).click()
    await named('To card').fill(blocked)
    await page.getByText(`Card •••• ${blocked.slice(-4)} is blocked. Make it active first.`).waitFor()
    await named('Points').fill('5')
    await button('Review').click()
    expect(await button(/^Move/).count()).toBe(0)
  })
})

describe('replacing a card', () => {
  it('says what moves, and the old card stops for good', async () => {
    const { page } = visit
    const old = await newCard('Noor Haddad', 120)
    await visit.walkTo('/loyalty/replace?new=5599%200001')
    await named('Old card').fill(old)
    await page.getByRole('group', { name: 'Old card' }).getByText('Noor Haddad').waitFor()
    expect(await named('Replacement card').inputValue()).toBe('5599 0001')
    await named('Comments').fill('Lost on Saturday')
    await button('Review').click()
    await page.getByRole('heading', { name: `Replace •••• ${old.slice(-4)} with •••• 0001?` }).waitFor()
    await page.getByText('The old card stops working permanently. It cannot be made active again.').waitFor()
    await page.getByText('120 points').waitFor()
    await button('Replace card').click()
    await page.getByRole('link', { name: 'Open the new card' }).click()
    await page.getByRole('heading', { level: 1, name: 'Noor Haddad' }).waitFor()
    expect(await pointsOf('55990001')).toBe(120)
    await visit.walkTo(`/loyalty/cards/${old}`)
    await page.getByText('This card was replaced.').waitFor()
    expect(await page.getByRole('navigation', { name: 'Card' }).getByRole('link').allInnerTexts()).toEqual(['Details', 'Usage'])
  })

  it('replaces a card that was blocked when it was lost', async () => {
    const { page } = visit
    const lost = await newCard('Kenji Mori', 75, { Status: 'Blocked' })
    await visit.walkTo(`/loyalty/cards/${lost}?tab=replace`)
    await named('Replacement card').fill(`5598 ${lost.slice(-4)}`)
    await button('Review').click()
    await button('Replace card').click()
    await page.getByText(/75 points moved to/).waitFor()
    // And it stays, once the screen knows that the card was replaced.
    await page
      .getByText(/^Replaced/)
      .first()
      .waitFor()
    expect(await page.getByText(/75 points moved to/).count()).toBe(1)
    expect(await pointsOf(`5598${lost.slice(-4)}`)).toBe(75)
  })

  it('says in words that a card was used before', async () => {
    const [old, used] = [await newCard('Ines Carvalho', 10), await newCard('Paul Reyes', 10)]
    await visit.walkTo(`/loyalty/cards/${old}?tab=replace`)
    await named('Replacement card').fill(used)
    await button('Review').click()
    await button('Replace card').click()
    await visit.page.getByText(/has been used before/).waitFor()
    expect(await pointsOf(old)).toBe(10)
  })
})
