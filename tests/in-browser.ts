import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { ROOT } from '#platform/version.ts'
import { ANTI_FORGERY_COOKIE } from '#platform/web/caller.ts'
import { Visitor } from './visitor.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SHOTS = join(ROOT, 'test-results/screens')

export interface WindowOptions {
  width?: number
  height?: number
  dark?: boolean
  language?: 'en' | 'jp'
  /** Lets the browser keep the app's files, as it does for people; what a test intercepts would otherwise not come by. */
  keepsFiles?: boolean
}

/** TanStack Router's own record of where it is, and of the location whose screen is drawn. */
interface RouterState {
  latestLocation: { href: string }
  state: { status: string; resolvedLocation?: { href: string } }
}

/** A browser of its own with everything it complained about. */
export class Visit {
  readonly context: BrowserContext
  readonly page: Page
  readonly url: string
  /** Errors of the console, of the page and of the content policy; a sound app leaves this empty. */
  readonly trouble: string[] = []

  private constructor(url: string, context: BrowserContext, page: Page) {
    this.url = url
    this.context = context
    this.page = page
  }

  /** Opens a window on the app, as a new visitor with nothing stored. */
  static async open(
    browser: Browser,
    url: string,
    { width = 1440, height = 900, dark = false, language = 'en', keepsFiles = false }: WindowOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 600,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      serviceWorkers: keepsFiles ? 'allow' : 'block',
      locale: 'en-AU',
      timezoneId: 'Australia/Sydney',
    })
    if (language === 'jp') await context.addInitScript(() => localStorage.setItem('daybook.language', 'jp'))
    const visit = new Visit(url, context, await context.newPage())
    visit.listen(visit.page)
    return visit
  }

  /** Another tab of the same browser. */
  async tab(): Promise<Page> {
    const page = await this.context.newPage()
    this.listen(page)
    return page
  }

  private listen(page: Page) {
    // What the server refuses is written to the console as well; the tests judge that themselves.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) this.trouble.push(message.text())
    })
    page.on('pageerror', (error) => this.trouble.push(error.message))
  }

  async goto(path: string, page = this.page): Promise<void> {
    await page.goto(this.url + path)
  }

  /** Where the address bar stands. */
  path(page = this.page): string {
    return new URL(page.url()).pathname
  }

  /** Signs in at the door, and waits until the first screen inside is there. */
  async signIn(userName: string, password = SAMPLE_PASSWORD): Promise<void> {
    if (!this.page.url().includes('/membership/auth')) await this.goto('/membership/auth')
    await this.fillDoor(userName, password)
    await this.page.waitForURL((url) => !url.pathname.startsWith('/membership/auth'))
    await this.arrived()
  }

  /** Opens a screen as somebody who signed in unseen, and waits until it is there. */
  async signInAt(path: string, userName: string, password?: string): Promise<void> {
    await this.signInUnseen(userName, password)
    await this.goto(path)
    await this.arrived()
  }

  /**
   * Signs somebody in and opens their first venue, by the calls the door makes but without drawing it; no screen is open yet. For tests of
   * what lies behind the door, which has its own.
   */
  async signInUnseen(userName: string, password = SAMPLE_PASSWORD): Promise<void> {
    const visitor = new Visitor(this.url)
    const { body: person } = await visitor.signIn(userName, password)
    const { body: offered } = await visitor.call<{ Venues: { VenueId: number; EmployeeId: number }[] }>('GET', `/users/${visitor.userId}/venues`)
    const [venue] = offered.Venues
    if (!venue) throw new Error(`${userName} may open no venue.`)
    const { Token, VenueId } = (await visitor.open(venue.VenueId, venue.EmployeeId)).body
    const { body: user } = await visitor.call('GET', `/users/${visitor.userId}`)
    const record = { ...person, ...user, Venues: offered.Venues, Token, VenueId, Auth: '' }
    await this.context.addCookies(
      [...visitor.cookies].map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url: this.url,
        httpOnly: name !== ANTI_FORGERY_COOKIE,
        sameSite: 'Strict' as const,
      })),
    )
    // Any page of the app's address, to write in its storage before the app reads it.
    await this.goto('/api/health')
    await this.page.evaluate((text) => localStorage.setItem('daybook.user', text), JSON.stringify(record))
  }

  /** Navigates within the app without a reload, and waits until the router has drawn the new location. */
  async walkTo(address: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await this.page.waitForFunction(() => {
      const { latestLocation, state } = (window as unknown as { __TSR_ROUTER__: RouterState }).__TSR_ROUTER__
      return state.status === 'idle' && state.resolvedLocation?.href === latestLocation.href
    })
  }

  /** Changes the language without a reload, as a change in another tab does. */
  async speak(chosen: 'en' | 'jp'): Promise<void> {
    await this.page.evaluate((language) => {
      localStorage.setItem('daybook.language', language)
      dispatchEvent(new StorageEvent('storage', { key: 'daybook.language' }))
    }, chosen)
    await this.page.waitForFunction((lang) => document.documentElement.lang === lang, chosen === 'jp' ? 'ja' : 'en')
  }

  /** Waits until a screen has its heading: what came before is gone, and what it shows of its own is being drawn. */
  async arrived(page = this.page): Promise<void> {
    await page.locator('h1').first().waitFor()
  }

  /** What the stored user carries of a link that is under way, also while the browser is at the provider: where it comes back to, and the location. */
  async pendingLink(provider: 'Stripe' | 'Deputy' | 'Involv' | 'Shopify'): Promise<[uri: unknown, location: unknown]> {
    const { origins } = await this.context.storageState()
    const stored = origins.find(({ origin }) => origin === this.url)?.localStorage.find(({ name }) => name === 'daybook.user')
    const user = JSON.parse(stored?.value ?? '{}') as Record<string, unknown>
    return [user[`${provider}RedirectUri`], user[`${provider}LocationId`]]
  }

  async fillDoor(userName: string, password: string): Promise<void> {
    await this.page.locator('input[name=username]').fill(userName)
    await this.page.locator('input[name=password]').fill(password)
    await this.page.locator('button[type=submit]').click()
  }

  /** A picture for people to look at, in an ignored folder, where `SCREENS=on` asks for them: each takes as long as a small test. */
  async shoot(name: string): Promise<void> {
    if (process.env.SCREENS !== 'on') return
    mkdirSync(SHOTS, { recursive: true })
    await this.page.screenshot({ path: join(SHOTS, `${name}.png`) })
  }

  /** What the accessibility checker finds, in a line each; by all of its rules or by these. */
  async axe(rules?: string[]): Promise<string[]> {
    // Handed over by the debugger: the page's content policy would not load it.
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(AXE)
    return this.page.evaluate(async (only) => {
      const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
      const { violations } = await axe.run({ resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    }, rules)
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}
