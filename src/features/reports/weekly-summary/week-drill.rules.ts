import { FIGURE_NAMES, type FigureName } from '#features/reports/kit/figures.rules.ts'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { INVOICE_FIGURES, provenBy } from '#features/reports/receipts/invoices.rules.ts'
import type { WeeklyAnswer, WeeklyRow } from './weekly-summary.contract.ts'

type Block = WeeklyAnswer['Blocks'][number]['Block']

/**
 * What opens the receipts behind a row, on a day or in the whole week; undefined where none stand behind it.
 * @param period the day; absent for the week
 */
export const weekDrill = ({ Key, GroupKey }: WeeklyRow, block: Block, period?: string): Drill | undefined => {
  const when = period === undefined ? {} : { period }
  if (block === 'media') return { figure: 'Takings', ...(Key === 'Total' ? {} : { mediaKey: Number(Key) }), ...when }
  // Behind these stand control sheets.
  if (block === 'banking' || block === 'wages') return undefined
  // Behind stock adjustments stand counts and movements.
  if (Key === 'StockAdjustments') return undefined
  if (block === 'wastage') return { figure: 'Cost', wastage: true, ...when }
  if (block === 'groups') return { figure: 'Net', ...(GroupKey === undefined ? {} : { group: GroupKey }), ...when }
  return (FIGURE_NAMES as string[]).includes(Key) && (INVOICE_FIGURES as readonly string[]).includes(Key) ? { figure: Key as FigureName, ...when } : undefined
}

/** The row that was opened; undefined where the page has it no more. */
export const openedRow = ({ mediaKey, group, wastage, figure }: Drill, { Blocks }: WeeklyAnswer): WeeklyRow | undefined => {
  const within = (block: Block, isIt: (row: WeeklyRow) => boolean) => Blocks.find(({ Block }) => Block === block)?.Rows.find(isIt)
  if (mediaKey !== undefined) return within('media', ({ Key }) => Key === String(mediaKey))
  if (group !== undefined) return within('groups', ({ GroupKey }) => GroupKey === group)
  if (wastage) return within('wastage', ({ Key }) => Key === 'Wastage')
  if (figure === 'Takings') return within('media', ({ Key }) => Key === 'Total')
  const proven = provenBy(figure)
  return Blocks.flatMap(({ Block, Rows }) => (Block === 'groups' || Block === 'media' ? [] : Rows)).find(({ Key }) => Key === proven)
}

/** What the receipts behind an opened row are asked for by. */
export const weekReceipts = (drill: Drill, { FromDate, ToDate }: WeeklyAnswer, Locations: string | undefined): Record<string, string> =>
  given({
    FromDate: drill.period ?? FromDate,
    ToDate: drill.period ?? ToDate,
    Locations,
    Media: drill.mediaKey === undefined ? undefined : String(drill.mediaKey),
    Group: drill.group === undefined ? undefined : String(drill.group),
    Wastage: drill.wastage ? '1' : undefined,
    Figure: drill.mediaKey === undefined ? provenBy(drill.figure) : 'Takings',
  })
