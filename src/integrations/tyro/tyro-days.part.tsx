import { Dropped } from '#features/reports/kit/screen/dropped.part.tsx'
import { FileActs } from '#features/reports/kit/screen/file-acts.part.tsx'
import { unknownRange } from '#features/reports/kit/screen/screen-state.rules.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import styles from '#integrations/link-screen/link-screen.module.css'
import { cellText, dayText } from '#shared/cell-text.ts'
import { type Preset, presetRange, rangeFromUrl, rangeToUrl, type VenueCalendar } from '#shared/range.ts'
import { useTable } from '#ui/call-table.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { RangePicker } from '#ui/range-picker.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser, type VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { type TerminalDays, tyroCalls } from './tyro.contract.ts'
import { type TyroWord, tyroWords } from './tyro-screen.messages.ts'

const OFFERED: readonly Preset[] = ['yesterday', 'thisweek', 'lastweek', 'last7', 'last28', 'thismonth', 'lastmonth']

/** What card terminals took by day beside the till, and what was settled by bank day. */
export const DaysOfTerminals = ({ isReading }: { isReading: boolean }) => {
  const config = useStoredUser()?.Config
  return config ? <Days config={config} isReading={isReading} /> : null
}

/** What is read meanwhile is looked for this often. */
const WHILE_READING_SECONDS = 5

const Days = ({ config, isReading }: { config: VenueConfig; isReading: boolean }) => {
  const say = useSay(tyroWords)
  const [url, change] = useUrlState()
  const calendar: VenueCalendar = { today: todayAt(config.Locations, new Date()), weekStart: config.WeekStart, financialYearStart: config.FinancialYearStart }
  const read = rangeFromUrl(url.range, calendar)
  const range = read ?? presetRange('last7', calendar)
  const query = { FromDate: range.from, ToDate: range.to }
  const { data, error, refetch } = useCall(
    tyroCalls.terminalDays,
    { query: query as never },
    { keepLast: true, everySeconds: isReading ? WHILE_READING_SECONDS : 60 },
  )
  const table = useTable(tyroCalls.terminalDays, data, query, columnsOf(data))
  const isEmpty = data && data.Days.length === 0 && data.BankDays.length === 0
  return (
    <div className={styles.part}>
      <div className="bar-head">
        <h2>{say('daysTitle')}</h2>
        {!isEmpty && <FileActs path={tyroCalls.terminalDays.path} query={query} />}
      </div>
      <RangePicker value={range} calendar={calendar} presets={OFFERED} onChange={(next) => change({ range: rangeToUrl(next) })} />
      <Dropped dropped={unknownRange(url.range, read)} range={range} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {isEmpty && !error && <Empty title={say('noDays')}>{say('noDaysAbout')}</Empty>}
      {table && data && !isEmpty && !error && (
        <>
          <DataTable table={table} caption={say('daysTitle')} currency={data.Currency} rowKey={(row) => `${row.Day} ${row.LocationId}`} />
          <p className="note">{say('daysAbout')}</p>
          <BankDays answer={data} />
        </>
      )}
    </div>
  )
}

const SELDOM = ['Refunds', 'Surcharges', 'Tips', 'CashOut', 'Donations'] as const

/** Without the columns in which there is nothing. */
const columnsOf = (data: TerminalDays | undefined): string[] => {
  const isThere = (key: (typeof SELDOM)[number]) => data?.Days.some((day) => day[key] !== 0) ?? true
  return ['Day', 'Location', 'Payments', 'Sales', ...SELDOM.filter(isThere), 'Total', 'Fee', 'Settled', 'Till', 'Difference']
}

const BankDays = ({ answer: { BankDays: days, SentToBank, Currency } }: { answer: TerminalDays }) => {
  const say = useSay(tyroWords)
  const { language } = useLanguage()
  if (days.length === 0) return null
  const money = (amount: number | null) => (amount === null ? say('noAmount') : cellText(amount, 'money', language, Currency))
  const word = (key: string, otherwise: string | null) => (key in tyroWords.en ? say(key as TyroWord) : (otherwise ?? '–'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('bankTitle')} tabIndex={0}>
      <h2>{say('bankTitle')}</h2>
      <table className="ledger-table">
        <caption className="sr">{say('bankTitle')}</caption>
        <thead>
          <tr>
            {(['bankDay', 'location', 'to', 'status', 'reference'] as const).map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
            <th scope="col" className="num">
              {say('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ LocationId, Location, Day, Type, Status, Reference, Amount, Line }) => (
            <tr key={`${Day} ${LocationId} ${Line}`}>
              <th scope="row">{dayText(Day, language)}</th>
              <td>{Location}</td>
              <td>{word(`to.${Type}`, Type)}</td>
              <td>{word(`state.${Status}`, Status)}</td>
              <td>{Reference ?? '–'}</td>
              <td className="num">{money(Amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              {say('sentToBank')}
            </th>
            <td className="num">{money(SentToBank)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
