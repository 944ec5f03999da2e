import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { lookAt, type Tour } from './tour.ts'

const DAY_MS = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const journalTour: Tour = {
  title: 'the journal',
  who: 'owner',
  prepare: ({ database }) => storeTrade(database, 1, 1, [plainSale(dayBefore(2), 6000, { TerminalId: 'J1' })], new Date()),
  states: [
    {
      name: 'a day of the journal',
      path: `/reports/journal?range=${dayBefore(4).slice(0, 10)}..${dayBefore(0).slice(0, 10)}`,
      open: async (page) => {
        await page.locator('main table a').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
}

lookAt([journalTour])
