import type { ImportField, ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { type ColumnFacts, type ColumnKind, columnFacts } from './column-facts.rules.ts'
import { mayBe } from './column-fits.rules.ts'
import type { Sampled } from './file-sample.rules.ts'
import { mappingOf } from './guessed-mapping.rules.ts'
import { plainHeading } from './heading-words.rules.ts'
import { amountIsOfOrder } from './import-sums.rules.ts'
import { bareHeading, COUNT_OF_LINES, LOOSE_WORDS, OF_CUSTOMERS, OF_PLACES, SALES_WORDS, saysOrderTypes, saysPayments } from './import-words.rules.ts'

type Columns = Partial<Record<ImportField, string>>
/** By what a column was found. */
export type FoundBy = 'name' | 'likeName' | 'content'

export interface Guess {
  mapping: ImportMapping
  facts: ColumnFacts[]
  foundBy: Partial<Record<ImportField, FoundBy>>
}

/** What the columns of a file seem to be, by their headings and by rows from all over it; whoever looks at it decides. */
export const guessOf = (headings: readonly string[], sample: Sampled): Guess => {
  const facts = columnFacts(headings, sample)
  const foundBy: Guess['foundBy'] = {}
  const columns: Columns = {}
  const isTaken = ({ heading }: ColumnFacts) => Object.values(columns).includes(heading)
  const take = (field: ImportField, column: ColumnFacts | undefined, by: FoundBy) => {
    if (!column || columns[field] !== undefined) return
    columns[field] = column.heading
    foundBy[field] = by
  }
  const free = () => facts.filter((column) => !isTaken(column))
  for (const [field, words] of SALES_WORDS) take(field, byWords(words.split(' '), field, free()), 'name')
  for (const [field, heading] of LOOSE_WORDS) take(field, byPattern(heading, field, free()), 'likeName')
  byContent(columns, free, take)
  preferBoth(columns, facts, foundBy)
  dropOrderAmount(columns, sample, facts, foundBy)
  return { mapping: mappingOf(columns, facts, sample), facts, foundBy }
}

const byWords = (words: readonly string[], field: ImportField, free: readonly ColumnFacts[]): ColumnFacts | undefined => {
  for (const nameOf of [plainHeading, bareHeading])
    for (const word of words) {
      const found = free.find((column) => nameOf(column.heading) === word && mayBe(field, column))
      if (found) return found
    }
  return undefined
}

const byPattern = (heading: RegExp, field: ImportField, free: readonly ColumnFacts[]): ColumnFacts | undefined =>
  free.find((column) => {
    const name = bareHeading(column.heading)
    return heading.test(name) && !COUNT_OF_LINES.test(name) && !OF_CUSTOMERS.test(name) && !OF_PLACES.test(name) && mayBe(field, column)
  })

/** What a line can be named by. */
const PRODUCTS: readonly ImportField[] = ['Name', 'Plu', 'Barcode', 'Category', 'Department', 'ProductGroup', 'Group']
const OF_NO_PRODUCT = /(gender|sex|note|comment|remark|email|phone|rating|status|weather|備考|メモ|性別|天気)/

/** What no heading tells is told by the cells: dates, times, kinds of orders, ways to pay, names of products. */
const byContent = (columns: Columns, free: () => ColumnFacts[], take: (field: ImportField, column: ColumnFacts | undefined, by: FoundBy) => void): void => {
  const valuesOf = ({ values }: ColumnFacts) => values.values.map(([value]) => value)
  if (columns.Date === undefined && columns.DateTime === undefined) {
    take(
      'DateTime',
      free().find(({ kind }) => kind === 'dateTime'),
      'content',
    )
    if (columns.DateTime === undefined)
      take(
        'Date',
        free().find(({ kind }) => kind === 'date'),
        'content',
      )
  }
  if (columns.DateTime === undefined)
    take(
      'Time',
      free().find(({ kind }) => kind === 'time'),
      'content',
    )
  take(
    'Tender',
    free().find((column) => column.kind === 'text' && saysPayments(valuesOf(column))),
    'content',
  )
  take(
    'OrderType',
    free().find((column) => column.kind === 'text' && saysOrderTypes(valuesOf(column))),
    'content',
  )
  if (columns.Net === undefined && columns.UnitPrice === undefined) take('Net', free().findLast(isUsable('money')), 'content')
  if (PRODUCTS.every((field) => columns[field] === undefined)) {
    const named = free().filter((column) => isUsable('text')(column) && !OF_NO_PRODUCT.test(bareHeading(column.heading)))
    take('Name', named.sort((a, b) => b.values.distinct - a.values.distinct)[0], 'content')
  }
}

const isUsable =
  (kind: ColumnKind) =>
  (column: ColumnFacts): boolean => {
    const name = bareHeading(column.heading)
    return column.kind === kind && column.values.distinct > 1 && !OF_CUSTOMERS.test(name) && !OF_PLACES.test(name) && !COUNT_OF_LINES.test(name)
  }

/** A date column that holds the time as well is both; one told as both that holds no time is a date. */
const preferBoth = (columns: Columns, facts: readonly ColumnFacts[], foundBy: Guess['foundBy']): void => {
  const move = (from: 'Date' | 'DateTime', to: 'Date' | 'DateTime', kind: ColumnKind) => {
    const heading = columns[from]
    if (heading === undefined || columns[to] !== undefined || facts.find((column) => column.heading === heading)?.kind !== kind) return
    columns[to] = heading
    foundBy[to] = foundBy[from] ?? 'name'
    delete columns[from]
    delete foundBy[from]
  }
  if (columns.Time === undefined) move('Date', 'DateTime', 'dateTime')
  move('DateTime', 'Date', 'date')
}

/** Where an amount is that of its whole order, repeated in each row, the lines are worked out from price and quantity. */
const dropOrderAmount = (columns: Columns, { rows }: Sampled, facts: readonly ColumnFacts[], foundBy: Guess['foundBy']): void => {
  if (!amountIsOfOrder(columns, rows, facts)) return
  delete columns.Net
  delete foundBy.Net
}
