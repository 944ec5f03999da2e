import type { ReactNode } from 'react'
import { nextOrder, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import { LateButton } from '#features/reports/kit/screen/late-days.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { PHONE } from '#ui/phone-order.ts'
import { ariaSort, Sorter } from '#ui/sorter.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useMedia } from '#ui/use-media.ts'
import styles from './week-grid.module.css'
import type { WeeklyAnswer } from './weekly-summary.contract.ts'
import { weeklyWords } from './weekly-summary.messages.ts'

interface HeadProps {
  answer: WeeklyAnswer
  currency: string
  /** The column the rows of each block go by; undefined while they are as they come. */
  sort: string | undefined
}

/** The heads of the week: each sorts the rows of every block, a change with what lost most first. */
export const WeekHead = ({ answer, currency, sort }: HeadProps) => {
  const say = useSay(weeklyWords)
  const { language } = useLanguage()
  const [, change] = useUrlState()
  const order = sort === undefined ? undefined : rowOrder(sort)
  const head = (key: string, title: ReactNode, className?: string, more?: ReactNode) => {
    const sorted = order?.key === key ? order : undefined
    return (
      <th scope="col" key={key} className={className} aria-sort={ariaSort(sorted)}>
        <Sorter sorted={sorted} onSort={() => change({ sort: nextOrder(key, sort, key === 'Item') }, 'replace')}>
          {title}
        </Sorter>
        {more}
      </th>
    )
  }
  const changes = (than: 'LastWeek' | 'LastYear') => (
    <>
      {head(than, say(than === 'LastWeek' ? 'lastWeek' : 'lastYear'))}
      {head(`Over${than}`, <Short text={say('change')} whole={say(`over${than}`)} />)}
      {head(`On${than}`, <Short text="%" whole={say(`on${than}`)} />, 'chg')}
    </>
  )
  return (
    <thead>
      <tr>
        {head('Item', say('item'))}
        <Across
          days={answer.Days.map(({ Date: day, State, Holidays, Late }) =>
            head(
              day,
              dayText(day, language, 'short'),
              State === 'open' ? 'part' : undefined,
              <>
                {Holidays.length > 0 && <sup title={Holidays.map(({ Key }) => Key).join(', ')}>*</sup>}
                {Late && <LateButton late={Late} currency={currency} />}
              </>,
            ),
          )}
        >
          {head('Total', say('week'), styles.total)}
          {changes('LastWeek')}
          {changes('LastYear')}
        </Across>
      </tr>
    </thead>
  )
}

/** A head as short as its column; to those who hear it, what it is compared with too. */
const Short = ({ text, whole }: { text: string; whole: string }) => (
  <span>
    {text}
    <span className="sr"> {whole}</span>
  </span>
)

/** The days and then the week; on a phone the week first, before anybody scrolls sideways. */
export const Across = ({ days, children }: { days: ReactNode; children: ReactNode }) => {
  const isPhone = useMedia(PHONE)
  return (
    <>
      {!isPhone && days}
      {children}
      {isPhone && days}
    </>
  )
}
