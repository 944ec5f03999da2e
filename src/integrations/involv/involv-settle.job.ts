import { BACKFILL_DAYS } from '#integrations/link.rules.ts'
import type { AccountReading } from '#integrations/read-account.job.ts'
import { type Asking, adjustMember, memberAt, transactionsSince } from './involv-api.adapter.ts'
import { knownMembers, lockMember, noteGone, noteMember, recheck } from './involv-members.sql.ts'
import { importTransactions, noteNotTaken, noteTold, prepareTelling, waitingTellings } from './involv-points.sql.ts'
import { type Member, numberOf, profileOf, type Transaction } from './involv-rows.adapter.ts'

/** An account that is being read. */
export interface Asked {
  reading: AccountReading
  ask: Asking
  accountId: string
  /** Where the link is; null: the whole venue. */
  place: number | null
  now: () => Date
}

const DAY_MS = 86_400_000
/** Transactions that are told late are met again for so long; later ones once the balance shows that one is missing. */
const OVERLAP_MS = 7 * DAY_MS
const MOST_ROUNDS = 4

/** How both sides stand after everything was told. */
type Compared = { gap: number } | 'moving'

/**
 * Brings both sides of a member to the same: what moved there comes here, what moved here is told there, then the balances are compared. A difference
 * counts once it is seen twice with nothing moving between: only then is it for somebody to settle.
 */
export const settleMember = async (asked: Asked, memberId: string): Promise<void> => {
  let before: number | undefined
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    // First: what is on its way must have arrived before transactions are read, else ours could not be told from theirs.
    let isTold = await sendTellings(asked, memberId)
    const found = await readTransactions(asked, memberId, before !== undefined)
    if (found === undefined) return asked.reading.store((venue) => noteGone(venue, asked.accountId, memberId))
    if (await prepare(asked, memberId)) isTold = (await sendTellings(asked, memberId)) || isTold
    const member = await memberAt(asked.ask, memberId)
    if (!member) return asked.reading.store((venue) => noteGone(venue, asked.accountId, memberId))
    const isQuiet = !isTold && found === 0
    const known = before
    const compared = await compare(asked, member, (gap) => isQuiet && gap === known)
    if (compared !== 'moving' && (compared.gap === 0 || (isQuiet && compared.gap === before))) return
    before = compared === 'moving' ? undefined : compared.gap
  }
}

/** Tells the provider what waits. @returns whether something was told */
const sendTellings = async ({ reading: { within, store }, ask, accountId }: Asked, memberId: string): Promise<boolean> => {
  const waiting = await within((venue) => waitingTellings(venue, accountId, memberId))
  for (const telling of waiting) {
    const transactionId = await adjustMember(ask, memberId, { points: telling.points, reason: 'Daybook', key: telling.tellingId })
    await store((venue) =>
      transactionId === undefined ? noteNotTaken(venue, accountId, memberId, telling) : noteTold(venue, accountId, memberId, telling, transactionId),
    )
  }
  return waiting.length > 0
}

const prepare = async ({ reading: { store }, accountId }: Asked, memberId: string): Promise<boolean> => {
  let isAsked = false
  await store(async (venue) => {
    isAsked = await prepareTelling(venue, accountId, memberId)
  })
  return isAsked
}

/**
 * Posts what was not seen before of a member's transactions.
 * @param all from before member and card began to go together, rather than since they were read last
 * @returns how many; nothing where the member is not there any more
 */
const readTransactions = async ({ reading: { within, store }, ask, accountId, place }: Asked, memberId: string, all: boolean): Promise<number | undefined> => {
  const known = (await within((venue) => knownMembers(venue, accountId, [memberId]))).get(memberId)
  if (!known) return 0
  const { matchedAt, readAt } = known
  const first = matchedAt.getTime() - BACKFILL_DAYS * DAY_MS
  const read = await transactionsSince(ask, memberId, new Date(all ? first : Math.max(first, readAt.getTime() - OVERLAP_MS)))
  if (!read) return undefined
  let found = 0
  await store(async (venue) => {
    found = await importTransactions(venue, accountId, memberId, read, place)
  })
  return found
}

/** Compares both sides, unless points move here meanwhile. @param isSure whether a difference counts */
const compare = async ({ reading: { store }, accountId }: Asked, member: Member, isSure: (gap: number) => boolean): Promise<Compared> => {
  let compared: Compared = 'moving'
  await store(async (venue) => {
    await lockMember(venue, accountId, member.id)
    await noteMember(venue, accountId, member.id, { cardNumber: numberOf(member), profile: profileOf(member), points: member.points_balance })
    const known = (await knownMembers(venue, accountId, [member.id])).get(member.id)
    if (!known) return
    const { untold, pending, pair } = known
    if (untold !== 0 || pending !== 0) return
    const { gap } = pair
    compared = { gap }
    await recheck(venue, accountId, [member.id], isSure(gap))
  })
  return compared
}

/** A member with the transactions of the last 90 days, read while nothing moved there. @returns nothing where it is gone, or moves all the time */
export const pastOf = async ({ ask, now }: Asked, memberId: string): Promise<{ member: Member; past: Transaction[] } | undefined> => {
  const from = new Date(now().getTime() - BACKFILL_DAYS * DAY_MS)
  let past = await transactionsSince(ask, memberId, from)
  for (let round = 0; past && round < MOST_ROUNDS; round += 1) {
    const member = await memberAt(ask, memberId)
    const after = member && (await transactionsSince(ask, memberId, from))
    if (!member || !after) return undefined
    if (idsOf(past) === idsOf(after)) return { member, past }
    past = after
  }
  return undefined
}

const idsOf = (transactions: readonly Transaction[]): string =>
  transactions
    .map(({ id }) => id)
    .sort()
    .join()
