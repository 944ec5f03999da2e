import { type Change, FIGURE_NAMES, type FigureName, POLARITY } from '#features/reports/kit/figures.rules.ts'
import { changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { cellText } from '#shared/cell-text.ts'
import { percentText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { WeeklyAnswer, WeeklyRow } from './weekly-summary.contract.ts'
import { isNew, weekChange } from './weekly-table.rules.ts'

interface CellProps {
  value: number | null
  kind: WeeklyRow['Kind']
  currency: string
  to?: Target | undefined
  current?: boolean
}

/** A figure of a day or of the week, and where it leads. */
export const WeekCell = ({ value, kind, currency, to, current }: CellProps) => {
  const { language } = useLanguage()
  const written = cellText(value, kind, language, currency)
  if (written === null) return <Nil />
  const quiet = value === 0 ? 'nil' : undefined
  if (!to) return <span className={quiet}>{written}</span>
  return (
    <Go {...to} className={quiet} aria-current={current ? 'true' : undefined}>
      {written}
    </Go>
  )
}

interface BesideProps {
  than: 'LastWeek' | 'LastYear'
  row: WeeklyRow
  block: string
  answer: WeeklyAnswer
  currency: string
}

/** The week beside this one, and what this one is more or less than it, in its own unit and in percent. */
export const BesideWeek = ({ than, row, block, answer, currency }: BesideProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const [base, percent, difference] = [row[than], row[`On${than}`], weekChange(answer, row, block, than)]
  const verdict = changeClass({ verdict: verdictOf(row, percent ?? 0) })
  const by = cellText(difference, row.Kind, language, currency)
  return (
    <>
      <td>
        <WeekCell value={base} kind={row.Kind} currency={currency} />
      </td>
      <td className={verdict}>{by === null ? <Nil /> : `${difference !== null && difference > 0 ? '+' : ''}${by}`}</td>
      <td className={verdict}>{percent !== null ? percentText(percent / 100, language) : isNew(answer, row, block, than) ? say('new') : <Nil />}</td>
    </>
  )
}

const verdictOf = (row: WeeklyRow, change: number): Change['verdict'] => {
  const figure = judgedAs(row)
  const polarity = figure && POLARITY[figure]
  if (change === 0 || !polarity) return 'neutral'
  return (polarity === 'more-is-worse' ? change < 0 : change > 0) ? 'good' : 'bad'
}

/** Points given and used are neither good nor bad by themselves. */
const judgedAs = ({ Key, Kind }: WeeklyRow): FigureName | undefined => {
  if ((FIGURE_NAMES as string[]).includes(Key)) return Key as FigureName
  if (Kind === 'count') return undefined
  return Key === 'Wastage' || Key === 'StockAdjustments' || Key === 'Wages' ? 'Cost' : 'Net'
}
