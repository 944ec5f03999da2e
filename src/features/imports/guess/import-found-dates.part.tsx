import type { ImportRun } from '#features/imports/import.contract.ts'
import { orderOf, withSettings } from '#features/imports/import-draft.rules.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { Tick } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { FoundInFile } from './found-in-file.rules.ts'
import { foundWords } from './import-found.messages.ts'
import styles from './import-found.module.css'

type Dates = NonNullable<FoundInFile['Dates']>

interface FoundDatesProps {
  dates: Dates
  mapping: ImportMapping
  isChecked: boolean
  onChange: (mapping: ImportMapping) => void
}

/** How the dates of a file are read and why, its first and last day, and how many rows each month has; once it is checked, that tells more. */
export const FoundDates = ({ dates, mapping, isChecked, onChange }: FoundDatesProps) => {
  const say = useSay(foundWords)
  const { language } = useLanguage()
  const order = say(orderOf(dates.Format) ?? 'yearFirst')
  const why =
    dates.Why === 'Order'
      ? say('inOrder', { order })
      : dates.Why === 'Usual'
        ? say('either', { order })
        : dates.Proof && say('proof', { order, cell: dates.Proof.Cell, line: dates.Proof.Line })
  return (
    <>
      {dates.Other && <TwoFormats dates={dates} other={dates.Other} mapping={mapping} onChange={onChange} />}
      <section className={styles.dates}>
        <h3>{say('datesTitle')}</h3>
        {why && <p className={dates.Why === 'Usual' ? styles.either : 'hint'}>{why}</p>}
        <Span first={dates.FirstDay} last={dates.LastDay} />
        {!isChecked && (
          <MonthBars
            title={say('rowsByMonth')}
            about={say('ofSample', {
              n: numberText(
                dates.Months.reduce((sum, { Rows }) => sum + Rows, 0),
                language,
              ),
            })}
            months={dates.Months.map(({ Month, Rows }) => ({ month: Month, n: Rows, amounts: [] }))}
          />
        )}
      </section>
    </>
  )
}

/** The first and the last day of what will be stored, with sales and money by month. */
export const CheckedDates = ({ run }: { run: ImportRun }) => {
  const say = useSay(foundWords)
  const { language } = useLanguage()
  if (run.Months.length === 0) return null
  return (
    <section className={styles.beside}>
      <h3>{say('datesTitle')}</h3>
      <Span first={run.FirstDay} last={run.LastDay} />
      <MonthBars
        title={say('salesByMonth')}
        about={say('addUp', { n: numberText(run.Accepted, language) })}
        months={run.Months.map(({ Month, Sales, Totals }) => ({
          month: Month,
          n: Sales,
          amounts: Totals.map(({ Currency, Total }) => moneyText(Total, Currency, language, 'plain')),
        }))}
      />
    </section>
  )
}

type TwoFormatsProps = Omit<FoundDatesProps, 'isChecked'> & { other: NonNullable<Dates['Other']> }

/** An example of each format with its line, and which rows will be refused. */
const TwoFormats = ({ dates, other, mapping, onChange }: TwoFormatsProps) => {
  const say = useSay(foundWords)
  const { language } = useLanguage()
  const chosen = (mapping.Columns.DateTime === undefined ? mapping.DateFormat : mapping.DateTimeFormat) ?? dates.Format
  const { Either } = dates
  const readsEither = mapping.EitherDates === 'Read'
  const orderText = (format: string) => say(orderOf(format) ?? 'yearFirst')
  const only = { Format: dates.Format, Rows: dates.Rows - (Either?.Rows ?? 0), Example: dates.Example }
  const lines = [only, other].map(({ Format, Rows, Example }) => ({
    what: orderText(Format),
    example: Example && say('inLine', { cell: Example.Cell, line: Example.Line }),
    rows: Rows,
    isImported: Format === chosen,
  }))
  const { Cell = '', Line = 0 } = Either?.Example ?? {}
  if (Either) lines.push({ what: say('dayOrMonth'), example: say('eitherDay', { cell: Cell, line: Line }), rows: Either.Rows, isImported: readsEither })
  return (
    <section className={styles.decide} aria-label={say('twoFormats')}>
      <h3>
        <Icon name="alert" /> {say('twoFormats')}
      </h3>
      <p>{say('twoFormatsHint', { column: dates.Column })}</p>
      <table>
        <caption className="sr">{say('twoFormats')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('format')}</th>
            <th scope="col">{say('example')}</th>
            <th scope="col" className="num">
              {say('wouldRead')}
            </th>
            <th scope="col">{say('result')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ what, example, rows, isImported }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{example}</td>
              <td className="num">{numberText(rows, language)}</td>
              <td>{say(isImported ? 'isImported' : 'isRefused')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {Either && (
        <Tick checked={readsEither} onChange={(reads) => onChange(withSettings(mapping, { EitherDates: reads ? 'Read' : undefined }))}>
          {say('readEither', { order: orderText(chosen) })}
        </Tick>
      )}
    </section>
  )
}

const Span = ({ first, last }: { first: string | null; last: string | null }) => {
  const say = useSay(foundWords)
  const { language } = useLanguage()
  if (!first || !last) return null
  return (
    <dl className={`facts ${styles.flat}`}>
      <div>
        <dt>{say('first')}</dt>
        <dd>{dayText(first, language)}</dd>
      </div>
      <div>
        <dt>{say('last')}</dt>
        <dd>{dayText(last, language)}</dd>
      </div>
    </dl>
  )
}

interface MonthBarsProps {
  title: string
  about: string
  months: readonly { month: string; n: number; amounts: readonly string[] }[]
}

/** A bar for each month of a file, with its number and what it comes to. */
const MonthBars = ({ title, about, months }: MonthBarsProps) => {
  const say = useSay(foundWords)
  const { language } = useLanguage()
  const most = Math.max(1, ...months.map(({ n }) => n))
  const name = dayFormat(LOCALES[language], { month: 'short', year: 'numeric' })
  const hasAmounts = months.some(({ amounts }) => amounts.length > 0)
  return (
    <Scroll className={styles.monthly} label={title}>
      <table className={styles.months}>
        <caption>
          {title} <small>{about}</small>
        </caption>
        <thead className="sr">
          <tr>
            <th scope="col">{say('month')}</th>
            <th scope="col">{say(hasAmounts ? 'sales' : 'rows')}</th>
            {hasAmounts && <th scope="col">{say('amount')}</th>}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, n, amounts }) => (
            <tr key={month}>
              <th scope="row">{name.format(new Date(`${month}-01T00:00:00Z`))}</th>
              <td className={styles.bar}>
                <i style={{ width: `${(n / most) * 100}%` }} />
                <b>{numberText(n, language)}</b>
              </td>
              {hasAmounts && <td className="num">{amounts.join(' + ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
