import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { membership } from '#features/membership/membership.contract.ts'
import { numberText } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import { call, showOnScreen } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { NewVenue } from './new-venue.part.tsx'
import { type VenueLine, venueAdmin } from './venue-admin.contract.ts'
import { VenueSettings } from './venue-settings.part.tsx'
import { venueWords } from './venues.messages.ts'
import './venues.css'

/** Every venue for Admin; one of them opens its settings, all in the address. */
const VenueListPage = () => {
  const say = useSay(venueWords)
  const [url, change] = useUrlState()
  const { data, error, refetch } = useCall(venueAdmin.venues, {})
  const open = useOpen()
  const chosen = data?.Venues.find(({ VenueId }) => String(VenueId) === url.venue)
  if (chosen) {
    const back = (
      <>
        <button type="button" className="btn" onClick={() => void open(chosen.VenueId)}>
          {say('people')}
        </button>
        <Go className="btn" change={{ venue: undefined, tab: undefined }}>
          {say('backToList')}
        </Go>
      </>
    )
    return (
      <Page title={chosen.Name} acts={back} sheet>
        <VenueSettings venueId={chosen.VenueId} />
      </Page>
    )
  }
  return (
    <Page
      title={say('venueList')}
      acts={
        <button type="button" className="btn primary" onClick={() => change({ new: '1' })}>
          {say('newVenue')}
        </button>
      }
    >
      {url.venue && data && <p className="callout warn">{say('noSuchVenue')}</p>}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data?.Venues.length === 0 && <Empty title={say('noVenues')} />}
      {data && data.Venues.length > 0 && <Venues venues={data.Venues} find={url.q ?? ''} onFind={(q) => change({ q }, 'replace')} />}
      {url.new && (
        <NewVenue
          onClose={() => change({ new: undefined })}
          onMade={(venueId) => {
            void refetch().then(() => change({ new: undefined, venue: String(venueId), tab: 'locations' }))
          }}
        />
      )}
    </Page>
  )
}

export default VenueListPage

/** Opens a venue for Admin and goes on to its people. */
const useOpen = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { language } = useLanguage()
  return async (venueId: number) => {
    const userId = storedUser()?.UserId ?? 0
    try {
      const { Token } = await call(membership.selectVenue, { params: { userId, venueId }, body: { EmployeeId: 0 } })
      queries.clear()
      changeStoredUser({ Token, VenueId: venueId })
      showOnScreen(userId, venueId)
      const { Permissions, Roles, Config } = await call(membership.user, { params: { userId } })
      changeStoredUser({ Permissions, Roles, Config })
      await navigate({ href: '/admin/employees/list' })
    } catch (refused) {
      toast.error(errorText(refused, language))
    }
  }
}

const FLAGS = ['ShowBreakdownPage', 'ShowControlSheet', 'ShowExcise', 'ShowTimeAndAttendanceModule'] as const

const Venues = ({ venues, find, onFind }: { venues: readonly VenueLine[]; find: string; onFind: (find: string) => void }) => {
  const say = useSay(venueWords)
  const { language, locale } = useLanguage()
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const found = venues.filter(({ Name }) => nameKey(Name).includes(nameKey(find)))
  return (
    <>
      <div className="tools">
        <label className="find">
          <Icon name="search" />
          <input type="search" aria-label={say('findVenue')} placeholder={say('findVenue')} value={find} onChange={(event) => onFind(event.target.value)} />
        </label>
        <span className="tally" role="status">
          {say('found', { n: numberText(found.length, language), of: numberText(venues.length, language) })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll" aria-label={say('venueList')} tabIndex={0}>
        <table className="plain venue-table">
          <caption className="sr">{say('venueList')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('venue')}</th>
              <th scope="col" className="num">
                {say('locations')}
              </th>
              <th scope="col" className="num">
                {say('users')}
              </th>
              <th scope="col">{say('lastSale')}</th>
              <th scope="col">{say('links')}</th>
              <th scope="col">{say('screens')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((venue) => (
              <tr key={venue.VenueId}>
                <th scope="row">
                  <Go change={{ venue: String(venue.VenueId) }}>{venue.Name}</Go> {venue.Sample && <small>{say('sample')}</small>}
                </th>
                <td className="num">{numberText(venue.Locations, language)}</td>
                <td className="num">{numberText(venue.Users, language)}</td>
                <td>{venue.LastSaleAt ? moment.format(new Date(venue.LastSaleAt)) : say('never')}</td>
                <td>{venue.Links.Linked === 0 ? say('Not linked') : say('linked', { n: venue.Links.Linked, bad: venue.Links.NeedAttention })}</td>
                <td className="flags">
                  {FLAGS.filter((flag) => venue[flag])
                    .map((flag) => say(flag))
                    .join(', ') || '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {found.length === 0 && <p className="note">{say('noMatch')}</p>}
    </>
  )
}
