import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ sample: false }), launchBrowser()])
})
afterAll(async () => {
  await app.close()
})

describe('installed on a phone', () => {
  it('the app says what it is called, where it begins and what it looks like', async () => {
    const page = await (await fetch(`${app.url}/membership/auth`)).text()
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"')
    expect(page).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png"')
    const answer = await fetch(`${app.url}/manifest.webmanifest`)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual(['application/manifest+json', 'no-cache'])
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string; type: string; purpose?: string }[] }
    expect(manifest).toMatchObject({ name: 'Daybook', start_url: '/membership/dashboard', scope: '/', display: 'standalone' })
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
    for (const { src, sizes, type } of [...manifest.icons, { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }]) {
      const icon = await fetch(app.url + src)
      expect([icon.status, icon.headers.get('content-type')], src).toEqual([200, type])
      const bytes = Buffer.from(await icon.arrayBuffer())
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
    }
  })

  it('its service worker is asked about each time, may come from here alone, and names the files of this build', async () => {
    const { headers, ...answer } = await fetch(`${app.url}/service-worker.js`).then(async (one) => ({ headers: one.headers, text: await one.text() }))
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-security-policy')).toMatch(/manifest-src 'self';worker-src 'self'/)
    expect(answer.text).toMatch(/const VERSION = '[\w-]{16}'/)
    const page = await (await fetch(`${app.url}/`)).text()
    for (const [, file] of page.matchAll(/"(\/assets\/[^"]+)"/g)) expect(answer.text).toContain(`"${file}"`)
  })
})

describe('a newer version', () => {
  let version = 'first'
  let house: Server
  /** The app behind a server that says which version its service worker is. */
  beforeAll(async () => {
    house = createServer(async (request, response) => {
      const answer = await fetch(app.url + request.url, { headers: { 'accept-encoding': 'identity' } })
      const isWorker = request.url === '/service-worker.js'
      const body = isWorker ? (await answer.text()).replace(/VERSION = '[^']+'/, `VERSION = '${version}'`) : Buffer.from(await answer.arrayBuffer())
      const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers)
      response.writeHead(answer.status, headers).end(body)
    })
    await new Promise<void>((resolve) => house.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    house.close()
    house.closeAllConnections()
  })

  it('waits while a tab is open, and takes over at the next start', async () => {
    const visit = await Visit.open(browser, `http://127.0.0.1:${(house.address() as AddressInfo).port}`, { keepsFiles: true })
    const caches = (page = visit.page) => page.evaluate(() => window.caches.keys())
    const workers = (page = visit.page) =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return { controls: navigator.serviceWorker.controller?.state, waits: registration?.waiting?.state }
      })
    await visit.goto('/membership/auth')
    await visit.page.evaluate(async () => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => { createScriptURL: (address: string) => string } }
      }
      const policy = trustedTypes.createPolicy('test', { createScriptURL: (address: string) => address })
      await navigator.serviceWorker.register(policy.createScriptURL('/service-worker.js'))
      await navigator.serviceWorker.ready
    })
    await visit.page.reload()
    await expect.poll(workers).toEqual({ controls: 'activated', waits: undefined })
    version = 'second'
    await visit.page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await expect.poll(workers, { timeout: 20_000 }).toEqual({ controls: 'activated', waits: 'installed' })
    expect(await caches()).toEqual(['daybook-first', 'daybook-second'])
    await visit.page.reload()
    await visit.arrived()
    await visit.page.goto('about:blank')
    await visit.page.close()
    const next = await visit.tab()
    await visit.goto('/membership/auth', next)
    await expect.poll(() => caches(next)).toEqual(['daybook-second'])
    expect(visit.trouble).toEqual([])
    await visit.close()
  })
})
