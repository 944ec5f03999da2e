import { dayFormat } from '#shared/formats.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCardText } from './card-text.part.tsx'
import { expiryWords } from './expiry.messages.ts'
import styles from './expiry.module.css'
import type { ExpiryPreview } from './expiry.page.tsx'
import { useMoment } from './moment.part.ts'
import { usePlaces } from './move-fields.part.tsx'

interface MonthsProps {
  months: ExpiryPreview['ByMonth']
  cards: number
  points: number
}

/** What would expire, by the month in which the cards were used last. */
export const ExpiryMonths = ({ months, cards, points }: MonthsProps) => {
  const say = useSay(expiryWords)
  const text = useCardText()
  const { locale } = useLanguage()
  const named = (month: string) => dayFormat(locale, { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00:00Z`))
  return (
    <section className={styles.part}>
      <h2>{say('byMonth')}</h2>
      <table className={`plain ${styles.sums}`}>
        <caption className="sr">{say('byMonth')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('month')}</th>
            <th scope="col" className="num">
              {say('cards')}
            </th>
            <th scope="col" className="num">
              {say('points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ Month, Cards, Points }) => (
            <tr key={Month}>
              <th scope="row">{named(Month)}</th>
              <td className="num">{text.points(Cards)}</td>
              <td className="num">{text.points(Points)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('all')}</th>
            <td className="num">{text.points(cards)}</td>
            <td className="num">{text.points(points)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="note">{say('monthNote')}</p>
    </section>
  )
}

/** When points expired before, and who confirmed it. */
export const ExpiryDone = ({ done }: { done: ExpiryPreview['Done'] }) => {
  const say = useSay(expiryWords)
  const text = useCardText()
  const moment = useMoment()
  const [place] = usePlaces()
  return (
    <section className={styles.part}>
      <h2>{say('done')}</h2>
      <table className={`plain ${styles.sums}`}>
        <caption className="sr">{say('done')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('when')}</th>
            <th scope="col">{say('who')}</th>
            <th scope="col" className="num">
              {say('cards')}
            </th>
            <th scope="col" className="num">
              {say('points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {done.map(({ At, By, Cards, Points }) => (
            <tr key={At}>
              <th scope="row">{moment.full(At, place?.LocationId ?? 0)}</th>
              <td>{By ?? '–'}</td>
              <td className="num">{text.points(Cards)}</td>
              <td className="num">{text.points(Points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
