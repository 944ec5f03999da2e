import type { FileRow } from '#features/imports/file-table.rules.ts'
import { decimalIn } from '#features/imports/import-cells.rules.ts'
import type { ImportField, ImportMapping } from '#features/imports/import-mapping.rules.ts'
import type { ColumnFacts } from './column-facts.rules.ts'

type Columns = Partial<Record<ImportField, string>>

/** 1.234,50 or 12,5 somewhere: the comma is the decimal mark. */
export const decimalMarkOf = (columns: Columns, facts: readonly ColumnFacts[]): ',' | undefined => {
  const amounts = (['Net', 'UnitPrice', 'Discount', 'Tax', 'Cost', 'Quantity'] as const).map((field) => columns[field])
  const cells = facts.filter(({ heading }) => amounts.includes(heading)).flatMap((column) => column.cells.map(({ cell }) => cell))
  return cells.some((cell) => /^\D*[\d.]+,\d{1,2}\D*$/.test(cell)) && !cells.some((cell) => /\.\d{1,2}\D*$/.test(cell)) ? ',' : undefined
}

type NumberOf = (row: FileRow, field: ImportField) => number | undefined

const numbersIn = (columns: Columns, facts: readonly ColumnFacts[], mark: '.' | ','): NumberOf => {
  const places = new Map(facts.map(({ heading, at }) => [heading, at]))
  return (row, field) => {
    const value = decimalIn((row.cells[places.get(columns[field] ?? '') ?? -1] ?? '').trim().replace(/%$/, ''), mark)
    return value && Number(value.digits) / 10 ** value.places
  }
}

const isNear = (a: number, b: number) => Math.abs(a - b) < 0.011 + Math.abs(b) * 1e-6

/** The share of rows whose price times quantity is their amount; undefined where one of them has no column. */
export const productFit = (columns: Columns, rows: readonly FileRow[], facts: readonly ColumnFacts[], mark: '.' | ','): number | undefined => {
  const numberOf = numbersIn(columns, facts, mark)
  const told = rows.flatMap((row) => {
    const [price, quantity, net] = [numberOf(row, 'UnitPrice'), numberOf(row, 'Quantity'), numberOf(row, 'Net')]
    return price === undefined || quantity === undefined || net === undefined ? [] : [isNear(price * quantity, net)]
  })
  return told.length === 0 ? undefined : told.filter(Boolean).length / told.length
}

/** Whether the amount of a row is that of its whole order: the same in all rows of an order, and more than price times quantity. */
export const amountIsOfOrder = (columns: Columns, rows: readonly FileRow[], facts: readonly ColumnFacts[]): boolean => {
  if (!columns.SaleId || !columns.Net || !columns.UnitPrice || !columns.Quantity) return false
  const fit = productFit(columns, rows, facts, decimalMarkOf(columns, facts) ?? '.')
  if (fit === undefined || fit > 0.5) return false
  const at = (field: ImportField) => facts.find(({ heading }) => heading === columns[field])?.at ?? -1
  const byOrder = new Map<string, string[]>()
  for (const { cells } of rows) {
    const order = cells[at('SaleId')] ?? ''
    byOrder.set(order, [...(byOrder.get(order) ?? []), cells[at('Net')] ?? ''])
  }
  const several = [...byOrder.values()].filter((amounts) => amounts.length > 1)
  return several.length > 0 && several.filter((amounts) => new Set(amounts).size === 1).length >= several.length * 0.9
}

/** Whether discounts are percents or parts of one, judged by the sums; undefined where they are money or nothing tells. */
export const discountKind = (
  columns: Columns,
  rows: readonly FileRow[],
  facts: readonly ColumnFacts[],
  mark: '.' | ',',
): NonNullable<ImportMapping['DiscountIs']> | undefined => {
  if (!columns.Discount) return undefined
  const numberOf = numbersIn(columns, facts, mark)
  const fits = { Money: 0, Percent: 0, Fraction: 0 }
  for (const row of rows) {
    const [price, quantity, net, less] = [numberOf(row, 'UnitPrice'), numberOf(row, 'Quantity') ?? 1, numberOf(row, 'Net'), numberOf(row, 'Discount')]
    if (price === undefined || net === undefined || !less) continue
    const full = price * quantity
    if (isNear(full - Math.abs(less), net)) fits.Money += 1
    if (isNear(full * (1 - less / 100), net)) fits.Percent += 1
    if (isNear(full * (1 - less), net)) fits.Fraction += 1
  }
  if (fits.Percent > fits.Money && fits.Percent >= fits.Fraction) return 'Percent'
  if (fits.Fraction > fits.Money) return 'Fraction'
  if (fits.Money > 0) return undefined
  return bySight(columns.Discount, facts.find(({ heading }) => heading === columns.Discount)?.cells.map(({ cell }) => cell) ?? [], mark)
}

/** What discounts are where no sum tells: a sign behind them or in the heading, or all of them parts of one, a few in the whole file. */
const bySight = (heading: string, cells: readonly string[], mark: '.' | ','): 'Percent' | 'Fraction' | undefined => {
  if (cells.some((cell) => /[%％]$/.test(cell)) || /[%％]|percent|割引率/i.test(heading)) return 'Percent'
  const parts = cells.map((cell) => decimalIn(cell, mark)).map((value) => value && Number(value.digits) / 10 ** value.places)
  const areParts = parts.every((part) => part !== undefined && part >= 0 && part <= 1) && parts.some((part) => part !== undefined && part > 0 && part < 1)
  return areParts && new Set(parts).size * 10 < parts.length ? 'Fraction' : undefined
}
