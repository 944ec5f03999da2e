import type { OfVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { RunningTotals } from './running-totals.part.tsx'
import { METHODS } from './till.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { type VarianceAnswer, variance } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import styles from './variance.module.css'
import { VarianceAnswerLine } from './variance-answer.part.tsx'
import { readCell, rowOf } from './variance-cell.rules.ts'
import { VarianceDocket } from './variance-docket.part.tsx'
import { VarianceMap } from './variance-map.part.tsx'
import { ViewTabs } from './view-tabs.part.tsx'

/** Who is over and short, at which till and on which weekday, with the sheets behind every figure. */
export const Variance = ({ user, config, screen }: OfVenue & { screen: ReportScreen }) => {
  const say = useSay(tillScreenWords)
  const [url, change] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const method = url.method === 'All' ? undefined : (METHODS.find((one) => one === url.method) ?? 'Cash')
  const query = { FromDate, ToDate, ...(Locations ? { Locations } : {}), ...(method ? { Method: method } : {}) }
  const { data, error, refetch, isPlaceholderData } = useReport(variance.variance, query, screen)
  const cell = readCell(url.cell)
  const opened = data && cell && rowOf(data.Rows, cell)
  return (
    <ReportPage
      title={say('title')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: variance.variance.path, query }}
      receipts={false}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
      docket={opened && <VarianceDocket answer={data} row={opened} weekday={cell.weekday} query={query} onClose={() => change({ cell: undefined })} />}
    >
      {data && (
        <>
          <div className={styles.top}>
            <ViewTabs view="variance" />
            <MediaMenu value={method ?? 'All'} onChange={(next) => change({ method: next === 'Cash' ? undefined : next, cell: undefined })} />
          </div>
          <Found data={data} />
        </>
      )}
    </ReportPage>
  )
}

const MediaMenu = ({ value, onChange }: { value: string; onChange: (next: string) => void }) => {
  const say = useSay(varianceWords)
  const word = useSay(tillScreenWords)
  return (
    <BlankMenu
      label={say('media')}
      value={value}
      onChange={onChange}
      options={[{ value: 'All', label: say('allMedia') }, ...METHODS.map((method) => ({ value: method as string, label: word(`method.${method}`) }))]}
    />
  )
}

const Found = ({ data }: { data: VarianceAnswer }) => {
  const say = useSay(varianceWords)
  const n = data.NotCounted
  const left = n > 0 && <p className="note">{say.count('notCounted', n)}</p>
  if (data.Rows.length === 0)
    return (
      <>
        <Empty title={say('noneTitle')}>
          <p>{say('noneHint')}</p>
        </Empty>
        {left}
      </>
    )
  return (
    <>
      <VarianceAnswerLine data={data} />
      <VarianceMap data={data} />
      <RunningTotals data={data} />
      {left}
    </>
  )
}
