import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { productErrorWords } from '#features/stock/products/files/product-import.messages.ts'
import { invoiceErrorWords } from '#features/stock/purchases/files/invoice-import.messages.ts'
import { INVOICE_FIELDS } from '#features/stock/purchases/files/invoice-mapping.rules.ts'
import { rateErrorWords } from './rates/rate-import.messages.ts'
import { RATE_FIELDS } from './rates/rate-mapping.rules.ts'
import { rosterErrorWords } from './rosters/roster-import.messages.ts'
import { ROSTER_FIELDS } from './rosters/roster-mapping.rules.ts'
import { reasonText } from './row-reasons.part.ts'

/** The codes by which a part of an import refuses rows. */
const codesIn = (...files: string[]): string[] => {
  const source = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
  const told = [...source.matchAll(/(?:complain\(\s*(?:'\w+'|field|cell),|ErrorCode:)([^\n]*)/g)].flatMap(([, rest]) => [
    ...(rest ?? '').matchAll(/'([A-Z]\w+)'/g),
  ])
  const fields: readonly string[] = [...RATE_FIELDS, ...ROSTER_FIELDS, ...INVOICE_FIELDS]
  return [...new Set(told.map(([, code]) => code ?? '').filter((code) => !fields.includes(code)))].sort()
}

/** What the judge of all invoices finds, by the codes it has. */
const JUDGED_CODES = ['Conflict', 'DayOutOfReach', 'NothingOnLine', 'SignsDiffer']
/** What is found of the products of a file together. */
const CHANGED_CODES = ['ProductNotFound', 'Repeated']

it.each([
  ['pay rates', rateErrorWords, codesIn('rates/rate-rows.rules.ts', 'rates/rate-file.job.ts')],
  ['products', productErrorWords, [...codesIn('../stock/products/files/product-file-rows.rules.ts'), ...CHANGED_CODES]],
  [
    'invoices',
    invoiceErrorWords,
    [...codesIn('../stock/purchases/files/invoice-rows.rules.ts', '../stock/purchases/files/file-invoices.rules.ts'), ...JUDGED_CODES],
  ],
  ['rosters', rosterErrorWords, codesIn('rosters/roster-rows.rules.ts', 'rosters/roster-file.job.ts')],
] as const)('every reason for which a row of %s is wrong has its Japanese', (_, words, codes) => {
  expect(codes.length).toBeGreaterThan(3)
  expect(Object.keys(words.jp).sort()).toEqual([...codes, 'RowWidth'].sort())
})

it('the Japanese of a reason names the column and what stands in the cell', () => {
  const error = { ErrorCode: 'NoSuchLocation', Column: 'Site', Message: 'There is no location "Pier".' }
  const told = { reasons: rosterErrorWords, cellOf: () => 'Pier' }
  expect(reasonText(error, { ...told, language: 'jp' })).toBe('Site: 店舗「Pier」はありません。')
  expect(reasonText(error, { ...told, language: 'en' })).toBe('Site: There is no location "Pier".')
  // A code that has no sentence yet is told in English rather than not at all.
  expect(reasonText({ ErrorCode: 'Unheard', Column: '', Message: 'Something else.' }, { ...told, language: 'jp' })).toBe('Something else.')
})
