import { adjustCard } from '#features/ledger/by-hand.sql.ts'
import { lockCard, writeHolder } from '#features/ledger/cards.sql.ts'
import { replace } from '#features/ledger/two-cards.sql.ts'
import { type OpenLink, openLinks } from '#integrations/link.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey, maskedNumber } from '#shared/card-number.ts'
import { failure } from '#shared/failure.ts'
import type { InvolvConflict, InvolvConflicts, InvolvSettling } from './involv.contract.ts'
import { actionsFor, differingFields, movedNumber, takenOver } from './involv-conflict.rules.ts'
import { type KnownMember, lockMember, memberCounts, membersInConflict, membersOfSameCard, noteChoice, PROVIDER, recheck } from './involv-members.sql.ts'
import { askTelling, placeOf } from './involv-points.sql.ts'

/** The open links whose members the holder may see: those of their locations; the venue's takes all of them. */
const linksOf = async (venue: VenueScope): Promise<OpenLink[]> => {
  const granted = venue.locations.map(({ locationId }) => locationId)
  return (await openLinks(venue, PROVIDER)).filter(({ locationId }) => (locationId === null ? venue.allLocations : granted.includes(locationId)))
}

/** Where members and cards do not agree, at the links the holder may see. */
export const conflictsShown = async (venue: VenueScope): Promise<InvolvConflicts> => {
  const links = await linksOf(venue)
  const counts = await memberCounts(
    venue,
    links.map(({ accountId }) => accountId),
  )
  const Conflicts: InvolvConflict[] = []
  let More = false
  for (const { accountId, locationId } of links) {
    const { members, more } = await membersInConflict(venue, accountId)
    More ||= more
    Conflicts.push(...members.flatMap((member) => conflictsOfMember(member, locationId)))
  }
  return { Together: counts.together, Apart: counts.apart, Conflicts, More }
}

const conflictsOfMember = (member: KnownMember, LocationId: number | null): InvolvConflict[] => {
  const { memberId: MemberId, conflicts, standing, pair, gone: Gone, others: Others } = member
  const side = ({ name, email, phone, tier }: KnownMember['pair']['profile'], CardNumber: string, Points: number) => ({
    CardNumber,
    Name: name,
    Email: email,
    Phone: phone,
    Tier: tier,
    Points,
  })
  const Ours = standing ? side(standing, standing.number, standing.net) : null
  const Theirs = side(pair.profile, pair.number, member.theirs)
  return conflicts.map((Kind) => ({ LocationId, MemberId, Kind, Ours, Theirs, Others, Gone, Actions: actionsFor(Kind, movedNumber(pair) !== undefined) }))
}

/**
 * Settles a conflict as it was shown.
 * @returns the link, whose provider may have to be told
 * @throws NotFound where there is no such member, NotPermitted for a link of other locations, Conflict where it is not as it was shown,
 * and what adjusting or replacing a card throws
 */
export const settleConflict = async (venue: VenueScope, said: InvolvSettling): Promise<OpenLink> => {
  const link = (await linksOf(venue)).find(({ locationId }) => locationId === (said.LocationId ?? null))
  const locked = link && (await lockMember(venue, link.accountId, said.MemberId))
  if (!link || !locked) throw failure('NotFound')
  const { member } = locked
  const hasMoved = movedNumber(member.pair) !== undefined
  if (!member.conflicts.includes(said.Kind) || !actionsFor(said.Kind, hasMoved).includes(said.Action)) throw failure('Conflict')
  if (said.Kind === 'Balance' && (said.OursPoints !== member.standing?.net || said.TheirsPoints !== member.theirs)) throw failure('Conflict')
  const sharing = await membersOfSameCard(venue, link.accountId, member.memberId)
  await SETTLED[said.Kind](venue, link, member, said.Action)
  await recheck(venue, link.accountId, sharing)
  return link
}

/** What a movement says that somebody made by choosing the provider's side. */
const comments = PROVIDER

