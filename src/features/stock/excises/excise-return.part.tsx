import { useStockText } from '#features/stock/stock-text.part.ts'
import { numberText } from '#shared/money.ts'
import { Proof } from '#ui/docket.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { exciseWords } from './excise.messages.ts'
import type { ExcisesAnswer } from './excises.contract.ts'
import styles from './excises.module.css'

/** What lines come to beside what a return adds up, and why they differ. */
export const ExciseReturn = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useStockText(answer.Currency)
  const { language } = useLanguage()
  if (answer.Return.length === 0) return null
  const lineSum = answer.Return.reduce((sum, one) => sum + Math.round(one.LineSum * 1000), 0) / 1000
  const holds = Math.abs(lineSum + answer.Rounding - answer.ReturnSum.Duty) < 0.0005
  return (
    <section>
      <div className="bar-head">
        <h2>{say('lineAgainstReturn')}</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={say('lineAgainstReturn')}>
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
                  <small>{say('newRates', { from: text.day(one.FromDate), to: text.day(one.ToDate) })}</small>
                </th>
                <td className="num">{numberText(one.Lal, language, 3)}</td>
                <td className="num">{numberText(one.ReturnLal, language, 1)}</td>
                <td className="num">{text.money(one.Rate)}</td>
                <td className="num">{text.money(one.LineSum)}</td>
                <td className="num">{text.money(one.Duty)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="sum">
              <th scope="row">{say('total')}</th>
              <td />
              <td className="num">{numberText(answer.ReturnSum.Lal, language, 1)}</td>
              <td />
              <td className="num">{text.money(lineSum)}</td>
              <td className="num">{text.money(answer.ReturnSum.Duty)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <Proof holds={holds}>
        {say('returnProof', { lines: text.money(lineSum), rounding: text.money(answer.Rounding), sum: text.money(answer.ReturnSum.Duty) })}
      </Proof>
    </section>
  )
}
