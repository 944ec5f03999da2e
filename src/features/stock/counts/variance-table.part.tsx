import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import type { CountLine } from './counts.contract.ts'
import { countWords } from './counts.messages.ts'
import styles from './counts.module.css'

/** Counted against expected, the dearest difference first. */
export const VarianceTable = ({ lines, currency }: { lines: readonly CountLine[]; currency: string }) => {
  const say = useSay(countWords)
  const text = useStockText(currency)
  const sorted = [...lines].sort((a, b) => Math.abs(b.Cost ?? 0) - Math.abs(a.Cost ?? 0) || Math.abs(b.Variance ?? 0) - Math.abs(a.Variance ?? 0))
  const signed = (value: number, written: string) => `${value > 0 ? '+' : ''}${written}`
  return (
    <table className={`plain ${styles.variance}`}>
      <thead>
        <tr>
          <th scope="col">{say('product')}</th>
          <th scope="col" className="num">
            {say('countedQuantity')}
          </th>
          <th scope="col" className="num">
            {say('expected')}
          </th>
          <th scope="col" className="num">
            {say('difference')}
          </th>
          <th scope="col" className="num">
            {say('money')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((line) => (
          <tr key={line.Plu}>
            <th scope="row">{line.Name}</th>
            <td className="num">{text.quantity(line.Quantity)}</td>
            <td className="num">{line.Expected === null ? <Nil /> : text.quantity(line.Expected)}</td>
            <td className="num">{line.Variance === null ? <Nil /> : signed(line.Variance, text.quantity(line.Variance))}</td>
            <td className="num">{line.Cost === null ? <Nil /> : signed(line.Cost, text.money(line.Cost))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
