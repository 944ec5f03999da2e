import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { LinkEvent, LinkedProvider, LinkTrouble } from './link.contract.ts'

interface TrailRow {
  at: Date
  action: string
  by: string | null
  detail: { Again?: boolean; Trouble?: LinkTrouble; MailedTo?: string; Domain?: string; How?: string }
}

/** What the trail calls it; beginning to link is no event of a link. */
const WHAT: Readonly<Partial<Record<string, LinkEvent['What']>>> = {
  'link.made': 'Linked',
  'link.failed': 'Failed',
  'link.trouble': 'Trouble',
  'link.works': 'Works',
  'link.domain-refused': 'DomainRefused',
  'link.domain-taken': 'DomainTaken',
  'link.ended': 'Ended',
  'link.closed': 'Closed',
}
const MOST_EVENTS = 50

/** What happened to the links of a place with a provider, one after the other: from the trail, and when the last 90 days of the open one were there. */
export const historyOfLink = async (venue: VenueScope, provider: LinkedProvider, locationId: number | null): Promise<LinkEvent[]> => {
  const { sql, venueId } = venue
  const rows = await sql<TrailRow[]>`
    select a.at, a.action, a.detail,
      (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = a.actor_user_id limit 1) as by
    from audit_event a
    where a.venue_id = ${venueId} and a.action like 'link.%' and a.action <> 'link.begun' and a.subject = ${provider}
      and (a.detail ->> 'LocationId')::int is not distinct from ${locationId}::int
    order by a.at desc, a.event_id desc limit ${MOST_EVENTS}`
  const [fetched] = await sql<{ at: Date | null }[]>`
    select case when bool_and(s.first_done_at is not null) then max(s.first_done_at) end as at
    from link l join link_sync s on s.venue_id = ${venueId} and s.link_id = l.link_id
    where l.venue_id = ${venueId} and l.provider = ${provider} and l.location_id is not distinct from ${locationId}::int and l.status in ('connected', 'attention')`
  const events = rows.flatMap(eventOf)
  return fetched?.at ? [...events, { ...NOTHING_MORE, At: fetched.at.toISOString(), What: 'Fetched' as const }].sort(newestFirst) : events
}

const NOTHING_MORE = { By: null, Trouble: null, Domain: null, MailedTo: '' }

const eventOf = ({ at, action, by, detail }: TrailRow): LinkEvent[] => {
  const What = WHAT[action]
  if (!What) return []
  const { Trouble = null, Domain = null, MailedTo = '' } = detail
  return [{ At: at.toISOString(), What: refined(What, detail), By: by, Trouble, Domain, MailedTo }]
}

const refined = (what: LinkEvent['What'], { Again, How }: TrailRow['detail']): LinkEvent['What'] => {
  if (what === 'Linked' && Again) return 'Renewed'
  return what === 'Closed' && How !== 'told' ? 'GivenUp' : what
}

const newestFirst = (a: LinkEvent, b: LinkEvent): number => b.At.localeCompare(a.At)
