import { setVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { ORDER_PROVIDERS } from '#shared/order-providers.ts'

/** A venue as the list of all of them shows it. */
export interface VenueOverview {
  VenueId: number
  Name: string
  Sample: boolean
  Currency: string
  Language: 'en' | 'jp'
  ShowBreakdownPage: boolean
  ShowControlSheet: boolean
  ShowExcise: boolean
  ShowTimeAndAttendanceModule: boolean
  CreatedAt: Date
  /** Locations that trade. */
  Locations: number
  /** People with access. */
  Users: number
  LastSaleAt: Date | null
  LastReceivedAt: Date | null
  /** Locations that trade by their tills: with sales in the last 24 hours, and with none since earlier ones. */
  Tills: { Heard: number; Silent: number }
  /** Links with outside systems that work, those that need somebody or were not read for a day, and the providers of these. */
  Links: { Linked: number; NeedAttention: number; Providers: string[] }
}

const AT_ONCE = 100

/**
 * Every venue of the installation by name, each seen from inside its wall: one walk through all of them, a hundred to a round trip. For
 * Admin. Only ids of ours are in the text; entering and asking are statements of their own, as Citus wants them.
 */
export const venueOverviews = async (house: Transaction): Promise<VenueOverview[]> => {
  const ids = await house<{ venue_id: number }[]>`select venue_id from venue order by lower(name), venue_id`
  const overviews: VenueOverview[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const walk = ids.slice(from, from + AT_ONCE).flatMap(({ venue_id }) => [setVenue(venue_id), overviewOf(Math.trunc(venue_id))])
    const answers = await Promise.all([...walk, setVenue(0)].map((statement) => house.unsafe<VenueOverview[]>(statement).execute()))
    overviews.push(...answers.flat())
  }
  return overviews
}

/** Online orders come by themselves, whether or not a till of the location sends sales. */
const NO_TILLS = ORDER_PROVIDERS.map((provider) => `'${provider}'`).join(', ')

const overviewOf = (venueId: number) => `
  select v.venue_id as "VenueId", v.name as "Name", v.is_sample as "Sample", v.currency as "Currency", v.language as "Language",
    v.show_breakdown_page as "ShowBreakdownPage", v.show_control_sheet as "ShowControlSheet", v.show_excise as "ShowExcise",
    v.show_time_and_attendance_module as "ShowTimeAndAttendanceModule", v.created_at as "CreatedAt",
    (select count(*) from location l where l.venue_id = ${venueId} and l.active)::int as "Locations",
    (select count(*) from employee e where e.venue_id = ${venueId} and e.active and e.registered)::int as "Users",
    (select max(t.last_sale_at) from trading_day_state t where t.venue_id = ${venueId}) as "LastSaleAt",
    (select max(t.last_received_at) from trading_day_state t where t.venue_id = ${venueId}) as "LastReceivedAt",
    (select jsonb_build_object('Heard', count(*) filter (where h.heard), 'Silent', count(*) filter (where h.ever and not h.heard))
      from (select exists (select from trading_day_state t join sale s on s.venue_id = ${venueId} and s.location_id = t.location_id and s.business_date = t.day
            where t.venue_id = ${venueId} and t.location_id = l.location_id and t.last_received_at > now() - interval '24 hours'
              and s.received_at > now() - interval '24 hours' and s.source not in (${NO_TILLS})) as heard,
          exists (select from sale s where s.venue_id = ${venueId} and s.location_id = l.location_id and s.source not in (${NO_TILLS})) as ever
        from location l where l.venue_id = ${venueId} and l.active) h) as "Tills",
    (select jsonb_build_object('Linked', count(*) filter (where not k.bad), 'NeedAttention', count(*) filter (where k.bad),
        'Providers', coalesce(jsonb_agg(distinct k.provider) filter (where k.bad), '[]'))
      from (select provider, status = 'attention' or (last_error is not null and (last_error = 'endless' or last_error_at < now() - interval '24 hours')) as bad
        from link where venue_id = ${venueId} and status in ('connected', 'attention')) k) as "Links"
  from venue v where v.venue_id = ${venueId}`
