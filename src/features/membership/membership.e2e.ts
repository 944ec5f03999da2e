import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit | undefined

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterEach(async () => {
  const trouble = visit?.trouble ?? []
  await visit?.close()
  visit = undefined
  expect(trouble).toEqual([])
})
afterAll(async () => {
  await app.close()
})

const open = async (): Promise<Visit> => {
  // What one test chose as the owner is not the next one's.
  await app.database.house`delete from user_preference`
  visit = await Visit.open(browser, app.url)
  return visit
}

const REPORTS = [
  'Sales Summary',
  'Sales Breakdown',
  'Regulars Points',
  'Daily Sales',
  'Control Sheets',
  'PLU Sales',
  'PLU Purchases',
  'PLU Reorders',
  'PLU Days on Hand',
  'Media Summary',
  'Weekly Summary',
  'Excises',
  'T & A',
  'Payments',
  // The specification does not list it, so it comes last.
  'Journal',
]

it('everybody lands on their own first screen with the menu of their permissions; where one may not go the door says what it needs, and the way back', async () => {
  for (const [userName, path, menu] of [
    ['owner', '/membership/dashboard', ['Reports', 'Employees', 'Regulars', 'Stripe', 'Dashboard', 'Logout', 'Venue']],
    ['manager', '/membership/dashboard', ['Reports', 'Employees', 'Regulars', 'Dashboard', 'Logout', 'Venue']],
    ['admin', '/admin/list', ['Venue List', 'Api Key List', 'Employees', 'Logout', 'Activity']],
    ['staff', '/reports/loyalty-points', ['Reports', 'Regulars Points', 'T & A', 'Regulars', 'Logout', 'Venue']],
  ] as const) {
    await visit?.close()
    const { page, ...at } = await open()
    await visit?.signIn(userName)
    await page.waitForURL(at.url + path)
    const rail = page.getByRole('navigation', { name: 'Main' })
    await expect.poll(() => rail.locator('.menu a').allInnerTexts(), { message: userName }).toEqual(menu)
    await expect.poll(() => rail.innerText()).toContain(`Hello, ${userName}`)
    await expect.poll(() => rail.getByRole('group', { name: 'Language' }).count()).toBe(userName === 'admin' ? 0 : 1)
  }
  const page = visit?.page
  await visit?.walkTo('/reports/sales')
  await page?.getByRole('heading', { name: "You don't have access" }).waitFor()
  await expect.poll(() => page?.locator('main').innerText()).toContain('Sales Summary needs “View sales”')
  await expect.poll(() => page?.getByRole('navigation').count()).toBe(0)
  await page?.getByRole('link', { name: 'Back to Regulars Points' }).click()
  await page?.waitForURL(/loyalty-points$/)
})

it('the door says what is wrong and keeps what was typed and where one was going; inside, the record has a Token and no password', async () => {
  const { page } = await open()
  await visit?.goto('/')
  await page.waitForURL(/\/membership\/auth$/)
  await visit?.goto('/reports/media-summary?range=lastweek')
  await page.getByText('Sign in to see this page.').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter a value.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username')
  // The same for a wrong password and for an unknown name.
  for (const name of ['nobody.at.all', 'owner']) {
    await visit?.fillDoor(name, 'not the password')
    await page.getByRole('alert').getByText("That user name and password don't match.").waitFor()
    await expect.poll(() => page.getByLabel('User name').inputValue()).toBe(name)
  }
  expect(await page.evaluate(() => localStorage.getItem('daybook.user'))).toBeNull()
  await page.route('**/api/auth/credentials', (route) => route.abort())
  await visit?.fillDoor('owner', 'harbour-and-vine')
  await page.getByText(/Please use https rather than http\.$/).waitFor()
  await page.unroute('**/api/auth/credentials')

  await visit?.fillDoor('owner', 'harbour-and-vine')
  await page.waitForURL(/\/reports\/media-summary\?range=lastweek$/)
  await page.getByRole('heading', { level: 1, name: 'Media Summary' }).waitFor()
  const user = JSON.parse(await page.evaluate(() => localStorage.getItem('daybook.user') ?? '')) as Record<string, unknown>
  expect(user).toMatchObject({ UserName: 'owner', Auth: '', VenueId: 1 })
  expect(user.Token).toMatch(/.{20,}/)
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain('harbour-and-vine')
  // The reports stand in the order of the specification, the active one marked.
  const reports = page.locator('.menu li.open')
  await expect.poll(() => reports.locator('ul a').allInnerTexts()).toEqual(REPORTS)
  await expect.poll(() => reports.locator('a[aria-current=page]').innerText()).toBe('Media Summary')
  await visit?.goto('/')
  await page.waitForURL(/\/membership\/dashboard$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
})

it('a venue is searched whatever the width of letters, opened by its number and remembered; opened in one tab it freezes the others until they are reloaded', async () => {
  const nora = await makePerson(app.database, 'nora')
  for (const name of ['The Anchor', 'Café Ｗide', 'Zebra Club'])
    await employ(app.database, nora, (await makeVenue(app.database, name)).venueId, ['can_viewsales', 'can_viewplu'])
  const { page } = await open()
  await visit?.signIn('nora', PASSWORD)
  expect(visit?.path()).toBe('/membership/selectvenue')
  const venues = page.locator('.index-list b')
  await expect.poll(() => page.locator('.index-list button').count()).toBe(3)
  await page.getByRole('searchbox').fill('wide')
  await expect.poll(() => venues.allInnerTexts()).toEqual([expect.stringContaining('Café Ｗide')])
  await page.getByRole('searchbox').fill('')
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('3')
  await page.waitForURL(/\/reports\/sales$/)
  await expect.poll(() => page.locator('.rail .venue').innerText()).toContain('Zebra Club')
  await page.locator('.rail .venue').click()
  await expect.poll(() => venues.first().innerText()).toContain('Zebra Club')
  await page.getByRole('button', { name: 'The Anchor' }).click()
  await page.waitForURL(/\/reports\/sales$/)
  await expect.poll(() => page.locator('.rail .venue').innerText()).toContain('The Anchor')

  const other = await visit?.tab()
  await visit?.goto('/membership/selectvenue', other)
  await other?.getByRole('button', { name: 'Zebra Club' }).click()
  await other?.waitForURL(/\/reports\/sales$/)
  await page.getByRole('alertdialog', { name: 'You are now in Zebra Club in another tab' }).waitFor()
  await expect.poll(() => page.locator('.frame').getAttribute('inert')).not.toBeNull()
  await expect.poll(() => page.locator('.rail .venue').innerText()).toContain('The Anchor')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.locator('.rail .venue').innerText()).toContain('Zebra Club')
})

