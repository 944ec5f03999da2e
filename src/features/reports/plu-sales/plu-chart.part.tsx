import { useMemo } from 'react'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { pluWords } from '#features/reports/kit/products.messages.ts'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { RankBars } from '#features/reports/kit/screen/rank-bars.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { useSay } from '#ui/language.tsx'
import type { PluAnswer } from './plu-sales.contract.ts'
import { pluReader } from './plu-table.rules.ts'

const TOP = 10

/** The items that took most, beside what they took before. */
export const PluChart = ({ answer, currency }: { answer: PluAnswer; currency: string }) => {
  const say = useSay(reportWords)
  const sayItem = useSay(pluWords)
  const sayTable = useSay(tableWords)
  const { plain } = useFigureText(currency)
  const compare = comparableBase(answer.Compare, answer.Compare, answer.Locations)
  const bars = useMemo(() => {
    const read = pluReader(answer)
    return answer.Rows.slice(0, TOP).map((row) => ({
      key: String(read(row, 'Plu')),
      name: String(read(row, 'Name')),
      value: Number(read(row, 'Net') ?? 0),
      base: compare ? Number(read(row, 'NetBefore') ?? 0) : null,
    }))
  }, [answer, compare])
  if (bars.length < 2) return null
  return (
    <RankBars
      label={say('chartOf', { figure: sayItem('Net'), n: bars.length })}
      bars={bars.map((bar) => ({ ...bar, written: plain('Net', bar.value) }))}
      before={compare ? sayTable(`row.${compare.Kind}`) : undefined}
    />
  )
}
