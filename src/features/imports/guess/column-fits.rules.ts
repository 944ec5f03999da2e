import { flagIn } from '#features/imports/import-flags.rules.ts'
import type { ImportField } from '#features/imports/import-mapping.rules.ts'
import type { ColumnFacts, ColumnKind } from './column-facts.rules.ts'
import { saysOrderTypes, saysTypes } from './import-words.rules.ts'

const AMOUNTS: readonly ImportField[] = [
  'Quantity',
  'UnitPrice',
  'Discount',
  'Net',
  'Tax',
  'Cost',
  'PointsAccrued',
  'PointsRedeemed',
  'Covers',
  'Tip',
  'Surcharge',
]
const DATES: readonly ColumnKind[] = ['date', 'dateTime']
/** A column of fewer cells says too little to stand against its name. */
const TELLING_CELLS = 5
const MOST_LOCATIONS = 200
const MOST_TENDERS = 50

/** Whether what stands in a column can be this field. */
export const mayBe = (field: ImportField, { kind, cells, values }: ColumnFacts): boolean => {
  const told = values.values.map(([value]) => value)
  if (field === 'Type') return saysTypes(told)
  if (field === 'Voided') return told.length > 0 && told.every((value) => flagIn(value) !== undefined)
  if (field === 'OrderType') return saysOrderTypes(told)
  if (kind === 'empty') return true
  if (field === 'DateTime') return kind === 'dateTime' || (kind !== 'date' && cells.length < TELLING_CELLS)
  if (field === 'Date') return DATES.includes(kind) || cells.length < TELLING_CELLS
  if (field === 'Time') return kind === 'time' || (!DATES.includes(kind) && cells.length < TELLING_CELLS)
  if (DATES.includes(kind) || kind === 'time') return false
  if (AMOUNTS.includes(field)) return kind !== 'text' || cells.length < TELLING_CELLS
  if (field === 'Location') return values.distinct <= MOST_LOCATIONS && !saysOrderTypes(told)
  if (field === 'Tender') return kind === 'text' && values.distinct <= MOST_TENDERS
  return true
}
