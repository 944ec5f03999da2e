import { oauth } from '#integrations/link.contract.ts'
import styles from '#integrations/link-screen/link-screen.module.css'
import { plainDayText } from '#shared/cell-text.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import type { TyroPlaces } from './tyro.contract.ts'
import { isMerchantId } from './tyro-answers.rules.ts'
import { tyroWords } from './tyro-screen.messages.ts'

type Place = TyroPlaces['Places'][number]

interface Props {
  places: readonly Place[]
  canRead: boolean
  onLink: (place: Place) => void
  onEnd: (place: Place) => void
  onRead: () => void
}

/** Every location with its link, and what can be done with it. */
export const PlacesOfTyro = ({ places, canRead, onLink, onEnd, onRead }: Props) => {
  const say = useSay(tyroWords)
  const read = useSend(oauth.check, {
    onDone: () => {
      toast.success(say('reading'))
      onRead()
    },
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('locations')} tabIndex={0}>
      <h2>{say('locations')}</h2>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{say('locations')}</caption>
        <thead>
          <tr>
            {(['location', 'status', 'tyroId', 'sendTo', 'lastRead', 'next'] as const).map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <PlaceRow
              key={place.LocationId}
              place={place}
              isReading={read.isPending}
              onRead={canRead ? () => read.mutate({ body: { Provider: 'Tyro', LocationId: place.LocationId } }) : undefined}
              onLink={onLink}
              onEnd={onEnd}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps extends Pick<Props, 'onLink' | 'onEnd'> {
  place: Place
  isReading: boolean
  onRead: (() => void) | undefined
}

const PlaceRow = ({ place, isReading, onRead, onLink, onEnd }: RowProps) => {
  const say = useSay(tyroWords)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  const { Location: name, TyroId, Status, Trouble, LinkedAt, LinkedBy, LastSync, Fetched, FirstDay } = place
  const isLinked = TyroId !== null
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={say('status')}>
        <span className={Status === 'Needs attention' ? 'st-tag bad' : undefined}>{say(Status)}</span>
        {Trouble && <small>{say(Trouble)}</small>}
        {Fetched !== null && !Trouble && <small>{say('fetching', { percent: Fetched })}</small>}
        {Fetched === null && FirstDay && <small>{say('completeFrom', { day: plainDayText(FirstDay, language) })}</small>}
      </td>
      <td data-label={say('tyroId')}>
        {isLinked ? <Account place={place} id={TyroId} /> : <Nil />}
        {LinkedAt && <small>{LinkedBy ? say('linkedBy', { when: moment(LinkedAt), who: LinkedBy }) : say('linkedAt', { when: moment(LinkedAt) })}</small>}
      </td>
      <td data-label={say('sendTo')}>{isLinked ? say(place.SendToLocation ? 'yes' : 'no') : <Nil />}</td>
      <td data-label={say('lastRead')}>{isLinked ? LastSync ? moment(LastSync) : say('never') : <Nil />}</td>
      <td className={styles.last}>
        <button type="button" className="btn" aria-label={say(isLinked ? 'changeNamed' : 'linkNamed', { place: name })} onClick={() => onLink(place)}>
          {say(isLinked ? 'change' : 'link')}
        </button>{' '}
        {isLinked && onRead && (
          <>
            <button type="button" className="btn" aria-label={say('readNowNamed', { place: name })} disabled={isReading} onClick={onRead}>
              {say('readNow')}
            </button>{' '}
          </>
        )}
        {isLinked && (
          <button type="button" className="btn" aria-label={say('disconnectNamed', { place: name })} onClick={() => onEnd(place)}>
            {say('disconnect')}
          </button>
        )}
      </td>
    </tr>
  )
}

const Account = ({ place: { AccountName, Checked }, id }: { place: Place; id: string }) => {
  const say = useSay(tyroWords)
  return (
    <>
      {id}
      {AccountName && <small>{AccountName}</small>}
      <small>{say(!Checked ? 'notChecked' : isMerchantId(id) ? 'checked' : 'noPayments')}</small>
    </>
  )
}
