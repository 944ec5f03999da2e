import type { ImportField, ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { isMark } from './cell-marks.rules.ts'
import type { ColumnFacts } from './column-facts.rules.ts'
import { type DatedCell, spanOf } from './date-order.rules.ts'
import type { Sampled } from './file-sample.rules.ts'
import type { FoundInFile } from './found-in-file.rules.ts'
import type { Guess } from './import-guess.rules.ts'
import { productFit } from './import-sums.rules.ts'
import { bareHeading, COUNT_OF_LINES, OF_CUSTOMERS, OF_PLACES } from './import-words.rules.ts'

type FoundColumn = FoundInFile['Columns'][number]

/**
 * What the columns of a file hold, and why each is taken for what it is.
 * @param guess absent where a mapping is kept for such files
 */
export const foundIn = (sample: Sampled, facts: readonly ColumnFacts[], mapping: ImportMapping, guess: Guess | undefined): FoundInFile => ({
  RowsRead: sample.rowsRead,
  Whole: sample.isWhole,
  Columns: facts.map((column) => foundColumn(column, mapping, guess, sample, facts)),
  Dates: datesIn(facts, mapping),
})

const foundColumn = (column: ColumnFacts, mapping: ImportMapping, guess: Guess | undefined, sample: Sampled, facts: readonly ColumnFacts[]): FoundColumn => {
  const [Why, Sure] = whyOf(column, mapping, guess, sample, facts)
  return {
    Column: column.heading,
    Samples: column.samples,
    Filled: column.values.filled,
    Distinct: column.values.distinct,
    Values: column.values.values.map(([Value, Rows]) => ({ Value, Rows, Marked: isMark(Value) })),
    Why,
    Sure,
  }
}

type Why = [FoundColumn['Why'], FoundColumn['Sure']]
const TRANSLATED: readonly ImportField[] = ['Location', 'OrderType', 'Type', 'Tender']

const whyOf = (column: ColumnFacts, mapping: ImportMapping, guess: Guess | undefined, sample: Sampled, facts: readonly ColumnFacts[]): Why => {
  const field = (Object.entries(mapping.Columns) as [ImportField, string][]).find(([, heading]) => heading === column.heading)?.[0]
  if (field === undefined) return unused(column)
  if ((field === 'Date' || field === 'DateTime') && column.dates) {
    if (column.dates.other) return ['TwoFormats', 'Check']
    if (column.dates.why === 'usual') return ['EitherOrder', 'Check']
  }
  if (TRANSLATED.includes(field) && column.values.values.some(([value]) => isMark(value))) return ['Values', 'Check']
  if (guess === undefined) return ['Mapping', 'Sure']
  const by = guess.foundBy[field]
  if (field === 'SaleId' && mapping.Rows === 'SameSaleId') return ['RowsShareIt', by === 'name' ? 'Sure' : 'Likely']
  if (field === 'Name' && mapping.Columns.Plu === undefined && mapping.Columns.Barcode === undefined) return ['NameIsKey', by === 'content' ? 'Check' : 'Sure']
  if (field === 'Net' && (productFit(mapping.Columns, sample.rows, facts, mapping.DecimalMark ?? '.') ?? 0) >= 0.9) return ['Product', 'Sure']
  if (field === 'Discount' && mapping.DiscountIs && mapping.DiscountIs !== 'Money') return ['Percent', 'Likely']
  return by === 'content' ? ['Content', 'Check'] : by === 'likeName' ? ['LikeName', 'Likely'] : ['Name', 'Sure']
}

const unused = ({ heading, kind }: ColumnFacts): Why => {
  const name = bareHeading(heading)
  if (kind === 'empty') return ['Empty', 'Sure']
  if (COUNT_OF_LINES.test(name)) return ['CountOfLines', 'Sure']
  if (OF_CUSTOMERS.test(name)) return ['OfCustomer', 'Sure']
  if (OF_PLACES.test(name)) return ['OfPlace', 'Likely']
  return ['NotUsed', 'Likely']
}

const datesIn = (facts: readonly ColumnFacts[], { Columns }: ImportMapping): FoundInFile['Dates'] => {
  const column = facts.find(({ heading }) => heading === (Columns.DateTime ?? Columns.Date))
  if (!column?.dates) return null
  const { format, why, proof, other, either, example, rows } = column.dates
  const { firstDay, lastDay, months } = spanOf(format, column.kind === 'dateTime', column.cells)
  return {
    Column: column.heading,
    Format: format,
    Why: ({ one: 'One', order: 'Order', usual: 'Usual', most: 'Most' } as const)[why],
    Proof: proof && told(proof),
    Rows: rows,
    Example: example && told(example),
    Other: other && { Format: other.format, Rows: other.rows, Example: told(other.example) },
    Either: either && { Rows: either.rows, Example: told(either.example) },
    FirstDay: firstDay,
    LastDay: lastDay,
    Months: months.map(({ month, rows: n }) => ({ Month: month, Rows: n })),
  }
}

const told = ({ line, cell }: DatedCell) => ({ Line: line, Cell: cell })
