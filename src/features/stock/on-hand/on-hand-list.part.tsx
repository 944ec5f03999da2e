import { MoreRows, type MoreShown } from '#features/stock/list-tools.part.tsx'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { CLASS_STYLE } from './class-style.part.ts'
import type { DaysOnHandAnswer } from './days-on-hand.contract.ts'
import { onHandWords } from './on-hand.messages.ts'
import styles from './on-hand.module.css'
import { barShare, type OnHandRow, rowsOf } from './on-hand-rows.rules.ts'
import { onHandScreenWords } from './on-hand-screen.messages.ts'
import { OnHandTools } from './on-hand-tools.part.tsx'

/** Every counted product by location, the shortest first. */
export const OnHandList = ({ answer, currency, more }: { answer: DaysOnHandAnswer; currency: string; more: MoreShown }) => {
  const say = useSay(onHandScreenWords)
  const sayColumn = useSay(onHandWords)
  const [, change] = useUrlState()
  const rows = rowsOf(answer)
  return (
    <section>
      <OnHandTools answer={answer} />
      {rows.length === 0 ? (
        <Empty title={say('nothingFound')}>
          <button type="button" className="btn" onClick={() => change({ below: undefined, class: undefined, q: undefined }, 'replace')}>
            {say('showAll')}
          </button>
        </Empty>
      ) : (
        <Scroll label={say('listCaption')}>
          <table className={`plain held ${styles.list}`}>
            <caption className="sr">{say('listCaption')}</caption>
            <thead>
              <tr>
                <th scope="col">{sayColumn('Name')}</th>
                <th scope="col" className={styles.beside}>
                  {sayColumn('Location')}
                </th>
                <th scope="col" className="num">
                  {sayColumn('OnHand')}
                </th>
                <th scope="col" className="num">
                  {sayColumn('PerDay')}
                </th>
                <th scope="col" className="num">
                  {sayColumn('Wasted')}
                </th>
                <th scope="col" className="num chosen" aria-sort="ascending">
                  {sayColumn('DaysLeft')}
                </th>
                <th scope="col" className={styles.bar}>
                  <Scale />
                </th>
                <th scope="col">{sayColumn('Class')}</th>
                <th scope="col" className="num">
                  {sayColumn('Value')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, more.shown).map((row) => (
                <Line key={`${row.LocationId} ${row.Plu}`} row={row} answer={answer} currency={currency} />
              ))}
            </tbody>
            <Total answer={answer} currency={currency} />
          </table>
        </Scroll>
      )}
      <MoreRows {...more} all={answer.Matching} />
    </section>
  )
}

const Scale = () => (
  <>
    <span className={styles.scale} aria-hidden="true">
      {['0', '3', '7', '14', '30', '60+'].map((mark) => (
        <i key={mark}>{mark}</i>
      ))}
    </span>
    <span className="sr">{useSay(onHandScreenWords)('bar')}</span>
  </>
)

const Line = ({ row, answer, currency }: { row: OnHandRow; answer: DaysOnHandAnswer; currency: string }) => {
  const say = useSay(onHandScreenWords)
  const sayClass = useSay(onHandWords)
  const text = useStockText(currency)
  const [url] = useUrlState()
  const days = row.DaysLeft === null ? null : Number(row.DaysLeft)
  const key = `${row.LocationId} ${row.Plu}`
  const place = answer.Locations.find(({ LocationId }) => LocationId === row.LocationId)?.Name
  return (
    <tr>
      <th scope="row">
        <Go change={{ stock: key }} aria-current={url.stock === key ? 'true' : undefined}>
          {row.Name}
        </Go>
        <small className={styles.under}>{place}</small>
      </th>
      <td className={styles.beside}>{place}</td>
      <td className="num">
        {text.quantity(row.OnHand)} <span className={styles.unit}>{text.unit(row.Unit, row.OnHand)}</span>
      </td>
      <td className="num">{text.rate(row.PerDay)}</td>
      <td className="num">{text.quantity(row.Wasted)}</td>
      <td className={`num chosen ${styles.days}`}>
        {days === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr">{say('noEnd')}</span>
          </>
        ) : (
          text.days(days)
        )}
      </td>
      <td className={styles.bar}>
        <span className={styles.track}>
          <span className={`${styles.fill} ${CLASS_STYLE[row.Class]}`} style={{ width: `${(barShare(days) * 100).toFixed(1)}%` }} />
        </span>
      </td>
      <td className={`${styles.class} ${CLASS_STYLE[row.Class]}`}>{row.OnHand < 0 ? say('outCountIt') : sayClass(row.Class)}</td>
      <td className="num">{row.Value === null ? <Nil /> : text.money(Number(row.Value))}</td>
    </tr>
  )
}

const Total = ({ answer, currency }: { answer: DaysOnHandAnswer; currency: string }) => {
  const say = useSay(onHandWords)
  const text = useStockText(currency)
  if (answer.MatchingValue === null) return null
  return (
    <tfoot>
      <tr className="sum">
        <th scope="row">{say('total', { n: answer.Matching })}</th>
        <td className={styles.beside} />
        <td colSpan={6} />
        <td className="num">{text.money(answer.MatchingValue)}</td>
      </tr>
    </tfoot>
  )
}
