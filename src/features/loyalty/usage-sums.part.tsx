import { dayText } from '#shared/cell-text.ts'
import { Proof } from '#ui/docket.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCardText } from './card-text.part.tsx'
import type { Movement } from './loyalty.contract.ts'
import { moveWords } from './moves.messages.ts'
import styles from './usage.module.css'
import { rangeSum } from './usage.rules.ts'

interface SumsProps {
  movements: readonly Movement[]
  to: string
  /** Whether the range reaches today, so that its end is the balance at the top. */
  isNow: boolean
}

/** From the balance brought forward to the one at the end, by what changed it. */
export const RangeSums = ({ movements, to, isNow }: SumsProps) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const { language } = useLanguage()
  const sum = rangeSum(movements)
  if (!sum) return null
  const day = dayText(to, language)
  const written = sum.lines.reduce((before, { points }) => `${before} ${points < 0 ? '−' : '+'} ${text.points(Math.abs(points))}`, text.points(sum.forward))
  return (
    <>
      <table className={styles.sums}>
        <caption>{say('thisRange')}</caption>
        <tbody>
          <tr>
            <th scope="row">{say('forward')}</th>
            <td className="num">{text.points(sum.forward)}</td>
          </tr>
          {sum.lines.map(({ key, points, count }) => (
            <tr key={key}>
              <th scope="row">
                {say(`line-${key}`)} {count > 0 && <small>{say.count('entries', count)}</small>}
              </th>
              <td className="num">{text.signed(points)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{isNow ? say('balanceNow') : say('balanceThen', { day })}</th>
            <td className="num">{text.points(sum.now)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds>{say(isNow ? 'sumProof' : 'sumProofThen', { sum: written, now: text.points(sum.now), day })}</Proof>
    </>
  )
}
