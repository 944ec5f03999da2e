import { useState } from 'react'
import styles from '#integrations/link-screen/link-screen.module.css'
import { moneyText } from '#shared/money.ts'
import { Refusal } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { useChannelName } from './channel-name.part.ts'
import { type DeliverectOverview, type DeliverectPlace, deliverectCalls } from './deliverect.contract.ts'
import own from './deliverect.module.css'
import { deliverectWords } from './deliverect-screen.messages.ts'

type Channel = DeliverectOverview['Channels'][number]

interface Props {
  venueId: number
  channels: readonly Channel[]
  places: readonly DeliverectPlace[]
  onDone: () => void
}

/** What each channel sold for a location, what it takes, and what that came to. */
export const ChannelsOfDeliverect = ({ places, channels, ...rest }: Props) => {
  const say = useSay(deliverectWords)
  return (
    <section className={styles.part} aria-label={say('channelsTitle')}>
      <h2>{say('channelsTitle')}</h2>
      <p className="hint">{say('channelsAbout')}</p>
      {channels.length === 0 && <p className="note">{say('noChannels')}</p>}
      {places.map((place) => {
        const channelsThere = channels.filter(({ LocationId }) => LocationId === place.LocationId)
        return channelsThere.length === 0 ? null : <ChannelsOfPlace key={place.LocationId} place={place} channels={channelsThere} {...rest} />
      })}
    </section>
  )
}

/** Nothing written is nothing said. */
const percentIn = (text: string): number | null | undefined => {
  const written = text.trim().replace(',', '.')
  if (written === '') return null
  return /^\d{1,3}(\.\d{1,2})?$/.test(written) && Number(written) <= 100 ? Number(written) : undefined
}

const ChannelsOfPlace = ({ venueId, place, channels, onDone }: Omit<Props, 'places'> & { place: DeliverectPlace }) => {
  const say = useSay(deliverectWords)
  const { language } = useLanguage()
  const nameOf = useChannelName()
  const [written, setWritten] = useState<Readonly<Record<number, string>>>({})
  const save = useSend(deliverectCalls.commissions, {
    quiet: true,
    onDone: () => {
      toast.success(say('savedCommissions'))
      setWritten({})
      onDone()
    },
  })
  const money = (major: number) => moneyText(major, place.Currency, language)
  const changed = Object.entries(written).map(([channel, text]) => ({ Channel: Number(channel), Percent: percentIn(text) }))
  const isWrong = changed.some(({ Percent }) => Percent === undefined)
  return (
    <form
      className={`scroll ${own.place}`}
      onSubmit={(event) => {
        event.preventDefault()
        const Commissions = changed.flatMap(({ Channel, Percent }) => (Percent === undefined ? [] : [{ Channel, Percent }]))
        if (!isWrong) save.mutate({ params: { id: venueId, locationId: place.LocationId }, body: { Commissions } })
      }}
    >
      <h3>{place.Location}</h3>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{place.Location}</caption>
        <thead>
          <tr>
            {(['channel', 'orders', 'amount', 'fee', 'commission'] as const).map((key) => (
              <th scope="col" key={key} className={key === 'channel' ? undefined : 'num'}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map(({ Channel, Name: told, CommissionPercent, Orders, Amount, Fee }) => {
            const Name = nameOf(told)
            const text = written[Channel] ?? (CommissionPercent === null ? '' : String(CommissionPercent))
            return (
              <tr key={Channel}>
                <th scope="row">{Name}</th>
                <td data-label={say('orders')} className="num">
                  {Orders}
                </td>
                <td data-label={say('amount')} className="num">
                  {money(Amount)}
                </td>
                <td data-label={say('fee')} className="num">
                  {CommissionPercent === null && Fee === 0 ? say('notSaid') : money(Fee)}
                </td>
                <td data-label={say('commission')} className="num">
                  <div className={`field small ${own.percent}`}>
                    <input
                      aria-label={say('commissionNamed', { channel: Name, place: place.Location })}
                      aria-invalid={percentIn(text) === undefined ? true : undefined}
                      inputMode="decimal"
                      size={6}
                      value={text}
                      onChange={(event) => setWritten({ ...written, [Channel]: event.target.value })}
                    />
                  </div>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {isWrong && <p className="wrong">{say('badPercent')}</p>}
      {changed.length > 0 && (
        <button type="submit" className="btn primary" disabled={isWrong || save.isPending}>
          {say('saveCommissions')}
        </button>
      )}
      <Refusal error={save.error} />
    </form>
  )
}
