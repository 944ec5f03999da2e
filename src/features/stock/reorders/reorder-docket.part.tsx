import { useWeekdayName } from '#features/reports/kit/screen/weekday-name.part.ts'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { everyDay } from '#shared/day.ts'
import { Docket, Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import type { ReordersAnswer, Suggested } from './reorders.contract.ts'
import styles from './reorders.module.css'
import { useWhy } from './why-text.part.ts'

interface Props {
  one: Suggested
  answer: ReordersAnswer
  currency: string
  onClose: () => void
}

/** How a suggestion came about: an average week, the days in stock, and the sum. */
export const ReorderDocket = ({ one, answer, currency, onClose }: Props) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const packs = one.PackSize === 1 ? text.unit(one.Unit, one.Packs) : say.count('packsWord', one.Packs)
  return (
    <Docket
      title={one.Name}
      aside={one.SupplierCode || `PLU ${one.Plu}`}
      onClose={onClose}
      acts={
        <Go className="btn" to="/venue/products" search={{ q: one.Plu }}>
          {say('editProduct')}
        </Go>
      }
    >
      <p className="fig">
        {one.Packs} <i>{packs}</i>
      </p>
      <p className="meta">
        {one.RunsOutOn === null ? say('lasts') : say('runsOut', { day: text.day(one.RunsOutOn) })} {say.count('arrivesIn', one.LeadDays)}
      </p>
      <Week one={one} />
      <StockDays one={one} answer={answer} />
      <Sum one={one} currency={currency} />
    </Docket>
  )
}

const Week = ({ one }: { one: Suggested }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText('AUD')
  const name = useWeekdayName()
  const most = Math.max(...one.Weekdays, Number.MIN_VALUE)
  return (
    <>
      <h3>
        {say('averageWeek')} <small>{text.unit(one.Unit, 2)}</small>
      </h3>
      <table className={styles.week}>
        <caption className="sr">{say('averageWeek')}</caption>
        <thead>
          <tr>
            {one.Weekdays.map((_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a weekday is its place.
              <th scope="col" key={i}>
                {name(i + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {one.Weekdays.map((rate, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a weekday is its place.
              <td key={i}>
                <b>{text.rate(rate)}</b>
                <i aria-hidden="true" style={{ height: `${Math.max(1, Math.round((rate / most) * 64))}px` }} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  )
}

const StockDays = ({ one, answer }: { one: Suggested; answer: ReordersAnswer }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText('AUD')
  const out = new Set(one.DaysOut)
  return (
    <>
      <h3>
        {say('daysInStock')} <small>{say('daysOf', { n: one.InStockDays, all: one.OpenDays })}</small>
      </h3>
      <ol className={styles.days}>
        {everyDay(answer.FromDate, answer.ToDate).map((day) => (
          <li key={day} className={out.has(day) ? styles.out : undefined}>
            <span className="sr">{text.day(day)} </span>
            <span>{out.has(day) ? say('out') : Number(day.slice(8))}</span>
          </li>
        ))}
      </ol>
      {out.size > 0 && <p className="note">{say.count('leftOut', out.size)}</p>}
    </>
  )
}

const Sum = ({ one, currency }: { one: Suggested; currency: string }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const why = useWhy(currency)
  const rows: [string, number][] = one.ByLevels
    ? [
        [say('most'), one.Most ?? 0],
        [say('onHandLess'), -one.OnHand],
        [say('onOrder'), -one.OnOrder],
      ]
    : [
        [say('expected', { days: one.Days, lead: one.LeadDays, cover: one.Days - one.LeadDays }), one.Forecast],
        [say('spare'), one.Spare],
        [say('onHandLess'), -one.OnHand],
        [say('onOrder'), -one.OnOrder],
      ]
  const sum = rows.reduce((all, [, value]) => all + value, 0)
  return (
    <>
      <h3>{say('cameAbout')}</h3>
      <table className={`plain ${styles.sum}`}>
        <tbody>
          {rows.map(([title, value]) => (
            <tr key={title}>
              <td>{title}</td>
              <td className="num">{text.quantity(value)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('short')}</th>
            <td className="num">{text.quantity(one.Short)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds={Math.abs(sum - one.Short) < 0.011}>{why.result(one)}</Proof>
    </>
  )
}
