import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { hashSecret } from './secrets.ts'

/** A link by the venue it is of. */
export interface LinkName {
  venueId: number
  linkId: string
}

/**
 * Gives an account to a link, unless another one has it: what an account takes can be told of one place only.
 * @returns whether it is the link's now
 */
export const claimAccount = async (sql: Transaction, provider: string, accountId: string, { venueId, linkId }: LinkName): Promise<boolean> => {
  await sql`
    insert into linked_account (provider, account_id, venue_id, link_id) values (${provider}, ${accountId}, ${venueId}, ${linkId}::bigint)
    on conflict (provider, account_id) do nothing`
  const [row] = await sql<{ is_own: boolean }[]>`
    select venue_id = ${venueId} and link_id = ${linkId}::bigint as is_own from linked_account where provider = ${provider} and account_id = ${accountId} for update`
  return row?.is_own ?? false
}

/** The link that has an account; nothing where it is linked nowhere. */
export const linkOfAccount = async (sql: Transaction, provider: string, accountId: string): Promise<LinkName | undefined> => {
  const [row] = await sql<LinkName[]>`
    select venue_id as "venueId", link_id::text as "linkId" from linked_account where provider = ${provider} and account_id = ${accountId}`
  return row
}

/** Lets go of an account, so that it can be linked anew. */
export const releaseAccount = async (sql: Transaction, { venueId, linkId }: LinkName): Promise<void> => {
  await sql`delete from linked_account where venue_id = ${venueId} and link_id = ${linkId}::bigint`
}

/**
 * Takes a code of a provider for the one time it is sent there, in the whole installation: sent twice, it would end what its first sending gave.
 * @returns whether nobody took it before
 */
export const claimCode = async (sql: Transaction, provider: string, code: string): Promise<boolean> => {
  const [taken] = await sql`
    insert into authorisation_code (provider, code_hash) values (${provider}, ${hashSecret(code)}) on conflict (provider, code_hash) do nothing returning 1`
  return taken !== undefined
}

const CODES_KEPT_DAYS = 7

/** Forgets codes that no provider takes any more. */
export const forgetCodes = async (sql: Statements): Promise<void> => {
  await sql`delete from authorisation_code where used_at < now() - ${`${CODES_KEPT_DAYS} days`}::interval`
}

/** The venue a location belongs to, for Admin, who may name a location of any venue. Each venue is looked into from inside its wall. */
export const venueOfLocation = async (house: Transaction, locationId: number, enter: (venueId: number) => string): Promise<number | undefined> => {
  const venues = await house<{ venue_id: number }[]>`select venue_id from venue order by venue_id`
  for (const { venue_id } of venues) {
    await house.unsafe(enter(venue_id))
    const [found] = await house`select 1 from location where venue_id = ${venue_id} and location_id = ${locationId}`
    if (found) return venue_id
  }
  return undefined
}
