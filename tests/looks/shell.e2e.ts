import { lookAt, type Tour } from './tour.ts'

const shellTour: Tour = {
  title: 'what lies over every screen',
  who: 'owner',
  states: [
    {
      name: 'anything that is found',
      path: '/employees/list',
      open: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: /^(Find anything|検索)$/ }).fill('sales')
        await page.getByRole('option', { selected: true }).waitFor()
      },
    },
    {
      name: 'the list of single keys',
      path: '/reports',
      only: 'desk',
      open: async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.keyboard.press('?')
        await page.getByRole('dialog').getByText('Go to Sales Summary').waitFor()
      },
    },
    {
      name: 'a session that is about to end',
      path: '/preferences',
      only: 'phone',
      // Again and again: an answer that is still on its way prolongs the session.
      open: (page) =>
        page.waitForFunction(
          () => {
            const clock = JSON.parse(localStorage.getItem('daybook.session') ?? '{}')
            localStorage.setItem('daybook.session', JSON.stringify({ ...clock, idleUntil: Date.now() + 90_000 }))
            return document.querySelector('.ribbon.warn')
          },
          undefined,
          { polling: 500 },
        ),
    },
    {
      // The last one: afterwards nothing is asked any more.
      name: 'figures without a connection',
      path: '/membership/dashboard',
      only: 'phone',
      open: async (page) => {
        await page.locator('[data-measure] .fig').first().waitFor()
        await page.context().setOffline(true)
        await page.locator('.ribbon.offline').waitFor()
      },
    },
  ],
}

lookAt([shellTour])
