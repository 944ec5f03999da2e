import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'

/** What a provider tells of in a webhook; nothing of the thing itself where that can be asked for anew. */
export interface WebhookEvent {
  eventId: string
  accountId: string | null
  type: string
  objectId: string | null
  isLive: boolean
  createdAt: Date
  /** Asks for work that has to be done though the account is linked nowhere any more; it bears to be asked for twice. */
  alsoAsk?: (sql: Transaction) => Promise<void>
  /** What was sent, where no call would tell it again; it is kept until it was worked off, and by then handed on. */
  body?: string
}

/**
 * Keeps an event before anything is done about it; one that is kept already stays as it is.
 * @returns the link it is about, or that no link is known for it; nothing where it is kept already
 */
export const keepWebhook = async (
  sql: Statements,
  provider: string,
  event: WebhookEvent,
): Promise<{ venueId: number; linkId: string } | 'nobody' | undefined> => {
  const [kept] = await sql<{ venueId: number | null; linkId: string | null }[]>`
    insert into webhook_event (provider, event_id, account_id, type, object_id, is_live, created_at, body, venue_id, link_id, state)
    select ${provider}, ${event.eventId}, ${event.accountId}, ${event.type}, ${event.objectId}, ${event.isLive}, ${event.createdAt},
      ${event.body ?? null}, a.venue_id, a.link_id,
      case when a.venue_id is null then 'ignored' else 'waiting' end
    from (select 1) one left join linked_account a on a.provider = ${provider} and a.account_id = ${event.accountId}
    on conflict (provider, event_id) do nothing
    returning venue_id as "venueId", link_id::text as "linkId"`
  if (!kept) return undefined
  return kept.venueId !== null && kept.linkId !== null ? { venueId: kept.venueId, linkId: kept.linkId } : 'nobody'
}

/**
 * It turned out later which account an event is about.
 * @returns the link of that account, if it is linked
 */
export const nameAccount = async (
  sql: Statements,
  provider: string,
  { eventId, accountId }: { eventId: string; accountId: string },
): Promise<{ venueId: number; linkId: string } | undefined> => {
  const [link] = await sql<{ venueId: number; linkId: string }[]>`
    update webhook_event e set account_id = ${accountId}, venue_id = a.venue_id, link_id = a.link_id, state = 'waiting' from linked_account a
    where e.provider = ${provider} and e.event_id = ${eventId} and a.provider = ${provider} and a.account_id = ${accountId}
    returning a.venue_id as "venueId", a.link_id::text as "linkId"`
  return link
}

const AT_ONCE = 10_000

/** What waits to be worked off for a link. */
export const waitingWebhooks = async (sql: Statements, venueId: number, linkId: string) => sql<{ eventId: string; type: string; objectId: string | null }[]>`
  select event_id as "eventId", type, object_id as "objectId" from webhook_event
  where venue_id = ${venueId} and link_id = ${linkId}::bigint and state = 'waiting' order by received_at, event_id limit ${AT_ONCE}`

/** The same with what was sent, the oldest first. */
export const waitingBodies = async (sql: Statements, venueId: number, linkId: string, atMost: number) => sql<
  { eventId: string; body: string | null; receivedAt: Date }[]
>`
  select event_id as "eventId", body, received_at as "receivedAt" from webhook_event
  where venue_id = ${venueId} and link_id = ${linkId}::bigint and state = 'waiting' order by received_at, event_id limit ${atMost}`

/** How many webhooks are kept whole for accounts that nobody linked yet, by account. @param accounts the beginnings of their names */
export const unlinkedBodies = async (sql: Statements, provider: string, accounts: readonly string[]) => sql<
  { accountId: string; events: number; since: Date }[]
>`
  select account_id as "accountId", count(*)::int as events, min(received_at) as since from webhook_event
  where provider = ${provider} and state = 'ignored' and is_whole and venue_id is null and split_part(account_id, '/', 1) = any(${accounts}::text[])
  group by account_id order by account_id`

export const webhooksDone = async (sql: Statements, provider: string, eventIds: readonly string[]): Promise<void> => {
  if (eventIds.length > 0)
    await sql`update webhook_event set state = 'done', worked_at = now(), body = null where provider = ${provider} and event_id = any(${eventIds}::text[]) and state = 'waiting'`
}

/** What nobody could make anything of is put aside as it was sent, to be worked off again by a later version. */
export const putWebhooksAside = async (sql: Statements, provider: string, eventIds: readonly string[]): Promise<void> => {
  if (eventIds.length > 0)
    await sql`update webhook_event set state = 'ignored', worked_at = now() where provider = ${provider} and event_id = any(${eventIds}::text[]) and state = 'waiting'`
}

/** Which events are meant: one of them, or those that arrived from a moment to before another, of all accounts or of one. */
export interface ReplayAsked {
  eventId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  accountId?: string | undefined
  venueId?: number | undefined
  /** Those alone of which what was sent is still there. */
  keptWhole?: boolean | undefined
}

/**
 * Has events worked off once more, each by the link its account has now.
 * @returns the links that have something to do, and how many events are of accounts that are linked nowhere
 */
export const replayWebhooks = async (
  sql: Statements,
  provider: string,
  { eventId, since, until, accountId, venueId, keptWhole = false }: ReplayAsked,
): Promise<{ links: { venueId: number; linkId: string; events: number }[]; unlinked: number }> => {
  const meant = sql`e.provider = ${provider} and (${eventId ?? null}::text is null or e.event_id = ${eventId ?? null})
    and (${since ?? null}::timestamptz is null or e.received_at >= ${since ?? null}) and (${until ?? null}::timestamptz is null or e.received_at < ${until ?? null})
    and (${accountId ?? null}::text is null or e.account_id = ${accountId ?? null}) and (not ${keptWhole} or e.is_whole)`
  const links = await sql<{ venueId: number; linkId: string; events: number }[]>`
    with again as (
      update webhook_event e set state = 'waiting', worked_at = null, venue_id = a.venue_id, link_id = a.link_id
      from linked_account a where ${meant} and a.provider = e.provider and a.account_id = e.account_id
        and (${venueId ?? null}::int is null or a.venue_id = ${venueId ?? null})
      returning e.venue_id, e.link_id)
    select venue_id as "venueId", link_id::text as "linkId", count(*)::int as events from again group by venue_id, link_id order by venue_id, link_id`
  const [row] = await sql<{ unlinked: number }[]>`
    select count(*)::int as unlinked from webhook_event e where ${meant} and (${venueId ?? null}::int is null or e.venue_id = ${venueId ?? null})
      and not exists (select from linked_account a where a.provider = e.provider and a.account_id = e.account_id)`
  return { links: [...links], unlinked: row?.unlinked ?? 0 }
}

const KEPT_DAYS = 30

/** Forgets what was worked off long ago, and what was nobody's, unless no call would tell it again. */
export const forgetOldWebhooks = async (sql: Statements): Promise<void> => {
  await sql`delete from webhook_event where received_at < now() - ${`${KEPT_DAYS} days`}::interval and state <> 'waiting' and not is_whole`
}
