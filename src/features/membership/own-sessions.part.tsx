import { useState } from 'react'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { useDeviceName } from './device-name.part.ts'
import { ownLoginTexts } from './own-login.messages.ts'
import { type OwnSession, ownSessions } from './own-sessions.contract.ts'
import styles from './own-sessions.module.css'

/** Where one is signed in, and signing out from here what is elsewhere. */
export const OwnSessions = ({ userId }: { userId: number }) => {
  const say = useSay(ownLoginTexts)
  const { language } = useLanguage()
  const { data, error, refetch } = useCall(ownSessions.sessions, { params: { userId } }, { fresh: true })
  const [busy, setBusy] = useState(false)
  const others = data?.Sessions.filter(({ Current }) => !Current) ?? []
  const end = async (sessions: readonly OwnSession[], done: string) => {
    setBusy(true)
    try {
      for (const { SessionId: sessionId } of sessions) await call(ownSessions.endSession, { params: { userId, sessionId } })
      toast.success(done)
    } catch (refused) {
      toast.error(errorText(refused, language))
    } finally {
      await refetch()
      setBusy(false)
    }
  }
  return (
    <section className={styles.part}>
      <h2 id="own-sessions">{say('sessions')}</h2>
      <p className={styles.about}>{say('sessionsAbout')}</p>
      {error ? <Failed error={error} onRetry={() => refetch()} /> : !data ? <Waiting rows={3} /> : <SessionTable all={data.Sessions} busy={busy} onEnd={end} />}
      {others.length > 0 ? (
        <p className={styles.acts}>
          <button type="button" className="btn" disabled={busy} aria-busy={busy} onClick={() => end(others, say('endedAll'))}>
            {say('endAll')}
          </button>
        </p>
      ) : (
        data && <p className="note">{say('onlyHere')}</p>
      )}
    </section>
  )
}

interface SessionTableProps {
  all: readonly OwnSession[]
  busy: boolean
  onEnd: (sessions: readonly OwnSession[], done: string) => void
}

const SessionTable = ({ all, busy, onEnd }: SessionTableProps) => {
  const say = useSay(ownLoginTexts)
  const deviceName = useDeviceName()
  const moment = useVenueMoment()
  return (
    <Scroll label={say('sessions')}>
      <table className="plain slips">
        <caption className="sr">{say('sessions')}</caption>
        <thead>
          <tr>
            {(['device', 'venue', 'address', 'signedIn', 'lastUsed'] as const).map((column) => (
              <th scope="col" key={column}>
                {say(column)}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((session) => {
            const device = deviceName(session.Device)
            return (
              <tr key={session.SessionId} aria-current={session.Current || undefined}>
                <th scope="row">
                  {device} {session.Current && <small className={styles.here}>{say('here')}</small>}
                </th>
                <td data-label={say('venue')}>{session.VenueName ?? say('noVenue')}</td>
                <td data-label={say('address')}>{session.Address ?? say('unknownAddress')}</td>
                <td data-label={say('signedIn')}>{moment(session.SignedInAt)}</td>
                <td data-label={say('lastUsed')}>{moment(session.LastUsedAt)}</td>
                <td>
                  {!session.Current && (
                    <button
                      type="button"
                      className="btn"
                      disabled={busy}
                      aria-label={say('endNamed', { device })}
                      onClick={() => onEnd([session], say('ended', { device }))}
                    >
                      {say('end')}
                    </button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroll>
  )
}
