import styles from '#integrations/link-screen/link-screen.module.css'
import { Nil } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import type { DeliverectPlace } from './deliverect.contract.ts'
import { deliverectWords } from './deliverect-screen.messages.ts'

interface Props {
  places: readonly DeliverectPlace[]
  canSend: boolean
  onAsk: (what: 'link' | 'end' | 'products', place: DeliverectPlace) => void
}

/** Every location with its link, and what can be done with it. */
export const PlacesOfDeliverect = ({ places, ...acts }: Props) => {
  const say = useSay(deliverectWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('locations')} tabIndex={0}>
      <h2>{say('locations')}</h2>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{say('locations')}</caption>
        <thead>
          <tr>
            {(['location', 'status', 'ids', 'sendTo', 'waiting', 'next'] as const).map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <PlaceRow key={place.LocationId} place={place} {...acts} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const PlaceRow = ({ place, canSend, onAsk }: Omit<Props, 'places'> & { place: DeliverectPlace }) => {
  const say = useSay(deliverectWords)
  const moment = useVenueMoment()
  const { Location: name, DeliverectId, DeliverectLocationId, Trouble, PausedUntil, Registered, Untold, AtTill } = place
  const isLinked = DeliverectId !== null
  const needsSomebody = Trouble === 'refused' || Trouble === 'revoked-there'
  const act = (what: 'link' | 'end' | 'products', short: string, named: string) => (
    <>
      <button type="button" className="btn" aria-label={named} onClick={() => onAsk(what, place)}>
        {short}
      </button>{' '}
    </>
  )
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={say('status')}>
        <span className={needsSomebody ? 'st-tag bad' : undefined}>{say(needsSomebody ? 'attention' : isLinked ? 'linked' : 'notLinked')}</span>
        {Trouble && <small>{say(Trouble)}</small>}
        {isLinked && PausedUntil && <small>{say('pausedUntil', { when: moment(PausedUntil) })}</small>}
        {Registered && <small>{say('proposed', { name: Registered.Name || Registered.DeliverectLocationId })}</small>}
      </td>
      <td data-label={say('ids')}>
        {isLinked ? (
          <>
            {place.Name}
            <small>
              {DeliverectId} / {DeliverectLocationId}
            </small>
            <small>{say(place.Checked ? 'checked' : 'notChecked')}</small>
          </>
        ) : (
          <Nil />
        )}
      </td>
      <td data-label={say('sendTo')}>{isLinked ? say(place.SendToLocation ? 'yes' : 'no') : <Nil />}</td>
      <td data-label={say('waiting')}>
        {Untold === 0 && AtTill === 0 && <Nil />}
        {AtTill > 0 && <span>{say('atTill', { n: AtTill })}</span>}
        {Untold > 0 && <small>{say('untold', { n: Untold })}</small>}
      </td>
      <td className={styles.last}>
        {act('link', say(isLinked ? 'change' : 'link'), say(isLinked ? 'changeNamed' : 'linkNamed', { place: name }))}
        {isLinked && canSend && act('products', say('products'), say('productsNamed', { place: name }))}
        {isLinked && act('end', say('disconnect'), say('disconnectNamed', { place: name }))}
      </td>
    </tr>
  )
}
