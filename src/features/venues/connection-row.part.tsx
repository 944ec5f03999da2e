import { useState } from 'react'
import type { AnyProvider, ListedLink } from '#integrations/connections.contract.ts'
import { EndLink } from '#integrations/link-screen/end-link.part.tsx'
import { plainDayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import { END_CALLS, TryAgain } from './connection-acts.part.tsx'
import { accountName, type ConnectionsContext, useAgo } from './connection-context.part.ts'
import { connectionWords } from './connections.messages.ts'
import styles from './connections.module.css'
import { isOpen, LINK_SCREENS, linkTarget, type PlaceRow, type Standing, standingOf } from './connections.rules.ts'
import { historyWords } from './link-history.messages.ts'
import { LinkHistory } from './link-history.part.tsx'

const LOOK: Readonly<Record<Standing, { icon: 'dot' | 'ring' | 'alert' | 'half'; tone: string | undefined }>> = {
  Linked: { icon: 'dot', tone: styles.ok },
  noPayouts: { icon: 'alert', tone: styles.warn },
  noCharges: { icon: 'alert', tone: styles.warn },
  'Needs attention': { icon: 'alert', tone: styles.bad },
  published: { icon: 'dot', tone: styles.ok },
  Disconnecting: { icon: 'half', tone: styles.going },
  'Not linked': { icon: 'ring', tone: styles.none },
}

interface CellsProps {
  provider: AnyProvider
  row: PlaceRow
  context: ConnectionsContext
  isOpened: boolean
  onOpened: (opened: boolean) => void
}

/** A provider at a place: how it stands, and the next step. */
export const PlaceCells = ({ provider, row, context, isOpened, onOpened }: CellsProps) => {
  const say = useSay(connectionWords)
  const ago = useAgo()
  const moment = useVenueMoment()
  // Nobody is signed in or named there: it is settings of ours.
  const isSettings = provider === 'Marketplace'
  const { place, link, storefront } = row
  const isThere = link !== undefined && link.Status !== 'Not linked'
  return (
    <>
      <th scope="row" className={styles.place}>
        {context.placeName(place)}
      </th>
      <td>
        <Status row={row} isSettings={isSettings} />
      </td>
      <td className={isThere ? undefined : styles.nil}>{isThere ? accountName(link, say) : (storefront ?? <Nil />)}</td>
      <td className={isThere ? undefined : styles.nil}>{isThere ? link.LastSync ? ago(link.LastSync) : say('notRead') : <Nil />}</td>
      <td className={styles.next}>
        {link?.NextTry && <small>{say('nextTry', { provider, when: moment(link.NextTry) })}</small>}
        {storefront !== undefined && context.mayAct(provider, place) && (
          <Go className="text-btn" to={linkTarget(provider, place)}>
            {say('open', { provider })}
          </Go>
        )}
        {!isThere && storefront === undefined && context.mayAct(provider, place) && (
          <Go
            className="btn"
            to={linkTarget(provider, place)}
            aria-label={say(isSettings ? 'setUpNamed' : 'connectNamed', { where: context.where(provider, place) })}
          >
            {say(isSettings ? 'setUp' : 'connect')}
          </Go>
        )}
        {link && <OpenDetails where={{ provider, place: context.placeName(place) }} isOpened={isOpened} onOpened={onOpened} />}
      </td>
    </>
  )
}

const Status = ({ row, isSettings }: { row: PlaceRow; isSettings: boolean }) => {
  const { link } = row
  const say = useSay(connectionWords)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  const standing = standingOf(row)
  const { icon, tone } = LOOK[standing]
  const percent = link && isOpen(link) ? link.Fetched : null
  return (
    <>
      <span className={`${styles.status} ${tone}`}>
        <Icon name={icon} />
        {say(isSettings && standing === 'Not linked' ? 'is.unpublished' : `is.${standing}`)}
      </span>
      {percent === null && link && isOpen(link) && link.FirstDay && <small>{say('completeFrom', { day: plainDayText(link.FirstDay, language) })}</small>}
      {link?.TroubleSince && <small>{say('since', { when: moment(link.TroubleSince) })}</small>}
      {percent !== null && (
        <>
          <small>{say('fetching', { percent: numberText(percent, language) })}</small>
          <meter className={styles.meter} min={0} max={100} value={percent} aria-label={say('fetching', { percent: numberText(percent, language) })} />
        </>
      )}
    </>
  )
}

const OpenDetails = ({ where, isOpened, onOpened }: { where: { provider: string; place: string } } & Pick<CellsProps, 'isOpened' | 'onOpened'>) => {
  const say = useSay(historyWords)
  return (
    <button
      type="button"
      className="text-btn"
      aria-expanded={isOpened}
      aria-label={say(isOpened ? 'closeNamed' : 'openNamed', where)}
      onClick={() => onOpened(!isOpened)}
    >
      {say(isOpened ? 'close' : 'open')}
    </button>
  )
}

/** What is behind a link: how it stands in words, what can be done, and what happened. */
export const Details = ({ link, context }: { link: ListedLink; context: ConnectionsContext }) => {
  const say = useSay(connectionWords)
  const [isEnding, setEnding] = useState(false)
  const { Provider: provider, LocationId: place } = link
  const end = END_CALLS[provider]
  const isLinked = isOpen(link)
  return (
    <>
      <LinkHistory venueId={context.venueId} provider={provider} locationId={place} link={link}>
        {context.mayAct(provider, place) && (
          <p className={styles.acts}>
            {link.Status === 'Needs attention' && (
              <Go className="btn primary" to={linkTarget(provider, place)}>
                {say('connectProvider', { provider })}
              </Go>
            )}
            {isLinked && <TryAgain provider={provider} place={place} context={context} />}
            <Go className="btn" to={LINK_SCREENS[provider]}>
              {say('open', { provider })}
            </Go>
            {isLinked && end && (
              <button type="button" className="btn stop" onClick={() => setEnding(true)}>
                {say('disconnect')}
              </button>
            )}
          </p>
        )}
      </LinkHistory>
      {isEnding && end && (
        <EndLink
          provider={provider}
          calls={end}
          venueId={context.venueId}
          place={{ locationId: place, name: context.placeName(place) }}
          name={link.AccountName ?? provider}
          onDone={context.onChanged}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  )
}