it('a page the venue switched off says so, and an unknown address that there is nothing', async () => {
  await app.database.house`update venue set show_excise = false where venue_id = 1`
  const { page } = await open()
  await visit?.signInAt('/reports/excises', 'owner')
  await page.getByRole('heading', { name: 'Switched off for this venue' }).waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Excises' }).count()).toBe(0)
  await app.database.house`update venue set show_excise = true where venue_id = 1`
  await visit?.walkTo('/reports/nothing-here')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
})

describe('leaving', () => {
  it('signs out every tab, forgets the person and keeps language and theme', async () => {
    const { page } = await open()
    await visit?.signInAt('/preferences', 'owner')
    await page.getByRole('button', { name: '日本語' }).click()
    await page.getByRole('button', { name: 'ダーク' }).click()
    const other = await visit?.tab()
    await visit?.goto('/reports', other)
    await other?.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'サインアウト' }).click()
    await page.getByRole('heading', { name: 'サインアウトしました。' }).waitFor()
    await other?.waitForURL(/\/membership\/auth/)
    expect(await page.evaluate(() => [localStorage.getItem('daybook.user'), localStorage.getItem('daybook.theme'), document.documentElement.lang])).toEqual([
      null,
      'dark',
      'ja',
    ])
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  })

  it('leaves nothing behind for the back button, whichever way one left, nor in a page that the browser kept whole', async () => {
    const { page } = await open()
    await visit?.signInAt('/preferences', 'owner')
    const rail = page.getByRole('navigation', { name: 'Main' })
    await rail.getByRole('link', { name: 'Employees' }).click()
    await page.getByText('Leo Marsh').first().waitFor()
    await rail.getByRole('link', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: "You're signed out." }).waitFor()
    const asked: string[] = []
    page.on('response', (response) => response.url().includes('/api/') && response.ok() && asked.push(response.url()))
    for (const step of ['goBack', 'goBack', 'goForward'] as const) {
      await page[step]()
      await page
        .locator('input[name=username]')
        .or(page.getByRole('heading', { name: "You're signed out." }))
        .first()
        .waitFor()
      expect(await page.locator('body').innerText()).not.toContain('Leo Marsh')
      await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
    }
    // By the address, as from a bookmark: the page before is a page of its own then.
    await visit?.signInAt('/employees/list', 'owner')
    await page.getByText('Leo Marsh').first().waitFor()
    await visit?.goto('/membership/logout')
    await page.getByRole('heading', { name: "You're signed out." }).waitFor()
    asked.length = 0
    await page.goBack()
    await page.locator('input[name=username]').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Leo Marsh')
    expect(asked.filter((url) => !url.endsWith('/api/health'))).toEqual([])
    // The user signed out elsewhere while this page was asleep.
    await visit?.signInAt('/employees/list', 'owner')
    await page.getByText('Leo Marsh').first().waitFor()
    await page.evaluate(() => localStorage.removeItem('daybook.user'))
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.locator('input[name=username]').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Leo Marsh')
  })

  it('a stolen record without its cookie is worth nothing; after the server ended the session the door keeps the way back', async () => {
    const { page } = await open()
    await visit?.signInAt('/preferences', 'owner')
    const record = await page.evaluate(() => localStorage.getItem('daybook.user') ?? '')
    const thief = await Visit.open(browser, app.url)
    await thief.context.addInitScript((stolen) => localStorage.setItem('daybook.user', stolen), record)
    await thief.goto('/reports')
    await thief.page.waitForURL(/\/membership\/auth/)
    await thief.close()
    await page.waitForLoadState('networkidle')
    await app.database.house`update session set revoked_at = now() where user_id = (select user_id from app_user where user_name = 'owner')`
    await visit?.goto('/reports?x=1')
    await page.getByText('Your session has ended.').waitFor()
    await visit?.fillDoor('owner', 'harbour-and-vine')
    await page.waitForURL(/\/reports\?x=1$/)
  })
})
