import { expect, it } from 'vitest'
import { importWords } from '#features/imports/import.messages.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'

it.each(['en', 'jp'] as const)('what was brought in leads to the Sales Summary by the name the menu has (%s)', (language) => {
  expect(importWords[language].openSales).toContain(reportsMenu[language].salesSummary)
})
