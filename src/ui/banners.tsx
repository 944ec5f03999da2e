import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useOnline } from './connection.ts'
import { frameTexts } from './frame.messages.ts'
import { Go } from './go.tsx'
import { useLanguage, useSay } from './language.tsx'
import { venueName } from './rail.tsx'
import type { StoredUser } from './stored-user.ts'

/** Said as long as a made-up venue is open, so that its figures are never taken for real ones. */
export const SampleBanner = ({ user, leave, filledPercent = 100 }: { user: StoredUser; leave?: string | undefined; filledPercent?: number | undefined }) => {
  const say = useSay(frameTexts)
  if (!user.Config?.Sample) return null
  return (
    <p className="ribbon">
      <b>{say('sampleData')}</b>{' '}
      <span>{filledPercent < 100 ? say('sampleFilling', { percent: filledPercent }) : say('sampleSaid', { venue: venueName(user) })}</span>{' '}
      {leave && <Go to={leave}>{say('leaveSample')}</Go>}
    </p>
  )
}

/** Said while there is no connection, above all that is shown and in sight of it, with the time of the oldest answer on screen. */
export const OfflineBanner = () => (useOnline() ? null : <Offline />)

const Offline = () => {
  const say = useSay(frameTexts)
  const { locale } = useLanguage()
  const answers = useQueryClient().getQueryCache()
  const since = useSyncExternalStore(
    (listener) => answers.subscribe(listener),
    () => oldestShown(answers),
  )
  return (
    <p className="ribbon bad offline" role="status">
      <strong>{since === undefined ? say('offline') : say('offlineAsOf', { time: momentText(since, locale) })}</strong>{' '}
      <span>{say(since === undefined ? 'offlineNothing' : 'offlineSaid')}</span>
    </p>
  )
}

const oldestShown = (answers: QueryCache): number | undefined => {
  const moments = answers.findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined }).map(({ state }) => state.dataUpdatedAt)
  return moments.length > 0 ? Math.min(...moments) : undefined
}

/** "21:04"; with its day where that is not today. */
const momentText = (at: number, locale: string): string => {
  const day = new Date(at).toDateString() === new Date().toDateString() ? {} : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}

/** Over a tab whose venue or person is not the browser's any more: nothing can be done from it but reload. */
export const Frozen = ({ title, venue }: { title: string; venue: string }) => {
  const say = useSay(frameTexts)
  return (
    <div className="frozen" role="alertdialog" aria-modal="true" aria-labelledby="frozen-title" aria-describedby="frozen-body">
      <div>
        <h2 id="frozen-title">{title}</h2>
        <p id="frozen-body">{say('frozenBody', { venue })}</p>
        {/* biome-ignore lint/a11y/noAutofocus: the one thing left to do in this tab. */}
        <button type="button" className="btn primary big" autoFocus onClick={() => location.reload()}>
          {say('reload')}
        </button>
      </div>
    </div>
  )
}
