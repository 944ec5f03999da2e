import { noteAccount, noteWorking } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { endWalk, noteWalked, walkOf } from '#integrations/link-sync.sql.ts'
import { accessTokenOf, expireToken } from '#integrations/link-tokens.sql.ts'
import { type AccountReading, readAccount } from '#integrations/read-account.job.ts'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { type Asking, askingWith, memberAt, membersAfter, membersWithCard, renewTokens } from './involv-api.adapter.ts'
import { profileText } from './involv-conflict.rules.ts'
import { type Met, meetMember } from './involv-meet.sql.ts'
import { type KnownMember, knownMembers, noteGone, noteMember, PROVIDER, recheck, sidesAfter } from './involv-members.sql.ts'
import { type Member, numberOf, profileOf } from './involv-rows.adapter.ts'
import { type Asked, pastOf, settleMember } from './involv-settle.job.ts'

/** Members whose points are looked at in one go; the rest follow with the next job. */
const MOST_MEMBERS = 300
/** An account has no more members than this, a hundred on each. */
const MOST_PAGES = 2000
const STREAM = 'members'

/**
 * Goes over an account's members, page by page: those met for the first time are brought together with a card, and whoever's points moved on
 * either side has them told to the other. A provider that lists none is asked for the members of our cards. It may be ended anywhere and goes on
 * from the last page.
 */
export const syncInvolv = (given: JobGiven, name: LinkName): Promise<void> =>
  readAccount(given, name, async (reading) => {
    const { settings, now } = given.service
    const { link, within, store } = reading
    const ask = askingRenewed(reading, settings.providers)
    const asked: Asked = { reading, ask, accountId: link.accountId, place: link.locationId, now }
    const budget = { left: MOST_MEMBERS }
    const { after, until } = await within((venue) => walkOf(venue, link, STREAM, null))
    let walk = cursorIn(after)
    for (;;) {
      const page = await membersAfter(ask, walk.cursor)
      const { members, next = null } = page ?? { members: [] }
      if (walk.cursor === null && next === null && members.length === 0 && !(await readByCard(asked, budget))) return false
      if (next !== null && (next === walk.cursor || walk.pages >= MOST_PAGES)) throw new ProviderTrouble('endless')
      if (!(await takePage(asked, members, budget))) return false
      if (next === null) break
      const pages = walk.pages + 1
      walk = { pages, cursor: next }
      await store((venue) => noteWalked(venue, link.linkId, STREAM, `${pages} ${next}`, until))
    }
    await store(async (venue) => {
      await endWalk(venue, link.linkId, STREAM)
      await noteWorking(venue, link.linkId)
    })
    return true
  })

const CARDS = 'cards'
const CARDS_AT_ONCE = 25
/** Cards that had no member are asked for again after so long. */
const ASKED_AGAIN_MS = 20 * 3_600_000

/**
 * Goes over the members that are known, and over the cards here without a member.
 * @returns whether it came to the end
 */
const readByCard = async (asked: Asked, budget: { left: number }): Promise<boolean> => {
  const { reading, ask, accountId, now } = asked
  const { link, within, store } = reading
  const walk = await within((venue) => walkOf(venue, link, CARDS, null))
  const isFull = !(now().getTime() - Date.parse(String(link.meta.AskedCards)) < ASKED_AGAIN_MS)
  for (let after = walk.after ?? ''; ; ) {
    const sides = await within((venue) => sidesAfter(venue, accountId, after, { madeSince: isFull ? null : walk.since, atMost: CARDS_AT_ONCE }))
    const last = sides.at(-1)
    if (!last) break
    const members = new Map<string, Member>()
    for (const { memberId, number } of sides) {
      const found = memberId === null ? await membersWithCard(ask, number) : [await memberAt(ask, memberId)]
      for (const member of found) if (member) members.set(member.id, member)
      if (memberId !== null && !members.has(memberId)) await store((venue) => noteGone(venue, accountId, memberId))
    }
    if (!(await takePage(asked, [...members.values()], budget))) return false
    after = last.key
    await store((venue) => noteWalked(venue, link.linkId, CARDS, after, walk.until))
  }
  await store(async (venue) => {
    await endWalk(venue, link.linkId, CARDS)
    if (isFull) await noteAccount(venue, link.linkId, { meta: { AskedCards: now().toISOString() } })
  })
  return true
}

/** How many pages were read, and the cursor of the next. */
const cursorIn = (after: string | null): { pages: number; cursor: string | null } => {
  if (after === null) return { pages: 0, cursor: null }
  const space = after.indexOf(' ')
  return { pages: Number(after.slice(0, space)), cursor: after.slice(space + 1) }
}

