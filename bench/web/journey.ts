import type { Locator, Page } from 'playwright-core'

type Step = (name: string, act: () => Promise<unknown>) => Promise<void>

/** Waits until the report shows its figures. */
export const openReport = async (page: Page): Promise<void> => {
  await page.locator('.figures').waitFor({ timeout: 60_000 })
  await shown(page)
}

/** Reads the Sales Summary as a manager does: menus, range, comparison, receipts, search, theme. */
export const readReport = async (page: Page, step: Step): Promise<void> => {
  const narrow = (page.viewportSize()?.width ?? 0) < 1100
  await step('opening the range', () => open(page, page.locator('.range .blank')))
  await step('choosing another range', () => page.locator('.presets').getByRole('button', { name: 'Last month', exact: true }).click())
  await shown(page)
  await step('one range earlier', () => page.getByRole('button', { name: 'Earlier' }).click())
  await shown(page)
  if (narrow) await step('opening the filters', () => open(page, page.locator('.head .narrow')))
  const filters = narrow ? page.getByRole('dialog') : page.locator('.head')
  await step('opening the comparisons', () => open(page, filters.getByRole('button', { name: /^Compare with/ }), 'menu'))
  await step('choosing another comparison', () => page.getByRole('menuitemradio').last().click())
  await shown(page)
  await step('opening more filters', () => open(page, filters.getByRole('button', { name: /^More/ })))
  await step('typing items to search for', () => page.getByLabel('Items').last().pressSequentially('1001, 1002', { delay: 60 }))
  await page.keyboard.press('Escape')
  if (narrow) await filters.getByRole('button', { name: 'Done' }).click()
  const cell = page.locator('.ledger-table tbody a').first()
  await cell.scrollIntoViewIfNeeded()
  await step('opening the receipts of a location', () => cell.click())
  await page.locator('.docket tbody a').first().waitFor()
  await step('opening a receipt', () => page.locator('.docket tbody a').first().click())
  await page.locator('.docket dl').waitFor()
  await step('closing the receipts', () => page.keyboard.press('Escape'))
  await page.keyboard.press('Escape')
  await page.locator('.docket').waitFor({ state: 'detached' })
  if (narrow) await step('opening the menu', () => page.locator('.topbar button').click())
  const menu = page.locator(narrow ? '.drawer' : '.rail')
  await step('turning it dark', () => menu.getByRole('button', { name: 'Dark' }).click())
  await step('speaking Japanese', () => menu.getByRole('button', { name: '日本語' }).click())
}

/** Undoes what the reader chose last: it is kept for them, and the next browser would begin with it. */
export const leaveAsFound = async (page: Page): Promise<void> => {
  for (const name of ['English', 'Light']) {
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name, exact: true }).locator('visible=true').first().click()
    await kept
  }
}

const shown = async (page: Page) => {
  await page.locator('[data-report][aria-busy=false]').waitFor({ timeout: 60_000 })
}

const open = async (page: Page, trigger: Locator, role: 'dialog' | 'menu' = 'dialog') => {
  await trigger.click()
  await page.getByRole(role).last().waitFor()
}
