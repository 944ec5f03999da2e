import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { CLASS_STYLE } from './class-style.part.ts'
import type { DaysOnHandAnswer } from './days-on-hand.contract.ts'
import styles from './on-hand.module.css'
import { onHandScreenWords } from './on-hand-screen.messages.ts'
import type { DayClass } from './rate.rules.ts'

const SHORT: readonly DayClass[] = ['out', 'under3']
const LONG: readonly DayClass[] = ['over60', 'unsold', 'dead']

/** What runs out soon and what lies too long, and all of it by how many days it lasts. */
export const DayClasses = ({ answer, currency }: { answer: DaysOnHandAnswer; currency: string }) => {
  const say = useSay(onHandScreenWords)
  const text = useStockText(currency)
  const [url] = useUrlState()
  const sum = (classes: readonly DayClass[], of: (one: DaysOnHandAnswer['Classes'][number]) => number) =>
    answer.Classes.filter(({ Class }) => classes.includes(Class)).reduce((all, one) => all + of(one), 0)
  const short = sum(SHORT, ({ Products }) => Products)
  const slow = sum(LONG, ({ Value }) => Math.round((Value ?? 0) * 1000)) / 1000
  return (
    <>
      <p className={styles.answer}>
        <b>{short === 0 ? say('noneShort') : say.count('runOut', short)}</b>{' '}
        {answer.Value !== null && say('slowStock', { slow: text.sum(slow), all: text.sum(answer.Value) })}
      </p>
      <Scroll label={say('classesCaption')}>
        <table className={styles.classes}>
          <caption className="sr">{say('classesCaption')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('daysOnHand')}</th>
              {answer.Classes.map(({ Class }) => (
                <th scope="col" key={Class}>
                  <Go
                    className={CLASS_STYLE[Class]}
                    change={{ class: url.class === Class ? undefined : Class, below: undefined }}
                    aria-current={url.class === Class ? 'true' : undefined}
                  >
                    {say(`short.${Class}`)}
                  </Go>
                </th>
              ))}
              <th scope="col" className={styles.all}>
                {say('all')}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{say('products')}</th>
              {answer.Classes.map(({ Class, Products }) => (
                <td key={Class} className={`${styles.big} ${CLASS_STYLE[Class]}`}>
                  {Products}
                </td>
              ))}
              <td className={`${styles.big} ${styles.all}`}>{answer.Count}</td>
            </tr>
            <tr>
              <th scope="row">{say('valueAtCost')}</th>
              {answer.Classes.map(({ Class, Value }) => (
                <td key={Class}>{Value === null ? <Nil /> : text.money(Value)}</td>
              ))}
              <td className={styles.all}>{answer.Value === null ? <Nil /> : text.money(answer.Value)}</td>
            </tr>
          </tbody>
        </table>
      </Scroll>
    </>
  )
}
