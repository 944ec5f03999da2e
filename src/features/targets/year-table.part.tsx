import type { ReactNode } from 'react'
import { moneyText, toMajor } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { useMonthText } from './month-text.part.ts'
import { targetsWords } from './targets.messages.ts'
import styles from './targets.module.css'
import { type Cells, cellOf, type Place, sumOf } from './year-cells.rules.ts'

interface TableProps {
  months: readonly string[]
  places: readonly Place[]
  cells: Cells
  /** Cells whose amount cannot be taken, and those that are not saved yet. */
  wrong: ReadonlySet<string>
  unsaved: ReadonlySet<string>
  onChange: (cells: Cells) => void
}

/** Months down, locations across, typed in place; a month opens its days. */
export const YearTable = (props: TableProps) => {
  const { months, places, cells } = props
  const say = useSay(targetsWords)
  const hasTotal = places.length > 1
  const sum = (some: readonly Place[], of: readonly string[]) => <Sum minor={sumOf(cells, some, of)} currency={some[0]?.Currency ?? 'AUD'} />
  return (
    <Scroll label={say('title')}>
      <table className={`ledger-table short ${styles.year}`}>
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('month')}</th>
            {places.map(({ LocationId, Name, Currency }) => (
              <th scope="col" className="num" key={LocationId}>
                {Name} <small>{Currency}</small>
              </th>
            ))}
            {hasTotal && (
              <th scope="col" className="num">
                {say('all')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <Month key={month} month={month} {...props}>
              {hasTotal && <td className="num">{sum(places, [month])}</td>}
            </Month>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('total')}</th>
            {places.map((place) => (
              <td className="num" key={place.LocationId}>
                {sum([place], months)}
              </td>
            ))}
            {hasTotal && <td className="num">{sum(places, months)}</td>}
          </tr>
        </tfoot>
      </table>
    </Scroll>
  )
}

const Month = ({ month, places, cells, wrong, unsaved, onChange, children }: TableProps & { month: string; children: ReactNode }) => {
  const say = useSay(targetsWords)
  const { short, long } = useMonthText()
  return (
    <tr>
      <th scope="row">
        <Go change={{ days: month }} aria-label={say('daysOf', { month: long(month) })}>
          {short(month)}
        </Go>
      </th>
      {places.map(({ LocationId, Name, Currency }) => {
        const cell = cellOf(LocationId, month)
        const isWrong = wrong.has(cell)
        return (
          <td key={LocationId}>
            <input
              className={isWrong ? styles.wrong : unsaved.has(cell) ? styles.unsaved : undefined}
              inputMode="decimal"
              autoComplete="off"
              aria-label={say('cell', { location: Name, month: long(month), currency: Currency })}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? 'targets-wrong' : undefined}
              value={cells[cell] ?? ''}
              onChange={(event) => onChange({ [cell]: event.target.value })}
            />
          </td>
        )
      })}
      {children}
    </tr>
  )
}

const Sum = ({ minor, currency }: { minor: number | null; currency: string }) => {
  const { language } = useLanguage()
  return minor === null ? <Nil /> : moneyText(toMajor(minor, currency), currency, language, 'plain')
}
