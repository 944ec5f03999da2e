import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit, type WindowOptions } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterEach(async () => {
  const { trouble } = visit
  await visit.close()
  expect(trouble).toEqual([])
})
afterAll(() => app.close())

const open = async (options?: WindowOptions, at = '/loyalty/import-cards', who = 'owner') => {
  visit = await Visit.open(browser, app.url, options)
  await visit.signInAt(at, who)
  return visit.page
}

const counts = () => visit.page.getByRole('table', { name: /^What (will happen|was imported)$|^取り込み後の内容$|^取り込み結果$/ })

const handOver = async (name: string, text: string) => {
  await visit.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await visit.page.getByRole('heading', { name: /^Columns$|^列の対応付け$/ }).waitFor()
}

const file = (mark: string) => `Member no,First name,Last name,E-mail,Mobile,Balance
${mark}001,Ada,Lee,ada@example.com,0400 111 222,1250
${mark}002,花子,山田,,0400 111 333,300
${mark}003,Noor,Haddad,noor(at)example.com,,40
${mark}004,Sam,Ito,,,0
`

describe('importing cards', () => {
  it('goes from the search over columns and check to the cards, takes the wrong row corrected, and a second time adds nothing', async () => {
    const page = await open({}, '/loyalty/search')
    await page.getByRole('link', { name: 'Import cards' }).click()
    await page.getByText('No file of cards has been imported yet.').waitFor()
    expect(await visit.axe()).toEqual([])
    await handOver('members.csv', file('EE'))
    await expect.poll(() => page.getByLabel('Balance').inputValue()).toBe('Points')
    await expect.poll(() => page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
    await page.getByText('Choose the location for opening points.').waitFor()
    await page.getByLabel('Location for opening points').selectOption('Harbour Bar')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect
      .poll(() => counts().innerText())
      .toMatch(/Rows read\s+4[\s\S]*Rows to correct\s+1[\s\S]*Unchanged\s+0[\s\S]*Changed\s+0[\s\S]*New cards\s+3[\s\S]*Opening points on 2 cards\s+1,550/)
    await page.getByText('A card that already exists gets the name, e-mail and phone in its row. Empty cells change nothing').waitFor()
    await page.getByText('The opening points will be posted at Harbour Bar as adjustments, under your name.').waitFor()
    await expect.poll(() => page.getByRole('cell', { name: /^E-mail: / }).innerText()).toBe('E-mail: "noor(at)example.com" is not an e-mail address.')
    await page.getByText('1 row is wrong and will be left out.').waitFor()
    expect(await visit.axe()).toEqual([])

    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()])
    expect(saved.suggestedFilename()).toBe('members.csv.errors.csv')

    await page.getByRole('button', { name: 'Import 3 cards' }).click()
    await page.getByRole('heading', { name: 'What was imported' }).waitFor()
    expect(await visit.axe()).toEqual([])
    await page.getByLabel('E-mail, line 4').fill('noor@example.com')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => counts().innerText()).toMatch(/Rows to correct\s+0[\s\S]*Unchanged\s+3[\s\S]*New cards\s+1[\s\S]*Opening points on 1 card\s+40/)

    await page.getByRole('button', { name: 'Import another file' }).click()
    await expect.poll(() => page.getByRole('table', { name: 'Imported files' }).locator('tbody tr').count()).toBe(2)
    await visit.goto('/loyalty/cards/EE001?tab=usage')
    await expect.poll(() => page.getByText('Opening points').first().isVisible()).toBe(true)
    await expect.poll(() => page.getByText('Ada Lee').first().isVisible()).toBe(true)
  })

  it('is not shown to whoever may not change cards', async () => {
    const page = await open({}, '/loyalty/search', 'staff')
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().waitFor()
    expect(await page.getByRole('link', { name: 'Import cards' }).count()).toBe(0)
  })

  it('says in a sentence what cannot be read', async () => {
    const page = await open()
    await page.locator('input[type=file]').setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,"2\n') })
    await expect.poll(() => page.locator('.callout[role=alert]').innerText()).toContain('is never closed')
    await handOver('odd.csv', 'Colour,Shape\nred,round\n')
    await page.getByText('Choose the column for the card number.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
  })

  it.each(LOOKS)('is sound at %j, from the file to its cards', async (options) => {
    const page = await open(options)
    const name = `import-cards-${options.width}-${options.dark ? 'dark' : 'light'}-${options.language}`
    const shoot = (step: string) => page.screenshot({ path: `test-results/screens/${name}-${step}.png`, fullPage: true })
    const sound = async (step: string) => {
      expect(await visit.axe()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
      await shoot(step)
    }
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await sound('start')
    await handOver('members.csv', file(`L${options.width}${options.language}${options.dark ? 'd' : 'l'}`))
    await sound('columns')
    await page.getByLabel(/^Location for opening points$|^開始時ポイントの店舗$/).selectOption('Harbour Bar')
    await page.getByRole('button', { name: /^Check the file$|^ファイルを確認$/ }).click()
    await counts().waitFor()
    await page.getByRole('button', { name: /^Save as a file$|^ファイルに保存$/ }).waitFor()
    await sound('checked')
    await page.getByRole('button', { name: /^Import 3 cards$|^3枚のカードを取り込む$/ }).click()
    await page.getByRole('heading', { name: /^What was imported$|^取り込み結果$/ }).waitFor()
    await sound('done')
    await page.getByRole('button', { name: /^Import another file$|^別のファイルを取り込む$/ }).click()
    await page.getByRole('table', { name: /^Imported files$|^取り込んだファイル$/ }).waitFor()
    await sound('history')
    await visit.goto('/loyalty/search')
    await page.getByRole('link', { name: /^Import cards$|^カードの取り込み$/ }).waitFor()
    await sound('search')
    await visit.goto('/venue/imports')
    await page.getByRole('link', { name: /^Import .* cards$|カードを取り込む$/ }).waitFor()
    await sound('beside-sales')
  })
})
