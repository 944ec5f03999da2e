import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import type { Connections } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import table from './venue-table.module.css'
import { venueWords } from './venues.messages.ts'

/** When each till last sent data. */
export const Tills = ({ config, nameOf }: { config: Connections; nameOf: (locationId: number) => string }) => {
  const say = useSay(venueWords)
  const moment = useVenueMoment()
  if (config.Terminals.length === 0) return <p className={`hint ${layout.part}`}>{say('noHeartbeats')}</p>
  return (
    <Scroll className={layout.part} label={say('heartbeats')}>
      <h2>{say('heartbeats')}</h2>
      <table className={`plain ${table.table}`}>
        <caption className="sr">{say('heartbeats')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('till')}</th>
            <th scope="col">{say('location')}</th>
            <th scope="col">{say('lastSale')}</th>
            <th scope="col">{say('lastContact')}</th>
          </tr>
        </thead>
        <tbody>
          {config.Terminals.map(({ LocationId, TerminalId, LastSaleAt, LastReceivedAt }) => (
            <tr key={`${LocationId} ${TerminalId}`}>
              <th scope="row">{TerminalId}</th>
              <td>{nameOf(LocationId)}</td>
              <td>{moment(LastSaleAt)}</td>
              <td>{moment(LastReceivedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
