import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { planShifts } from '#tests/roster-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const { day } = tradingMoment(new Date(), 'Australia/Sydney', '05:00')
  await planShifts(app.database, 1, 1, new Date(), [{ name: 'Robin Vale', day, start: `${day}T12:00:00+11:00`, end: `${day}T18:00:00+11:00` }])
  visit = await Visit.open(browser, app.url, { width: 390, height: 844, keepsFiles: true })
  await visit.page.clock.install()
})
afterAll(() => app.close())

const AS_OF = /Offline – figures as of \d\d:\d\d/
const banner = () => visit.page.locator('.ribbon.offline')
const main = () => visit.page.locator('main')

/** The responses stored on the device, with owner and request. */
const kept = (): Promise<{ owner: string; asked: string; answer: string }[]> =>
  visit.page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('daybook.figures')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('answers')) return resolve([])
          const reading = database.transaction('answers').objectStore('answers').getAll()
          reading.onsuccess = () => {
            database.close()
            resolve(reading.result.map(({ owner, key, answer }) => ({ owner, asked: key[1], answer: JSON.stringify(answer) })))
          }
        }
      }),
  )

/** Signs in and looks at the dashboard until the app's files and the first figures are kept. */
const lookAtDashboard = async (userName: string) => {
  await visit.signInAt('/membership/dashboard', userName)
  await visit.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await vi.waitFor(async () => expect((await kept()).map(({ asked }) => asked)).toContain('GET /sales/day'), 20_000)
  await visit.page.waitForFunction(() => localStorage.getItem('daybook.session'))
}

const loseConnection = async () => {
  await visit.context.setOffline(true)
  await visit.page.reload()
}

const showsNothing = async () => {
  await main().getByText('this is not saved on this device').first().waitFor()
  expect(await main().innerText()).not.toMatch(/\d\.\d\d/)
}

describe('without a connection', () => {
  beforeAll(() => lookAtDashboard('owner'))

  it('the app opens with the last figures under a banner that says from when they are, wages as sums without names, and nothing else', async () => {
    await expect.poll(async () => (await kept()).map(({ asked }) => asked)).toContain('GET /reports/time-attendance')
    const answer = (await kept()).find(({ asked }) => asked === 'GET /reports/time-attendance')?.answer ?? ''
    expect(JSON.parse(answer)).toMatchObject({ People: [], Rows: [], Exceptions: [], Totals: { Roster: 5.5 } })
    expect(answer).not.toContain('Robin')
    const net = () => visit.page.locator('[data-measure]').first().innerText()
    const wages = () =>
      visit.page
        .getByRole('group', { name: /^Wages/ })
        .first()
        .innerText()
    const before = [await net(), await wages()]
    await loseConnection()
    await expect.poll(() => banner().innerText()).toMatch(AS_OF)
    await expect.poll(async () => [await net(), await wages()]).toEqual(before)
    const speak = (language: string) =>
      visit.page.evaluate((to) => {
        localStorage.setItem('daybook.language', to)
        dispatchEvent(new StorageEvent('storage', { key: 'daybook.language' }))
      }, language)
    await speak('jp')
    await expect.poll(() => banner().innerText()).toMatch(/オフライン – \d\d:\d\d時点の数値/)
    await speak('en')
    // Another range shows none of these figures, neither from memory nor from storage.
    await visit.page.getByRole('button', { name: 'Earlier' }).click()
    await showsNothing()
    await visit.goto('/membership/dashboard?range=2026-01-05..2026-01-11')
    await showsNothing()
    // The stored totals have no names, so this screen must not use them.
    await visit.goto('/membership/dashboard')
    await expect.poll(wages).toBe(before[1])
    await visit.walkTo('/reports/time-attendance?range=today')
    await main().getByText('this is not saved on this device').first().waitFor()
    await visit.context.setOffline(false)
    await main().getByText('Robin Vale').first().waitFor()
    await banner().waitFor({ state: 'detached' })
    expect(visit.trouble.splice(0)).toEqual([])
  })

  it('a screen that is not kept says so and fills in later; what is changed is refused with a sentence, and is not sent later', async () => {
    await visit.context.setOffline(true)
    await visit.goto('/employees/list')
    await main().getByText('You are offline, and this is not saved on this device.').first().waitFor()
    await visit.context.setOffline(false)
    await main().getByText('Mia', { exact: false }).first().waitFor()

    await visit.walkTo('/membership/changepassword')
    await visit.page.locator('input[name=current]').waitFor()
    const sent: string[] = []
    visit.page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await visit.context.setOffline(true)
    await visit.page.locator('input[name=current]').fill('harbour-and-vine')
    await visit.page.locator('input[name=password]').fill('seven quiet lamps over the pass')
    await visit.page.locator('main button[type=submit]').click()
    await main().getByText('You are offline, so nothing was saved or sent.').waitFor()
    await visit.context.setOffline(false)
    await banner().waitFor({ state: 'detached' })
    // Queued requests are sent before the response of the next screen arrives.
    await visit.walkTo('/loyalty/expiry')
    await visit.page.getByRole('heading', { name: 'Points do not expire here' }).waitFor()
    expect(sent).toEqual([])
  })

  it('a connection that leads nowhere counts as none', async () => {
    await visit.goto('/membership/dashboard')
    await visit.page.locator('[data-measure]').first().waitFor()
    await visit.context.route('**/api/**', (route) => route.abort())
    await visit.page.reload()
    await expect.poll(() => banner().innerText()).toMatch(AS_OF)
    await visit.context.unroute('**/api/**')
    // The app polls the server every five seconds.
    await visit.page.clock.fastForward(5_000)
    await banner().waitFor({ state: 'detached' })
  })
})