/** Asks with the link's token. One that is refused before its end is renewed once: only what is refused then was taken back. */
const askingRenewed = ({ link, within }: AccountReading, settings: ProviderSettings): Asking => {
  const opened = async (): Promise<Asking> => {
    const token = await within((venue) => accessTokenOf(venue, link.linkId, settings.tokenKeys, (refresh) => renewTokens(settings, refresh)))
    if (token === undefined) throw new ProviderTrouble('revoked-there')
    return askingWith(settings, token)
  }
  let current: Promise<Asking> | undefined
  return async (method, path, body) => {
    current ??= opened()
    const answer = await (await current)(method, path, body)
    if (answer.status !== 401) return answer
    await within((venue) => expireToken(venue, link.linkId))
    current = opened()
    return (await current)(method, path, body)
  }
}

/** Brings a page of members together with our cards. @returns whether it came to its end */
const takePage = async (asked: Asked, members: readonly Member[], budget: { left: number }): Promise<boolean> => {
  const { reading, accountId } = asked
  const ids = members.map(({ id }) => id)
  await reading.store((venue) => noteChanged(venue, accountId, members))
  const known = await reading.within((venue) => knownMembers(venue, accountId, ids))
  const met: Met = { cards: 0, points: 0 }
  const strangers = members.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  const moved = members.filter((member) => isMoved(known.get(member.id), member)).map(({ id }) => id)
  const [now, later] = [Math.max(budget.left - strangers.length, 0), strangers.length + moved.length > budget.left]
  for (const ids of inPieces(strangers.slice(0, budget.left), MET_AT_ONCE)) await meet(asked, ids, met)
  for (const id of moved.slice(0, now)) await settleMember(asked, id)
  budget.left -= strangers.length + moved.length
  if (met.cards > 0) await reading.store((venue) => noteMet(venue, met))
  return !later
}

/** Members met in one transaction; their past is asked for at the same time. */
const MET_AT_ONCE = 5
const inPieces = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size))

/** Keeps what members are called by now, and looks anew at those that do not agree with their card. */
const noteChanged = async (venue: VenueScope, accountId: string, members: readonly Member[]): Promise<void> => {
  const known = await knownMembers(
    venue,
    accountId,
    members.map(({ id }) => id),
  )
  const looked: string[] = []
  for (const member of members) {
    const before = known.get(member.id)
    if (!before) continue
    const [cardNumber, profile] = [numberOf(member), profileOf(member)]
    const isSettled = isTogether(before)
    const isSame = before.cardNumber === cardNumber && profileText(before.pair.profile) === profileText(profile) && !before.gone
    // What the points are by now is noted with what moved them; where nothing is read of a member, it is noted here.
    const points = isSettled ? before.points : member.points_balance
    if (!isSame || points !== before.points) await noteMember(venue, accountId, member.id, { cardNumber, profile, points })
    if (!isSame || before.conflicts.length > 0 || !isSettled) looked.push(member.id)
  }
  await recheck(venue, accountId, looked)
}

/** Whether points go along between a member and its card. */
const isTogether = ({ apart, pair }: KnownMember): boolean => !apart && pair.card !== undefined && pair.others === 0

/** Whether points moved on either side since they were compared, or a difference was not seen twice yet. */
const isMoved = (known: KnownMember | undefined, member: Member): boolean =>
  known !== undefined &&
  isTogether(known) &&
  (known.points !== member.points_balance || known.untold !== 0 || known.pending !== 0 || (known.pair.gap !== 0 && !known.conflicts.includes('Balance')))

/** Brings members together with their cards, once what they had before was read while nothing moved there; else the next reading does. */
const meet = async (asked: Asked, ids: readonly string[], met: Met): Promise<void> => {
  const found = await Promise.all(ids.map((id) => pastOf(asked, id)))
  let made: Met[] = []
  await asked.reading.store(async (venue) => {
    made = []
    for (const one of found) if (one) made.push(await meetMember(venue, asked.accountId, one.member, one.past, asked.place))
  })
  for (const { cards, points } of made) {
    met.cards += cards
    met.points += points
  }
}

/** Cards that were made of members, and the points they brought along, stand in the trail. */
const noteMet = (venue: VenueScope, { cards, points }: Met): Promise<void> =>
  venue.audit({ action: 'involv.cards-made', subject: PROVIDER, detail: { CardsNew: cards, OpeningPoints: points } })
