import { Proof } from '#ui/docket.tsx'
import { useSay } from '#ui/language.tsx'
import { exciseWords } from './excise.messages.ts'
import { useExciseText } from './excise-text.part.ts'
import type { ExcisesAnswer } from './excises.contract.ts'
import styles from './excises.module.css'

/** What lines come to beside what a return adds up, and why they differ. */
export const ExciseReturn = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useExciseText(answer.Currency)
  const { Duty } = answer.ReturnSum
  const { Rounding } = answer
  if (answer.Return.length === 0 || Duty === null || Rounding === null) return null
  const lineSum = answer.Return.reduce((sum, one) => sum + Math.round(one.LineSum * 1000), 0) / 1000
  const lal = answer.Return.reduce((sum, one) => sum + (one.Basis === 'lal' ? Math.round(one.Counted * 1000) : 0), 0) / 1000
  const holds = Math.abs(lineSum + Rounding - Duty) < 0.0005
  return (
    <section id="return">
      <div className="bar-head">
        <h2>{say('lineAgainstReturn')}</h2>
      </div>
      <table className={`plain ${styles.return}`}>
        <thead>
          <tr>
            <th scope="col">{say('itemAndPeriod')}</th>
            {(['Lal', 'onReturn', 'rate', 'lineSum', 'returnDuty'] as const).map((key) => (
              <th scope="col" className="num" key={key}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.Return.map((one) => (
            <tr key={`${one.TariffItem} ${one.FromDate}`}>
              <th scope="row">
                {one.TariffItem}
                <small>{text.span(one.FromDate, one.ToDate)}</small>
              </th>
              <td className="num">{text.counted(one.Counted, one.Basis)}</td>
              <td className="num">{one.Basis === 'lal' ? text.tenths(one.ReturnCounted) : text.counted(one.ReturnCounted, one.Basis)}</td>
              <td className="num">{one.Basis === 'percent' ? `${text.dutyRate(one.Rate)} %` : text.dutyRate(one.Rate)}</td>
              <td className="num">{text.money(one.LineSum)}</td>
              <td className="num">{text.money(one.Duty)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('total')}</th>
            <td className="num">{text.lal(lal)}</td>
            <td className="num">{text.tenths(answer.ReturnSum.Lal)}</td>
            <td />
            <td className="num">{text.money(lineSum)}</td>
            <td className="num">{text.money(Duty)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds={holds}>{say('returnProof', { lines: text.money(lineSum), rounding: text.money(Rounding), sum: text.money(Duty) })}</Proof>
    </section>
  )
}
