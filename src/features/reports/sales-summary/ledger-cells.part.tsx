import { changeOf, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { ChangeBy, ChangePercent, changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import type { ScreenState } from '#features/reports/kit/screen/screen-state.rules.ts'
import { cellText } from '#shared/cell-text.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { Nil, type Row } from '#ui/data-table.tsx'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage } from '#ui/language.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'

/** What each of the tables is drawn from. */
export interface BodyProps {
  answer: SalesAnswer
  /** The rows of screen and files. */
  table: Table
  state: ScreenState
  currency: string
  title: string
}

/** Opens the receipts behind a figure. */
export const targetOf = (drill: Drill): Target => ({ change: { drill: writeDrill(drill), receipt: undefined } })

/** Whether the receipts of a figure are open. */
export const isDrilled = (drill: Drill, open: Drill | undefined): boolean => open !== undefined && writeDrill(drill) === writeDrill(open)

/** Columns of what is compared, which no receipts are behind. */
export const COMPARED: readonly string[] = ['Compared', 'Difference']

/** A figure, quiet where it is zero, and where it leads. */
export const Cell = ({
  value,
  column,
  currency,
  target,
  open,
}: {
  value: Row[string] | undefined
  column: Column
  currency: string
  target?: Target
  open?: boolean
}) => {
  const { language } = useLanguage()
  const written = cellText(value, column.kind, language, currency)
  if (written === null) return <Nil />
  const zero = value === 0 ? 'nil' : undefined
  if (!target) return <span className={zero}>{written}</span>
  return (
    <Go {...target} className={zero} aria-current={open ? 'true' : undefined}>
      {written}
    </Go>
  )
}

type Figures = { [K in FigureName]?: number | null }

/** The last cell of a row: the change in percent. */
export const Change = ({ figure, now, base, part }: { figure: FigureName; now: Figures | undefined; base: Figures | undefined; part?: boolean }) => {
  const change = changeOf(figure, now?.[figure], base?.[figure], base?.Sales)
  const verdict = change && change.verdict !== 'neutral' ? change.verdict : ''
  return (
    <td className={`chg ${verdict} ${part ? 'part' : ''}`}>
      <ChangePercent change={change} />
    </td>
  )
}

/** What a figure is more or less than the one it is compared with. */
export const Difference = ({ value, figure, currency }: { value: Row[string] | undefined; figure: FigureName; currency: string }) => {
  const change = typeof value === 'number' ? changeOf(figure, value, 0, null) : undefined
  return (
    <span className={changeClass(change)}>
      <ChangeBy figure={figure} change={change} currency={currency} />
    </span>
  )
}
