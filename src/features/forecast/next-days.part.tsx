import { useMemo, useState } from 'react'
import { Explained } from '#features/reports/kit/screen/explained.part.tsx'
import { FileActs } from '#features/reports/kit/screen/file-acts.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { Beside } from '#ui/beside.tsx'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { DaysChart } from './days-chart.part.tsx'
import { DaysTable } from './days-table.part.tsx'
import type { FigureShown } from './figure-shown.rules.ts'
import { forecast } from './forecast.contract.ts'
import { forecastWords } from './forecast.messages.ts'
import styles from './forecast.module.css'
import { ErrorSentence, NoForecast, TodaySentence } from './forecast-sentences.part.tsx'

const REFRESH_SECONDS = 60

/** What today and the next 14 days are expected to bring, and how far off that usually is. */
const NextDays = ({ locations, currency }: { locations: string | undefined; currency: string }) => {
  const say = useSay(forecastWords)
  const [figure, setFigure] = useState<FigureShown>('Net')
  const [seen, setSeen] = useState<'chart' | 'table'>('chart')
  const query = useMemo(() => given({ Locations: locations }), [locations])
  const { data, error, refetch, isPlaceholderData } = useCall(forecast.forecast, { query }, { keepLast: true, everySeconds: REFRESH_SECONDS })
  const shown = data && { answer: data, figure, currency }
  return (
    <Beside isStale={isPlaceholderData}>
      <div className="bar-head">
        <h2>
          {say('title')} <How />
        </h2>
        <Segmented
          label={say('figure')}
          value={figure}
          onChange={setFigure}
          options={(['Net', 'Covers'] as const).map((value) => ({ value, label: say(`figure.${value}`) }))}
        />
        <Segmented
          label={say('seenAs')}
          value={seen}
          onChange={setSeen}
          options={(['chart', 'table'] as const).map((value) => ({ value, label: say(`as.${value}`) }))}
        />
        {shown && <FileActs path={forecast.forecast.path} query={query} />}
      </div>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!shown && !error && <Waiting rows={6} />}
      {shown &&
        (shown.answer.Totals[figure].Method === null ? (
          <NoForecast {...shown} />
        ) : (
          <>
            <TodaySentence {...shown} />
            {seen === 'chart' ? <DaysChart {...shown} /> : <DaysTable {...shown} />}
            <ErrorSentence {...shown} />
          </>
        ))}
    </Beside>
  )
}

export default NextDays

const How = () => {
  const say = useSay(forecastWords)
  return (
    <Explained label={say('how')} title={say('how')}>
      <div className={styles.how}>
        {(['how1', 'how2', 'how3', 'how4', 'how5'] as const).map((key) => (
          <p key={key}>{say(key)}</p>
        ))}
      </div>
    </Explained>
  )
}
