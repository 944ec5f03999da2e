import { useWeekdayName } from '#features/reports/kit/screen/weekday-name.part.ts'
import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { limitOf } from './currency-limit.rules.ts'
import { tillWords } from './till.messages.ts'
import { useTillText } from './till-text.part.ts'
import { type VarianceAnswer, type VarianceSheets, variance } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import styles from './variance.module.css'
import { addedUp, type VarianceRow } from './variance-cell.rules.ts'

interface DocketProps {
  answer: VarianceAnswer
  row: VarianceRow
  weekday: number | undefined
  query: Record<string, string>
  onClose: () => void
}

/** The sheets behind a figure, which add up to it, and what to know before anybody is accused. */
export const VarianceDocket = ({ answer, row, weekday, query, onClose }: DocketProps) => {
  const say = useSay(varianceWords)
  const text = useTillText()
  const weekdayName = useWeekdayName()
  const asked = { ...query, Locations: String(row.LocationId), TillId: String(row.TillId), OperatorId: String(row.OperatorId) }
  const { data, error, refetch } = useCall(variance.varianceSheets, { query: { ...asked, ...(weekday ? { Weekday: String(weekday) } : {}) } as never })
  const figures = weekday ? row.Weekdays.find(({ Weekday }) => Weekday === weekday) : row
  const operator = row.Operator ?? say('nobody')
  const till = say('tillOf', { till: row.Till })
  return (
    <Docket
      title={weekday ? `${weekdayName(weekday)}, ${till}` : till}
      aside={operator}
      crumbs={
        <>
          <span>{row.Location} / </span>
          <Go change={{ cell: undefined }}>{operator}</Go>
        </>
      }
      onClose={onClose}
    >
      {figures && (
        <>
          <p className="fig">{text.sum(figures.Variance, row.Currency)}</p>
          <p className="meta">
            {say('sheetsCount', { n: figures.Sheets, over: figures.OverLimit, limit: text.money(limitOf(row, answer.Totals), row.Currency) })}
          </p>
        </>
      )}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data && (
        <>
          <SheetsTable data={data} row={row} />
          <Before answer={answer} row={row} weekday={weekday} data={data} />
        </>
      )}
    </Docket>
  )
}

const SheetsTable = ({ data, row }: { data: VarianceSheets; row: VarianceRow }) => {
  const say = useSay(varianceWords)
  const word = useSay(tillWords)
  const text = useTillText()
  const total = data.Totals[0]?.Variance ?? 0
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{word('day')}</th>
            <th scope="col" className="num">
              {word('z')}
            </th>
            <th scope="col" className="num">
              {word('Expected')}
            </th>
            <th scope="col" className="num">
              {word('Variance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.Sheets.map((sheet) => (
            <tr key={sheet.SheetId}>
              <td>
                <Go to={`/reports/control-sheets/${sheet.SheetId}`}>{text.day(sheet.Day)}</Go>
              </td>
              <td className="num">{sheet.ZNumber}</td>
              <td className="num">{text.money(sheet.Expected, sheet.Currency)}</td>
              <td className={sheet.IsOverLimit ? `num ${styles.beyond}` : 'num'}>{text.difference(sheet.Variance, sheet.Currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={3}>
              {say('total')}
            </th>
            <td className="num">{text.difference(total, row.Currency)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="proof">
        <Icon name="check" />
        <span>{data.IsCut ? say('cut') : say('addsUp', { n: data.Sheets.length, amount: text.difference(total, row.Currency) })}</span>
      </p>
    </>
  )
}

const Before = ({ answer, row, weekday, data }: { answer: VarianceAnswer; row: VarianceRow; weekday: number | undefined; data: VarianceSheets }) => {
  const say = useSay(varianceWords)
  const weekdayName = useWeekdayName()
  if (!weekday) return null
  const words = (all: { Sheets: number; OverLimit: number }) => (all.Sheets === 0 ? say('noOthers') : say('someOver', { n: all.Sheets, over: all.OverLimit }))
  const sameTill = answer.Rows.filter(
    ({ LocationId, TillId, OperatorId }) => LocationId === row.LocationId && TillId === row.TillId && OperatorId !== row.OperatorId,
  )
  const own = answer.Rows.filter(({ LocationId, OperatorId }) => LocationId === row.LocationId && OperatorId === row.OperatorId)
  const otherDays = addedUp(own.flatMap(({ Weekdays }) => Weekdays.filter(({ Weekday }) => Weekday !== weekday)))
  const others = addedUp(sameTill.flatMap(({ Weekdays }) => Weekdays.filter(({ Weekday }) => Weekday === weekday)))
  return (
    <>
      <h3>{say('before')}</h3>
      <dl className={styles.know}>
        <div>
          <dt>{say('otherDays', { operator: row.Operator ?? say('nobody') })}</dt>
          <dd>{words(otherDays)}</dd>
        </div>
        <div>
          <dt>{say('othersHere', { till: say('tillOf', { till: row.Till }), weekday: weekdayName(weekday) })}</dt>
          <dd>{words(others)}</dd>
        </div>
        <div>
          <dt>{say('secondCount')}</dt>
          <dd>{say('secondCountOf', { n: data.Sheets.filter(({ Counts }) => Counts > 1).length, all: data.Sheets.length })}</dd>
        </div>
      </dl>
      {others.Sheets === 0 && <p className="note">{say('notApart')}</p>}
    </>
  )
}
