import type { ReactNode } from 'react'
import { type LinkEvent, type LinkedProvider, linkHistory } from '#integrations/link.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { historyWords } from './link-history.messages.ts'
import styles from './link-history.module.css'

/** How a link stands, as much as its pane says of it. */
interface Standing {
  Status: 'Linked' | 'Needs attention' | 'Disconnecting' | 'Not linked'
  LastSync: string | null
  TroubleSince: string | null
}

interface HistoryProps {
  venueId: number
  provider: LinkedProvider
  locationId: number | null
  link: Standing
  /** What can be done about it. */
  children?: ReactNode
}

/** What is behind a link: how it stands in words, and what happened to it. */
export const LinkHistory = ({ venueId, provider, locationId, link, children }: HistoryProps) => {
  const say = useSay(historyWords)
  const moment = useVenueMoment()
  const query = { Provider: provider, ...(locationId === null ? {} : { LocationId: locationId }) }
  const { data, error, refetch } = useCall(linkHistory.history, { params: { id: venueId }, query })
  const { title, about } = standingWords(link)
  const when = link.TroubleSince ?? link.LastSync
  return (
    <div className={styles.grid}>
      <div>
        <h3>{say(title, { provider })}</h3>
        <p>{say(about, { provider, when: when ? moment(when) : '' })}</p>
        {children}
      </div>
      <div>
        <h3>{say('happened')}</h3>
        {error ? (
          <Failed error={error} onRetry={() => refetch()} />
        ) : !data ? (
          <Waiting rows={3} />
        ) : data.Events.length === 0 ? (
          <p>{say('nothing')}</p>
        ) : (
          <ol className={styles.events}>
            {data.Events.map((event) => (
              <Happened key={`${event.At} ${event.What}`} event={event} provider={provider} moment={moment} />
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}

const standingWords = ({ Status, LastSync, TroubleSince }: Standing) => {
  if (Status === 'Needs attention') return { title: 'attention', about: 'attentionAbout' } as const
  if (Status === 'Disconnecting') return { title: 'ending', about: 'endingAbout' } as const
  if (Status === 'Not linked') return { title: 'none', about: 'noneAbout' } as const
  return { title: 'works', about: TroubleSince ? 'passing' : LastSync ? 'worksAbout' : 'neverRead' } as const
}

const BAD: readonly LinkEvent['What'][] = ['Failed', 'Trouble', 'DomainRefused', 'GivenUp']

const Happened = ({ event, provider, moment }: { event: LinkEvent; provider: string; moment: (at: string) => string }) => {
  const say = useSay(historyWords)
  const isBad = BAD.includes(event.What)
  return (
    <li className={isBad ? styles.bad : undefined}>
      <time dateTime={event.At}>{moment(event.At)}</time>
      <Icon name={isBad ? 'attention' : 'check'} />
      <span>
        {say(keyOf(event), { provider, who: event.By ?? '', domain: event.Domain ?? '' })}
        {event.MailedTo !== '' && <small>{say('mailed', { names: event.MailedTo })}</small>}
      </span>
    </li>
  )
}

const keyOf = ({ What, By, Trouble }: LinkEvent) => {
  if (What === 'Trouble') return Trouble === 'revoked-there' ? 'Trouble.revoked-there' : 'Trouble.refused'
  return By !== null && (What === 'Linked' || What === 'Renewed' || What === 'Failed' || What === 'Ended') ? (`${What}.by` as const) : What
}
