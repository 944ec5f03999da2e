import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { codeOf, stepAt } from '#platform/access/totp.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit, type WindowOptions } from '#tests/in-browser.ts'
import { makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit | undefined
let steps = 0
let made = 0
const now = () => new Date(Date.now() + steps * 60_000)

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ environment: { SECOND_FACTOR: 'required' }, now }), launchBrowser()])
  await makeVenue(app.database, 'The Long Room')
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

const open = async (options?: WindowOptions): Promise<Visit> => {
  visit = await Visit.open(browser, app.url, options)
  return visit
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const codeNow = (secret: string) => {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return codeOf(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), stepAt(now()))
}

it.each([
  ['en', 1440, false, 'Set up', 'Confirm', 'I have saved the codes', 'Code from the app', 'Sign in'],
  ['jp', 390, true, '設定', '確認', '保管済み', 'アプリのコード', 'サインイン'],
] as const)(
  'Admin sets it up on the way in, and is asked for it the next time (%s, %i px)',
  async (language, width, dark, begin, confirm, kept, code, signIn) => {
    const keeper = `Keeper ${language} ${++made}`
    await makePerson(app.database, keeper, { isAdmin: true })
    const { page, ...at } = await open({ language, width, dark })
    await visit?.signIn(keeper, PASSWORD)
    await page.waitForURL(`${at.url}/membership/secondfactor`)
    await page.getByRole('button', { name: begin }).click()
    await page.getByRole('img').waitFor()
    const secret = await page.locator('form code').innerText()
    await visit?.shoot(`second-factor-setup-${language}`)
    expect(await visit?.axe()).toEqual([])
    await page.getByLabel(code).fill('000')
    await page.getByRole('button', { name: confirm }).click()
    await page.locator('.wrong').waitFor()
    await page.getByLabel(code).fill(codeNow(secret))
    await page.getByRole('button', { name: confirm }).click()
    await page.locator('li code').nth(9).waitFor()
    const [recovery = ''] = await page.locator('li code').allInnerTexts()
    await visit?.shoot(`second-factor-codes-${language}`)
    expect(await visit?.axe()).toEqual([])
    await page.getByRole('button', { name: kept }).click()
    await page.waitForURL(`${at.url}/admin/list`)
    steps += 1

    await visit?.goto('/membership/logout')
    await page.waitForFunction(() => localStorage.getItem('daybook.user') === null)
    await visit?.goto('/membership/auth')
    await visit?.fillDoor(keeper, PASSWORD)
    const field = page.locator('input[name=code]')
    await field.waitFor()
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
    await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true)
    await visit?.shoot(`second-factor-step-${language}`)
    expect(await visit?.axe()).toEqual([])
    await field.fill('not a code')
    await page.getByRole('button', { name: signIn, exact: true }).click()
    await page.locator('.callout[role=alert]').waitFor()
    await field.fill(language === 'en' ? codeNow(secret) : recovery)
    await page.getByRole('button', { name: signIn, exact: true }).click()
    await page.waitForURL(`${at.url}/admin/list`)
  },
)

it('a person of the sample is let in without, and may set one up', async () => {
  const { page } = await open()
  await visit?.signIn('owner')
  await visit?.goto('/preferences')
  await page.getByRole('link', { name: 'Two-step sign-in' }).click()
  await page.getByText('Two-step sign-in is off.').waitFor()
})