type Settle = (venue: VenueScope, link: OpenLink, member: KnownMember, action: InvolvSettling['Action']) => Promise<void>

const settleBalance: Settle = async (venue, link, member, action) => {
  const { accountId, locationId } = link
  const { memberId, standing, pair } = member
  const difference = member.theirs - (standing?.net ?? 0)
  if (action === 'Apart') {
    await noteChoice(venue, accountId, memberId, { gapBy: pair.gap })
    return note(venue, member, 'Balance', action, pair.gap)
  }
  // Both sides came to the same meanwhile: what was kept apart is no more.
  if (difference === 0) return noteChoice(venue, accountId, memberId, { gapBy: -member.keptGap })
  if (action === 'Ours') {
    await askTelling(venue, accountId, memberId, -difference)
    await noteChoice(venue, accountId, memberId, { baseBy: difference, gapBy: -member.keptGap })
    return note(venue, member, 'Balance', action, -difference)
  }
  const place = placeOf(venue, '', locationId)
  const card = await lockCard(venue, standing?.number ?? '')
  const Location = venue.locations.find((one) => one.locationId === place)?.name ?? ''
  await venue.audit({ action: 'points.adjusted', subject: maskedNumber(card.number), detail: { Points: difference, Location, Comments: comments } })
  await adjustCard(venue, card, difference, { locationId: place, comments })
  await noteChoice(venue, accountId, memberId, { baseBy: difference, gapBy: -member.keptGap })
}

const settleProfile: Settle = async (venue, link, member, action) => {
  const { accountId } = link
  const { memberId, standing, pair } = member
  if (action === 'Apart') {
    await noteChoice(venue, accountId, memberId, { keptProfile: pair.profile })
    return note(venue, member, 'Profile', action)
  }
  const card = await lockCard(venue, standing?.number ?? '')
  const Fields = differingFields(pair.profile, card).map((field) => field[0]?.toUpperCase() + field.slice(1))
  await writeHolder(venue, card.cardId, takenOver(pair.profile, card), card.status)
  await venue.audit({ action: 'card.changed', subject: maskedNumber(card.number), detail: { Fields, By: link.provider } })
}

/** A member with another card by now has it here too, in place of the one before; of two members with one card, one goes its own way. */
const settleCards: Settle = async (venue, { accountId, locationId }, member, action) => {
  const { memberId, standing, pair } = member
  const number = movedNumber(pair)
  if (action === 'Apart' && number !== undefined) {
    await noteChoice(venue, accountId, memberId, { keptNumber: cardKey(number) })
    return note(venue, member, 'Cards', action)
  }
  if (action === 'Apart' || number === undefined || !standing) return putApart(venue, accountId, member, 'Cards')
  const { points } = await replace(venue, standing.number, number, { locationId: placeOf(venue, '', locationId), comments })
  const { cardId } = await lockCard(venue, number)
  await noteChoice(venue, accountId, memberId, { cardId })
  await venue.audit({
    action: 'card.replaced',
    subject: maskedNumber(standing.number),
    detail: { To: maskedNumber(number), Points: points, Comments: comments },
  })
}

const putApart = async (venue: VenueScope, accountId: string, member: KnownMember, kind: InvolvSettling['Kind']): Promise<void> => {
  await noteChoice(venue, accountId, member.memberId, { apart: true })
  await note(venue, member, kind, 'Apart')
}

const SETTLED: Readonly<Record<InvolvSettling['Kind'], Settle>> = {
  Balance: settleBalance,
  Profile: settleProfile,
  Cards: settleCards,
  Unknown: (venue, { accountId }, member) => putApart(venue, accountId, member, 'Unknown'),
}

/** What somebody chose stands in the trail, also where nothing moved here. */
const note = (venue: VenueScope, { pair }: KnownMember, Conflict: string, Chosen: string, Points?: number): Promise<void> =>
  venue.audit({
    action: 'involv.settled',
    subject: maskedNumber(pair.card?.number ?? pair.number),
    detail: { Conflict, Chosen, ...(Points === undefined ? {} : { Points }) },
  })
