import { useEffect } from 'react'
import type { salesSummary } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { dayText } from '#shared/cell-text.ts'
import { moneyText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import type { Setup } from './setup.contract.ts'
import { setupWords } from './setup.messages.ts'
import styles from './setup.module.css'

/** The report's own call, by its path alone: with its contract would come its tables. */
const SALES_BY_DAY = { method: 'GET', path: '/sales/day' } as unknown as typeof salesSummary.salesByDay

/** Where the first figure appears: the report's own, of the day the last sale is of. */
export const FirstFigure = ({ last, maySee }: { last: Setup['Sales']['Last']; maySee: boolean }) => {
  const say = useSay(setupWords)
  return (
    <section className={`paper ${styles.preview}`} aria-labelledby="first-figure">
      <h2 id="first-figure">{say('figure')}</h2>
      {last && maySee ? <Figure day={last.Day} heardAt={last.ReceivedAt} /> : <NoFigure why={say(maySee ? 'figureAbout' : 'figureDenied')} />}
      {!last && <LookAround />}
    </section>
  )
}

/** The sample is another venue: whoever may open it goes there from here, others read where it is. */
const LookAround = () => {
  const say = useSay(setupWords)
  const isHere = useStoredUser()?.Venues.some(({ Sample }) => Sample) === true
  return (
    <>
      <hr />
      <h3>{say('sample')}</h3>
      <p className="meta">{say('sampleAbout')}</p>
      {isHere ? (
        <p className={styles.acts}>
          <Go className="btn" to="/membership/selectvenue">
            {say('sampleOpen')}
          </Go>
        </p>
      ) : (
        <p className="meta">{say('sampleElsewhere')}</p>
      )}
    </>
  )
}

const NoFigure = ({ why }: { why: string }) => {
  const say = useSay(setupWords)
  return (
    <>
      <p className={styles.ghost}>{say('figureNone')}</p>
      <p className={`fig ${styles.none}`} aria-hidden="true">
        –
      </p>
      <p className="meta">{why}</p>
    </>
  )
}

const Figure = ({ day, heardAt }: { day: string; heardAt: string }) => {
  const say = useSay(setupWords)
  const { language } = useLanguage()
  const { data, refetch } = useCall(SALES_BY_DAY, { query: { FromDate: day, ToDate: day } }, { fresh: true })
  // Another sale, another figure.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when something was heard, and only then.
  useEffect(() => void refetch(), [heardAt])
  return (
    <div role="status">
      <p className={styles.ghost}>{say('figureName', { day: dayText(day, language) })}</p>
      {data?.TotalsByCurrency.map(({ Currency, Net }) => (
        <p key={Currency} className={`fig ${styles.made}`}>
          {moneyText(Net, Currency, language)}
        </p>
      ))}
      <p className="meta">{say('figureMade')}</p>
      <p className={styles.acts}>
        <Go className="btn primary" to="/reports/sales" search={{ range: day }}>
          {say('figureOpen')}
        </Go>
      </p>
    </div>
  )
}
