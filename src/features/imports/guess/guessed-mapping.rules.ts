import { timeIn } from '#features/imports/import-cells.rules.ts'
import type { ImportField, ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { isMark } from './cell-marks.rules.ts'
import type { ColumnFacts } from './column-facts.rules.ts'
import { TIME_FORMATS } from './date-order.rules.ts'
import type { Sampled } from './file-sample.rules.ts'
import { decimalMarkOf, discountKind } from './import-sums.rules.ts'
import { orderTypeMeant, typeMeant } from './import-words.rules.ts'

type Columns = Partial<Record<ImportField, string>>

/** The mapping with the formats in which the file's own dates and times read, where it tells none. */
export const withFormats = (mapping: ImportMapping, facts: readonly ColumnFacts[]): ImportMapping => {
  const factsOf = (field: ImportField) => facts.find(({ heading }) => heading === mapping.Columns[field])
  const [date, both] = [factsOf('Date')?.dates?.format, factsOf('DateTime')?.dates?.format]
  const times = factsOf('Time')?.cells ?? []
  const time = times.length === 0 ? undefined : TIME_FORMATS.find((format) => times.every(({ cell }) => timeIn(cell, format) !== undefined))
  return {
    ...mapping,
    ...(date && !mapping.DateFormat ? { DateFormat: date } : {}),
    ...(time && !mapping.TimeFormat ? { TimeFormat: time } : {}),
    ...(both && !mapping.DateTimeFormat ? { DateTimeFormat: both } : {}),
  }
}

/** The mapping of columns that were found: their formats, what their values mean, and which rows are one sale. */
export const mappingOf = (columns: Columns, facts: readonly ColumnFacts[], { rows, rowsRead }: Sampled): ImportMapping => {
  const factsOf = (field: ImportField) => facts.find(({ heading }) => heading === columns[field])
  const mapping = withFormats({ Columns: columns }, facts)
  const mark = decimalMarkOf(columns, facts)
  if (mark) mapping.DecimalMark = mark
  const discount = discountKind(columns, rows, facts, mark ?? '.')
  if (discount) mapping.DiscountIs = discount
  const Values = meantValues(factsOf)
  if (Object.keys(Values).length > 0) mapping.Values = Values
  const ids = factsOf('SaleId')?.values
  // A few rows that are there twice do not make orders of a long file.
  const isShared = ids !== undefined && ids.filled >= rowsRead * 0.99 && ids.rowsPerValue >= (ids.distinct < 100 ? 1.0001 : 1.02)
  mapping.Rows = isShared ? 'SameSaleId' : 'OneSaleEach'
  return mapping
}

/** What values mean where that is usual; marks of kinds of orders and ways to pay mean that it was not recorded. */
const meantValues = (factsOf: (field: ImportField) => ColumnFacts | undefined): NonNullable<ImportMapping['Values']> => {
  const meant = (field: ImportField, means: (value: string) => string | undefined) => {
    const values = (factsOf(field)?.values.values ?? []).map(([value]) => [value, means(value)] as const)
    return Object.fromEntries(values.filter(([value, meaning]) => meaning !== undefined && meaning !== value)) as Record<string, string>
  }
  const unless = (means: (value: string) => string | undefined) => (value: string) => (value === '' ? undefined : isMark(value) ? '' : means(value))
  const found = {
    OrderType: meant('OrderType', unless(orderTypeMeant)),
    Type: meant('Type', (value) => (isMark(value) ? undefined : typeMeant(value))),
    Tender: meant(
      'Tender',
      unless(() => undefined),
    ),
  }
  return Object.fromEntries(Object.entries(found).filter(([, values]) => Object.keys(values).length > 0))
}
