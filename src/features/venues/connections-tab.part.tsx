import { Fragment, useState } from 'react'
import { LINK_TAGS, type LinkedProvider } from '#integrations/link.contract.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { historyWords } from './link-history.messages.ts'
import history from './link-history.module.css'
import { LinkHistory } from './link-history.part.tsx'
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
      <Providers venueId={venueId} config={data.Config} nameOf={(id) => names.get(id) ?? String(id)} />
      <Tills config={data.Config} nameOf={(id) => names.get(id) ?? String(id)} />
    </>
  )
}

/** Providers with a screen of their own, for whoever holds its tag. */
const SCREENS: Readonly<Partial<Record<string, { screen: string; tag: string }>>> = {
  Stripe: { screen: '/stripe/connect', tag: 'can_linkpayment' },
  Deputy: { screen: '/deputy/connect', tag: 'can_linkdeputy' },
  Shopify: { screen: '/shopify/connect', tag: 'can_linkshopify' },
}

type ConnectedPlace = Connections['Links'][number]

/** Every provider with its links; one without any has a row that says so. */
const Providers = ({ venueId, config, nameOf }: { venueId: number; config: Connections; nameOf: (locationId: number) => string }) => {
  const say = useSay(venueWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${layout.part}`} aria-label={say('providers')} tabIndex={0}>
      <table className={`plain ${table.table}`}>
        <caption className="sr">{say('providers')}</caption>
        <thead>
          <tr>
            {(['provider', 'location', 'status', 'account', 'lastSync', 'nextStep'] as const).map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {config.Providers.map(({ Provider }) => {
            const links = config.Links.filter((link) => link.Provider === Provider)
            return links.length === 0 ? (
              <LinkRow key={Provider} venueId={venueId} provider={Provider} place={undefined} where="–" />
            ) : (
              links.map((link) => (
                <LinkRow
                  key={`${Provider} ${link.LocationId} ${link.Status}`}
                  venueId={venueId}
                  provider={Provider}
                  place={link}
                  where={link.LocationId === null ? say('wholeVenue') : nameOf(link.LocationId)}
                />
              ))
            )
          })}
        </tbody>
      </table>
      <p className="hint">{say('linkOverrides')}</p>
    </section>
  )
}

const TONES = { Linked: '', 'Needs attention': 'st-tag bad', Disconnecting: 'st-tag info', 'Not linked': '' } as const

const hasHistory = (provider: string): provider is LinkedProvider => provider in LINK_TAGS

interface RowProps {
  venueId: number
  provider: string
  /** Nothing: it was never linked. */
  place: ConnectedPlace | undefined
  where: string
}

/** A provider at a place; what is behind it opens below. */
const LinkRow = ({ venueId, provider, place, where }: RowProps) => {
  const say = useSay(venueWords)
  const moment = useVenueMoment()
  const tags = tagsOf(useStoredUser())
  const own = SCREENS[provider]
  const screen = own && tags.includes(own.tag) ? own.screen : undefined
  const [isOpen, setOpen] = useState(false)
  const isLinked = place !== undefined && place.Status !== 'Not linked'
  return (
    <Fragment>
      <tr className={isOpen ? history.open : undefined}>
        <th scope="row">{provider}</th>
        <td>{where}</td>
        <td>
          {place ? <span className={TONES[place.Status]}>{say(place.Status)}</span> : say('Not linked')}
          {place?.TroubleSince && <small> {say('since', { when: moment(place.TroubleSince) })}</small>}
        </td>
        <td>{place?.AccountName ?? '–'}</td>
        <td>{place?.LastSync ? moment(place.LastSync) : '–'}</td>
        <td className={history.acts}>
          {screen && <Go to={screen}>{say(isLinked ? 'linkDetails' : 'linkNow', { provider })}</Go>}
          {place && hasHistory(provider) && <OpenHistory provider={provider} where={where} isOpen={isOpen} onOpen={setOpen} />}
          {!place && !screen && '–'}
        </td>
      </tr>
      {isOpen && place && hasHistory(provider) && (
        <tr className={history.case}>
          <td colSpan={6}>
            <LinkHistory venueId={venueId} provider={provider} locationId={place.LocationId} link={place} moment={moment} screen={screen} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

const OpenHistory = ({ provider, where, isOpen, onOpen }: { provider: string; where: string; isOpen: boolean; onOpen: (open: boolean) => void }) => {
  const say = useSay(historyWords)
  return (
    <button
      type="button"
      className="text-btn"
      aria-expanded={isOpen}
      aria-label={say(isOpen ? 'closeNamed' : 'openNamed', { provider, place: where })}
      onClick={() => onOpen(!isOpen)}
    >
      {say(isOpen ? 'close' : 'open')}
    </button>
  )
}

const Tills = ({ config, nameOf }: { config: Connections; nameOf: (locationId: number) => string }) => {
  const say = useSay(venueWords)
  const moment = useVenueMoment()
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
              <td>{moment(LastSaleAt)}</td>
              <td>{moment(LastReceivedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
