import { useEffect, useState, useSyncExternalStore } from 'react'
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

/** Said while there is no connection, with the time of what is still on screen. */
export const OfflineBanner = () => {
  const say = useSay(frameTexts)
  const { locale } = useLanguage()
  const online = useSyncExternalStore(listenToConnection, () => navigator.onLine)
  const [since, setSince] = useState(() => new Date())
  useEffect(() => {
    if (!online) setSince(new Date())
  }, [online])
  if (online) return null
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }).format(since)
  return (
    <p className="ribbon bad" role="status">
      <strong>{say('offline')}</strong> <span>{say('offlineSaid', { time })}</span>
    </p>
  )
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

const listenToConnection = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
