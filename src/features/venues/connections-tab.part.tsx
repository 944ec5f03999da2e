import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { type Connections, venueConfig } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import table from './venue-table.module.css'
import { venueWords } from './venues.messages.ts'

/** What is linked, and when each till was heard last. */
export const ConnectionsTab = ({ venueId }: { venueId: number }) => {
  const { data, error, refetch } = useCall(venueConfig.connections, { params: { id: venueId } }, { everySeconds: 60 })
  const places = useCall(venueConfig.locationsConfig, { params: { id: venueId } })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={7} />
  const names = new Map(places.data?.Locations.map(({ LocationId, Name }) => [LocationId, Name]))
  return (
    <>
      <Providers config={data.Config} />
      <Tills config={data.Config} nameOf={(id) => names.get(id) ?? String(id)} />
    </>
  )
}

const Providers = ({ config }: { config: Connections }) => {
  const say = useSay(venueWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${layout.part}`} aria-label={say('providers')} tabIndex={0}>
      <table className={`plain ${table.table}`}>
        <caption className="sr">{say('providers')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('provider')}</th>
            <th scope="col">{say('scope')}</th>
            <th scope="col">{say('status')}</th>
            <th scope="col">{say('account')}</th>
          </tr>
        </thead>
        <tbody>
          {config.Providers.map(({ Provider, Scope, Status, AccountName }) => (
            <tr key={Provider}>
              <th scope="row">{Provider}</th>
              <td>{say(Scope === 'venue' ? 'scopeVenue' : 'scopeLocation')}</td>
              <td>{say(Status)}</td>
              <td>{AccountName ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{say('linkingLater')}</p>
    </section>
  )
}

const Tills = ({ config, nameOf }: { config: Connections; nameOf: (locationId: number) => string }) => {
  const say = useSay(venueWords)
  const { locale } = useLanguage()
  const zone = useStoredUser()?.Config?.Locations[0]?.TimeZone
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...(zone ? { timeZone: zone } : {}) })
  if (config.Terminals.length === 0) return <p className={`hint ${layout.part}`}>{say('noHeartbeats')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${layout.part}`} aria-label={say('heartbeats')} tabIndex={0}>
      <h2>{say('heartbeats')}</h2>
      <table className={`plain ${table.table}`}>
        <caption className="sr">{say('heartbeats')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('till')}</th>
            <th scope="col">{say('location')}</th>
            <th scope="col">{say('lastSale')}</th>
            <th scope="col">{say('lastHeard')}</th>
          </tr>
        </thead>
        <tbody>
          {config.Terminals.map(({ LocationId, TerminalId, LastSaleAt, LastReceivedAt }) => (
            <tr key={`${LocationId} ${TerminalId}`}>
              <th scope="row">{TerminalId}</th>
              <td>{nameOf(LocationId)}</td>
              <td>{moment.format(new Date(LastSaleAt))}</td>
              <td>{moment.format(new Date(LastReceivedAt))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