describe('kept figures are gone', () => {
  it('as soon as the person may see less', async () => {
    await lookAtDashboard('owner')
    const [before] = await kept()
    // One response is still pending.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await visit.page.route('**/api/sales/day?**', (route) => held.then(() => route.continue()))
    const answered = visit.page.waitForResponse(/\/api\/sales\/day\?/)
    await visit.walkTo('/membership/dashboard?range=yesterday')
    await visit.page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('daybook.user') ?? '{}')
      localStorage.setItem('daybook.user', JSON.stringify({ ...user, Permissions: user.Permissions.slice(1) }))
      dispatchEvent(new StorageEvent('storage', { key: 'daybook.user' }))
    })
    await expect.poll(async () => (await kept()).filter(({ owner }) => owner === before?.owner)).toEqual([])
    release()
    await answered
    expect((await kept()).map(({ asked }) => asked)).not.toContain('GET /sales/day')
  })

  it('after signing out', async () => {
    await lookAtDashboard('owner')
    await visit.goto('/membership/logout')
    await visit.page.getByText("You're signed out.").first().waitFor()
    await expect.poll(kept).toEqual([])
    await loseConnection()
    await visit.goto('/membership/dashboard')
    await visit.page.locator('input[name=username]').waitFor()
    await visit.context.setOffline(false)
  })

  it('once somebody else signs in, who sees nothing of them', async () => {
    await lookAtDashboard('owner')
    const [before] = await kept()
    // An answer to the same question takes the place of the first: what the other does not ask for would stay.
    await visit.goto('/reports/daily-sales?range=lastweek')
    const keptOf = async () => (await kept()).filter(({ owner }) => owner === before?.owner).map(({ asked }) => asked)
    await expect.poll(keptOf).toContain('GET /reports/daily-sales')
    await lookAtDashboard('manager')
    await expect.poll(keptOf).toEqual([])
  })

  it('when the session is over, also where no server says so', async () => {
    await lookAtDashboard('owner')
    await visit.page.evaluate(() => {
      const clock = JSON.parse(localStorage.getItem('daybook.session') ?? '{}')
      localStorage.setItem('daybook.session', JSON.stringify({ ...clock, idleUntil: Date.now() - 60_000 }))
    })
    await loseConnection()
    await showsNothing()
    await visit.page.clock.fastForward(10_000)
    await expect.poll(kept).toEqual([])
  })
})
