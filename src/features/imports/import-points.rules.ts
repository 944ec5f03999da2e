import type { WireSale } from '#features/intake/sale.contract.ts'
import type { FileRow } from './file-table.rules.ts'
import { decimalIn, fits, rounded } from './import-cells.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { type CellReader, type Complain, shown } from './row-reader.rules.ts'

const MOST_POINTS = 1_000_000_000

type Points = NonNullable<WireSale['Points']>

/** The points a sale's rows tell; nothing where no cell says any, so that the venue's own rates count. */
export const pointsOf = (rows: readonly FileRow[], mapping: ImportMapping, read: CellReader, complainAbout: (row: FileRow) => Complain): Points | undefined => {
  const pointsIn = (field: 'PointsAccrued' | 'PointsRedeemed'): number | undefined => {
    const row = rows.find((each) => read(each, field) !== '')
    if (!row) return undefined
    const other = rows.find((each) => read(each, field) !== '' && read(each, field) !== read(row, field))
    if (other) complainAbout(other)(field, 'PointsDiffer', 'The rows of this sale have different points.')
    const value = decimalIn(read(row, field), mapping.DecimalMark ?? '.')
    if (value && fits(value, 0) && Math.abs(rounded(value, 0)) <= MOST_POINTS) return rounded(value, 0)
    complainAbout(row)(field, 'NotWholePoints', `"${shown(read(row, field))}" is not a whole number of points.`)
    return undefined
  }
  const [accrued, redeemed] = [pointsIn('PointsAccrued'), pointsIn('PointsRedeemed')]
  if (accrued === undefined && redeemed === undefined) return undefined
  return { ...(accrued === undefined ? {} : { Accrued: accrued }), ...(redeemed === undefined ? {} : { Redeemed: redeemed }) }
}

/** What goes back takes its points back, however the file signs them. */
export const takenBack = (points: Points): Points =>
  Object.fromEntries(Object.entries(points).map(([name, value]) => [name, value === 0 ? 0 : -Math.abs(value)]))
