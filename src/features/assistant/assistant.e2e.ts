import { hash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

const VERIFIER = randomBytes(32).toString('base64url')

let app: StartedApp
let browser: Browser
/** A program on the person's machine that waits for its code. */
let assistant: Server
let redirect: string
let visits: Visit[] = []

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  assistant = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Atlas</title><link rel="icon" href="data:,">Back'),
  )
  await new Promise<void>((resolve) => assistant.listen(0, '127.0.0.1', resolve))
  redirect = `http://127.0.0.1:${(assistant.address() as AddressInfo).port}/callback`
})
afterEach(async () => {
  const trouble = visits.flatMap((visit) => visit.trouble)
  for (const visit of visits) await visit.close()
  visits = []
  expect(trouble).toEqual([])
})
afterAll(async () => {
  assistant.close()
  await app.close()
})

const clientId = async (): Promise<string> => {
  const body = JSON.stringify({ client_name: 'Atlas', redirect_uris: [redirect] })
  const answer = await fetch(`${app.url}/api/oauth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { client_id: string }).client_id
}

/** Opens the address an assistant sends its person to. */
const sentBy = async (visit: Visit, client_id: string, more: Record<string, string> = {}) => {
  const code_challenge = hash('sha256', VERIFIER, 'base64url')
  const asked = { response_type: 'code', client_id, redirect_uri: redirect, code_challenge, code_challenge_method: 'S256', state: 'its own', ...more }
  await visit.goto(`/membership/assistant?${new URLSearchParams(asked)}`)
}

const open = async (name: string, options = {}): Promise<Visit> => {
  await employ(app.database, await makePerson(app.database, name), 1, ['can_viewsales'])
  const visit = await Visit.open(browser, app.url, options)
  visits.push(visit)
  return visit
}

const isBack = (page: Page) => page.waitForURL((url) => url.href.startsWith(redirect))

it('an assistant sends its person here: they sign in, allow it one report, and it reads that one until they revoke it', async () => {
  const name = `Asked Person ${Date.now()}`
  const id = await clientId()
  const visit = await open(name)
  const { page } = visit
  await sentBy(visit, id)
  await visit.fillDoor(name, PASSWORD)
  await page.getByRole('heading', { name: 'Let a program on this device read your figures?' }).waitFor()
  await page.getByText('It calls itself “Atlas”.').waitFor()
  await page.getByRole('radio', { name: 'Only these reports' }).click()
  await page.getByRole('checkbox', { name: 'Sales Summary' }).click()
  await page.getByLabel('Your password').fill('not the password at all')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('That is not your password.').waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await isBack(page)
  const back = new URL(page.url()).searchParams
  expect([back.get('state'), back.get('iss')]).toEqual(['its own', app.url])
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.get('code') ?? '',
    client_id: id,
    redirect_uri: redirect,
    code_verifier: VERIFIER,
  })
  const { access_token } = (await (await fetch(`${app.url}/api/oauth/token`, { method: 'POST', body })).json()) as { access_token: string }
  const read = async (report: string) => (await fetch(`${app.url}/api/${report}`, { headers: { authorization: `Bearer ${access_token}` } })).status
  expect([await read('sales/interval?FromDate=2026-11-01&ToDate=2026-11-02'), await read('sales/invoices?FromDate=2026-11-01&ToDate=2026-11-02')]).toEqual([
    200, 403,
  ])

  await visit.goto('/preferences/tokens')
  await page.getByRole('row', { name: /Atlas/ }).getByText('Sales Summary').waitFor()
  await page.getByRole('button', { name: 'Revoke Atlas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have no tokens at this venue').waitFor()
  expect(await read('sales/interval?FromDate=2026-11-01&ToDate=2026-11-02')).toBe(401)
})

it('whoever does not allow it is sent back with that, on a phone and in Japanese too', async () => {
  const name = `Careful Person ${Date.now()}`
  const visit = await open(name, { width: 390, language: 'jp', dark: true })
  await visit.signInUnseen(name, PASSWORD)
  await sentBy(visit, await clientId())
  await visit.page.getByRole('heading', { name: 'この端末のプログラムに数値の閲覧を許可しますか?' }).waitFor()
  await visit.page.getByRole('button', { name: '許可しない' }).click()
  await isBack(visit.page)
  const back = new URL(visit.page.url()).searchParams
  expect([back.get('error'), back.get('code'), back.get('state')]).toEqual(['access_denied', null, 'its own'])
})

it('nobody is sent to an address that was not registered', async () => {
  const name = `Sent Person ${Date.now()}`
  const visit = await open(name)
  await visit.signInUnseen(name, PASSWORD)
  await sentBy(visit, await clientId(), { redirect_uri: 'https://evil.example/callback' })
  await visit.page.getByText('This assistant is not registered here').waitFor()
  expect(await visit.page.getByRole('button', { name: 'Do not allow' }).count()).toBe(0)
  await sentBy(visit, await clientId(), { code_challenge_method: 'plain' })
  await visit.page.getByText('request is incomplete').waitFor()
})
