import { useState } from 'react'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Empty } from '#ui/states.tsx'
import { controlSheets, type SheetsAnswer } from './control-sheets.contract.ts'
import { SheetRows } from './sheet-rows.part.tsx'
import styles from './till.module.css'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** Every drawer of a range against what was expected, and how far its sheet has come. */
const ControlSheets = ({ user, config }: OfVenue) => {
  const say = useSay(tillScreenWords)
  const screen = useReportScreen(config)
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = { FromDate, ToDate, ...(Locations ? { Locations } : {}) }
  const { data, error, refetch, isPlaceholderData } = useReport(controlSheets.controlSheets, query, screen)
  return (
    <ReportPage
      title={say('title')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: controlSheets.controlSheets.path, query }}
      receipts={false}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && data.Sheets.length === 0 && (
        <Empty title={say('noneTitle')}>
          <p>{say('noneHint')}</p>
        </Empty>
      )}
      {data && data.Sheets.length > 0 && <Sheets answer={data} />}
    </ReportPage>
  )
}

export default ofVenue(ControlSheets)

const Sheets = ({ answer }: { answer: SheetsAnswer }) => {
  const say = useSay(tillScreenWords)
  const { money } = useTillText()
  const [shown, setShown] = useState<'all' | 'differences'>('all')
  const currency = answer.Totals[0]?.Currency ?? 'AUD'
  const sheets = shown === 'all' ? answer.Sheets : answer.Sheets.filter(({ Variance, Late }) => (Variance !== null && Variance !== 0) || Late !== 0)
  return (
    <section className={styles.list}>
      <div className="bar-head">
        <h2>
          {say('sheets')} <small>{say('limit', { currency, limit: money(answer.SignOffLimit, currency) })}</small>
        </h2>
        <Segmented
          label={say('show')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: say('allSheets') },
            { value: 'differences', label: say('onlyDifferences') },
          ]}
        />
      </div>
      {sheets.length === 0 ? <p className="note">{say('noDifference')}</p> : <SheetRows sheets={sheets} totals={answer.Totals} limit={answer.SignOffLimit} />}
    </section>
  )
}
