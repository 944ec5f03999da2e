import type { Link } from '#integrations/link.contract.ts'
import { plainDayText } from '#shared/cell-text.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import styles from './link-screen.module.css'
import type { LinkedAt, Place } from './linked-provider.part.ts'

interface TableProps {
  at: LinkedAt
  links: readonly Link[]
  places: readonly Place[]
  canLink: boolean
  onBegin: (place: Place) => void
  onEnd: (place: Place) => void
}

/** Every place with its link, and what can be done with it. */
export const LinkTable = ({ at, links, places, canLink, onBegin, onEnd }: TableProps) => {
  const say = useSay(at.words)
  const hasVenueLink = links.some(({ LocationId, Status }) => LocationId === null && Status === 'Linked')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('locations')} tabIndex={0}>
      <h2>{say('locations')}</h2>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{say('locations')}</caption>
        <thead>
          <tr>
            {[say('location'), say('status'), say('account'), ...(at.column ? [at.column.title] : []), say('lastSync'), say('next')].map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => {
            const own = links.filter(({ LocationId }) => LocationId === place.locationId)
            const shown = own.length > 0 ? own : [undefined]
            return shown.map((link) => (
              <PlaceRow
                key={`${place.locationId} ${link?.LinkedAt}`}
                at={at}
                place={place}
                link={link}
                byVenue={place.locationId !== null && hasVenueLink}
                canLink={canLink && !own.some((one) => one !== link && one.Status !== 'Disconnecting')}
                onBegin={onBegin}
                onEnd={onEnd}
              />
            ))
          })}
        </tbody>
      </table>
      <p className="note">{say('wholeVenueAbout')}</p>
    </section>
  )
}

interface RowProps {
  at: LinkedAt
  place: Place
  link: Link | undefined
  byVenue: boolean
  canLink: boolean
  onBegin: (place: Place) => void
  onEnd: (place: Place) => void
}

const PlaceRow = ({ at, place, link, byVenue, canLink, onBegin, onEnd }: RowProps) => {
  const say = useSay(at.words)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  const name = place.name
  const isOpen = link !== undefined && link.Status !== 'Disconnecting'
  return (
    <tr>
      <th scope="row">
        {name}
        {place.locationId === null && <small>{say('wholeVenue')}</small>}
      </th>
      <td data-label={say('status')}>
        <Status at={at} link={link} byVenue={byVenue} />
        {link?.Trouble && <small>{say(link.Trouble)}</small>}
        {isOpen && link.UnreadableRows.length > 0 && (
          <small>{say.count('unreadableRows', link.UnreadableRows.length, { rows: link.UnreadableRows.slice(0, 5).join(', ') })}</small>
        )}
        {link?.NextTry && <small>{say('nextTry', { when: moment(link.NextTry) })}</small>}
        {isOpen && link.Fetched !== null && <small>{say('fetching', { percent: link.Fetched })}</small>}
        {isOpen && link.Fetched === null && link.FirstDay && <small>{say('completeFrom', { day: plainDayText(link.FirstDay, language) })}</small>}
      </td>
      <td data-label={say('account')}>
        {link ? accountText(link, say) : <Nil />}
        {link && (
          <small>
            {link.LinkedBy ? say('linkedBy', { when: moment(link.LinkedAt), who: link.LinkedBy }) : say('linkedAt', { when: moment(link.LinkedAt) })}
          </small>
        )}
      </td>
      {at.column && <td data-label={at.column.title}>{isOpen ? <at.column.Cell link={link} /> : <Nil />}</td>}
      <td data-label={say('lastSync')}>{isOpen ? link.LastSync ? moment(link.LastSync) : say('neverSynced') : <Nil />}</td>
      <td className={styles.last}>
        {canLink && link?.Status !== 'Linked' && (
          <button type="button" className="btn" aria-label={say(isOpen ? 'connectAgainNamed' : 'connectNamed', { place: name })} onClick={() => onBegin(place)}>
            {say(isOpen ? 'connectAgain' : 'connect')}
          </button>
        )}{' '}
        {isOpen && (
          <button type="button" className="btn" aria-label={say('disconnectNamed', { place: name })} onClick={() => onEnd(place)}>
            {say('disconnect')}
          </button>
        )}
      </td>
    </tr>
  )
}

const Status = ({ at, link, byVenue }: { at: LinkedAt; link: Link | undefined; byVenue: boolean }) => {
  const say = useSay(at.words)
  if (!link) return <span>{say(byVenue ? 'byVenue' : 'Not linked')}</span>
  if (link.Status === 'Disconnecting') return <span className="st-tag info">{say('Disconnecting')}</span>
  if (link.Status === 'Needs attention') return <span className="st-tag bad">{say('Needs attention')}</span>
  return at.Status ? <at.Status link={link} /> : <span>{say('Linked')}</span>
}

/** The account as a person knows it: its name and the end of its number. */
export const accountText = (link: Link, say: (key: 'ends' | 'unnamed', values: Record<string, string>) => string): string =>
  link.AccountName ? say('ends', { name: link.AccountName, ends: link.AccountEnds }) : say('unnamed', { ends: link.AccountEnds })
