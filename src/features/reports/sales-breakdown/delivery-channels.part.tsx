import { numberedChannel } from '#integrations/online-orders/channel-names.rules.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { screenWords } from './breakdown-screen.messages.ts'
import styles from './costs-account.module.css'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

/** What each ordering channel sold for a location and kept of it; nothing where none did. */
export const DeliveryChannels = ({ answer: { DeliveryChannels: channels, Locations } }: { answer: CostsAnswer }) => {
  const say = useSay(screenWords)
  const { language } = useLanguage()
  if (channels.length === 0) return null
  const placeOf = (id: number) => Locations.find(({ LocationId }) => LocationId === id)
  const nameOf = (name: string) => {
    const n = numberedChannel(name)
    return n === undefined ? name : say('channelNumbered', { n })
  }
  return (
    <table className={styles.lines}>
      <caption>{say('channelsTitle')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('channel')}</th>
          {(['channelOrders', 'channelAmount', 'channelCommission'] as const).map((key) => (
            <th scope="col" className="num" key={key}>
              {say(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {channels.map(({ LocationId, Channel, Name, Orders, Amount, Commission }) => {
          const place = placeOf(LocationId)
          const money = (value: number) => moneyText(value, place?.Currency ?? '', language, 'plain')
          return (
            <tr key={`${LocationId} ${Channel}`}>
              <th scope="row">
                {nameOf(Name)} <small>{place?.Name}</small>
              </th>
              <td className="num">{Orders}</td>
              <td className="num">{money(Amount)}</td>
              <td className="num">{Commission === null ? say('commissionNotSet') : money(Commission)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
