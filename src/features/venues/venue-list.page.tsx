import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { membership } from '#features/membership/membership.contract.ts'
import { numberText } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import { call, showOnScreen } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { Tick } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { PartnerLink } from './partner-link.part.tsx'
import { type VenueLine, venueAdmin } from './venue-admin.contract.ts'
import table from './venue-table.module.css'
import { venueWords } from './venues.messages.ts'

const NewVenue = lazy(async () => ({ default: (await import('./new-venue.part.tsx')).NewVenue }))
const VenueSettings = lazy(async () => ({ default: (await import('./venue-settings.part.tsx')).VenueSettings }))

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
        <Suspense fallback={<Waiting rows={8} />}>
          <VenueSettings venueId={chosen.VenueId} />
        </Suspense>
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
      {data && data.Venues.length > 0 && <Venues venues={data.Venues} />}
      {data && <PartnerLink />}
      {url.new && (
        <Suspense>
          <NewVenue
            onClose={() => change({ new: undefined })}
            onMade={(venueId) => {
              void refetch().then(() => change({ new: undefined, venue: String(venueId), tab: 'locations' }))
            }}
          />
        </Suspense>
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
      const [{ Permissions, Roles, Config }, { Venues: known }] = await Promise.all([
        call(membership.user, { params: { userId } }),
        call(membership.venues, { params: { userId } }),
      ])
      // One made a moment ago is among them from now on.
      changeStoredUser({ Permissions, Roles, Config, Venues: known })
      await navigate({ href: '/admin/employees/list' })
    } catch (refused) {
      toast.error(errorText(refused, language))
    }
  }
}

const FLAGS = ['ShowBreakdownPage', 'ShowControlSheet', 'ShowExcise', 'ShowTimeAndAttendanceModule'] as const

/** Whether something that should send or take by itself does not: a till that fell silent, a link that broke. */
const needsSomebody = ({ Tills, Links }: VenueLine) => Tills.Silent > 0 || Links.NeedAttention > 0

const Venues = ({ venues }: { venues: readonly VenueLine[] }) => {
  const say = useSay(venueWords)
  const [url, change] = useUrlState()
  const find = url.q ?? ''
  const { language, locale } = useLanguage()
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
  const found = venues.filter((venue) => nameKey(venue.Name).includes(nameKey(find)) && (url.health !== 'bad' || needsSomebody(venue)))
  return (
    <>
      <div className="tools">
        <label className="find">
          <Icon name="search" />
          <input
            type="search"
            aria-label={say('findVenue')}
            placeholder={say('findVenue')}
            value={find}
            onChange={(event) => change({ q: event.target.value }, 'replace')}
          />
        </label>
        <Tick checked={url.health === 'bad'} onChange={(ticked) => change({ health: ticked ? 'bad' : undefined })}>
          {say('healthBad')}
        </Tick>
        <span className="tally" role="status">
          {say('found', { n: numberText(found.length, language), of: numberText(venues.length, language) })}
        </span>
      </div>
      <Scroll label={say('venueList')}>
        <table className={`plain ${table.table} slips`}>
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
              <th scope="col">{say('integrations')}</th>
              <th scope="col">{say('screens')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((venue) => (
              <tr key={venue.VenueId}>
                <th scope="row">
                  <Go change={{ venue: String(venue.VenueId) }}>{venue.Name}</Go> {venue.Sample && <small>{say('sample')}</small>}
                </th>
                <td className="num" data-label={say('locations')}>
                  {numberText(venue.Locations, language)}
                </td>
                <td className="num" data-label={say('users')}>
                  {numberText(venue.Users, language)}
                </td>
                <td data-label={say('lastSale')}>{venue.LastSaleAt ? moment.format(new Date(venue.LastSaleAt)) : say('never')}</td>
                <td className={table.health} data-label={say('integrations')}>
                  <Health venue={venue} />
                </td>
                <td className={table.flags} data-label={say('screens')}>
                  {FLAGS.filter((flag) => venue[flag])
                    .map((flag) => say(flag))
                    .join(', ') || '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {found.length === 0 && <p className="note">{say('noMatch')}</p>}
    </>
  )
}

/** What comes in by itself and what is linked: tills by location, then providers. */
const Health = ({ venue: { VenueId, Tills, Links, Locations } }: { venue: VenueLine }) => {
  const say = useSay(venueWords)
  const { locale } = useLanguage()
  const { Linked, NeedAttention, Providers } = Links
  return (
    <>
      {Tills.Silent > 0 && <span className="st-tag warn">{say('tillsSilent', { n: Tills.Silent, of: Locations })}</span>}
      {Tills.Heard > 0 && <span>{say('tillsSending', { n: Tills.Heard, of: Locations })}</span>}
      {Tills.Heard + Tills.Silent === 0 && <span>{say('tillsNone')}</span>}
      {NeedAttention > 0 && (
        <Go className="st-tag bad" change={{ venue: String(VenueId), tab: 'connections' }}>
          {say.count('linksBad', NeedAttention, { providers: new Intl.ListFormat(locale).format(Providers) })}
        </Go>
      )}
      {Linked > 0 && <small>{say.count('linksWork', Linked)}</small>}
      {Linked + NeedAttention === 0 && <small>{say('noLinks')}</small>}
    </>
  )
}
