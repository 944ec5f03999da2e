import { approvedPayments } from '#features/reports/kit/terminal-payments.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'

/** What a card terminal took, cents. */
export interface TakenAtTerminal {
  terminal: string
  payments: number
  amount: number
}

export interface TerminalDay {
  terminals: TakenAtTerminal[]
  /** When its provider was read last; null where it was not yet. */
  readAt: Date | null
}

/** What the card terminals of a location took on their business day of a date, by their provider; nothing where it is not linked there. */
export const terminalDay = async (scope: VenueScope, locationId: number, day: string): Promise<TerminalDay | undefined> => {
  const { sql, venueId } = scope
  const [[link], terminals] = await Promise.all([
    sql<{ readAt: Date | null }[]>`
      select max(last_ok_at) as "readAt" from link where venue_id = ${venueId} and provider = 'Tyro' and location_id = ${locationId}
        and status in ('connected', 'attention') having count(*) > 0`,
    sql<TakenAtTerminal[]>`
      select terminal, sum(payments)::int as payments, sum(total)::bigint as amount
      from ${approvedPayments(scope, { locationIds: [locationId], from: day, to: day })} taken group by terminal order by 1`,
  ])
  return link || terminals.length > 0 ? { terminals: [...terminals], readAt: link?.readAt ?? null } : undefined
}
