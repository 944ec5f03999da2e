import { expect, it } from 'vitest'
import { reportAddress, spreadsheetLines } from './spreadsheet.rules.ts'

const asked = {
  origin: 'https://daybook.example',
  path: '/sales/day',
  query: { FromDate: '2026-11-09', ToDate: '2026-11-15', Locations: '1,2', Daypart: "Chef's hour" },
  range: { from: '2026-11-09', to: '2026-11-15' },
  language: 'en' as const,
}

it('keeps a ready-made range as a word, so that the address moves with time', () => {
  const range = { ...asked.range, preset: 'lastweek' as const }
  expect(reportAddress({ ...asked, range }, 'csv')).toBe(
    'https://daybook.example/api/sales/day?Period=LastWeek&Locations=1,2&Daypart=Chef%27s%20hour&Language=en&format=csv',
  )
  const trend = { ...asked, path: '/sales/trend', query: { FromDate: '2026-11-09', ToDate: '2026-11-15', TrendDate: '2026-11-15' }, range }
  expect(reportAddress(trend, 'json')).toBe('https://daybook.example/api/sales/trend?Period=LastWeek&Language=en&format=json')
})

it('writes chosen days out, and asks for the columns on screen', () => {
  expect(reportAddress({ ...asked, columns: ['Net', 'Tax'] }, 'xlsx')).toBe(
    'https://daybook.example/api/sales/day?FromDate=2026-11-09&ToDate=2026-11-15&Locations=1,2&Daypart=Chef%27s%20hour&Columns=Net,Tax&Language=en&format=xlsx',
  )
})

it('leaves a report of now without days', () => {
  const now = { ...asked, path: '/reports/plu-dayonhand', query: { Days: '28' }, range: { ...asked.range, preset: 'today' as const } }
  expect(reportAddress(now, 'csv')).toBe('https://daybook.example/api/reports/plu-dayonhand?Days=28&Language=en&format=csv')
})

it('names the token where it goes, and never in the address', () => {
  const { curl, powerQuery, sheets } = spreadsheetLines(asked, 'xlsx')
  const address = reportAddress(asked, 'csv')
  expect(curl).toBe(`curl -H 'Authorization: Bearer YOUR_TOKEN' -o report.xlsx '${reportAddress(asked, 'xlsx')}'`)
  expect(powerQuery).toContain(`Web.Contents("${address}", [Headers=[Authorization="Bearer YOUR_TOKEN"]])`)
  expect(sheets).toContain(`UrlFetchApp.fetch("${address}", { headers: { Authorization: "Bearer YOUR_TOKEN" } })`)
  expect(address).not.toContain('TOKEN')
})
