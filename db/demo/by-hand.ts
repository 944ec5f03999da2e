import { lockCard } from '#features/ledger/cards.sql.ts'
import { adjustPoints, replaceCard, reverseMovement, transferPoints } from '#features/loyalty/points-by-hand.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { dayOf } from '#shared/day.ts'
import { CHAIN_BEFORE, openDay } from './abuses.ts'
import { morningOf } from './cards.ts'
import { type Member, planted, tradedFrom, type World } from './members.ts'
import { randomFor } from './random.ts'

interface Made {
  LocationId: number
  Comments: string
}

/** What people did by hand with the sample's cards, in the morning of a day. It goes the way of the calls, so that Activity tells of it. */
interface Deed {
  day: number
  by: 'owner' | 'manager'
  place: number
  comments: string
  do(scope: VenueScope, made: Made): Promise<unknown>
}

const GOODWILL = [
  'Waited an hour for the mains',
  'Card was forgotten, receipt shown',
  'Wrong dish was served',
  'Birthday',
  'Spilt wine on a jacket',
  'First prize at the trivia night',
]
const LOST = ['Card was lost', 'Card no longer swipes', 'Card was stolen with a handbag']
const ADJUSTMENTS = 26
const REVERSED_BEFORE = [11, 24, 130, 260]
const CHAIN_POINTS = 900
/** Some days before the sample was made: what is sold before its history knows no balances. */
const LAST_BEFORE = 4

/** Everything done by hand over the sample's history; days that are sold first have none. */
export const deedsOf = (world: World): Deed[] =>
  [goodwill, replacements, households, chain, takenBack, waiting].flatMap((deeds) => deeds(world)).map((deed) => ({ ...deed, day: tradedFrom(deed.day) }))

/** Does what was done by hand on a day, each by somebody who may. */
export const doByHand = async ({ sql, venueId, locations }: VenueScope, deeds: readonly Deed[], day: number): Promise<void> => {
  for (const { by, place, comments, ...deed } of deeds.filter((one) => one.day === day)) {
    const scope = await scopeOf(sql, venueId, by, day)
    const { locationId = 0 } = locations[place] ?? {}
    if (scope) await deed.do(scope, { LocationId: locationId, Comments: comments })
  }
}

/** A person of the sample at work in the morning of a day; nobody where they are not there any more. */
export const scopeOf = async (sql: VenueScope['sql'], venueId: number, userName: string, day: number): Promise<VenueScope | undefined> => {
  const [person] = await sql<{ userId: number; employeeId: number }[]>`
    select user_id as "userId", employee_id as "employeeId" from employee where venue_id = ${venueId} and user_name = ${userName} and user_id is not null`
  return person && VenueScope.forPerson(sql, venueId, { ...person, kind: 'person', userName, sessionId: '', impersonator: null, ip: '' }, morningOf(day))
}

/** Members whom nothing else happens to, who are there all the time. */
const steady = ({ members, start }: World): Member[] =>
  members.filter(
    ({ kind, joined, until, replaced, spending }) =>
      kind === 'regular' && joined < start && until === Number.POSITIVE_INFINITY && !replaced && spending === 'often',
  )

const goodwill = (world: World): Deed[] => {
  const random = randomFor(world.seed, 'goodwill')
  const among = steady(world).filter(({ place }) => place === 0)
  const step = (world.anchor - LAST_BEFORE - world.start - 20) / (ADJUSTMENTS - 1)
  return Array.from({ length: ADJUSTMENTS }, (_, i) => {
    const { number, place } = random.pick(among)
    const points = random.chance(0.15) ? -40 : random.between(2, 12) * 25
    return {
      day: Math.floor(world.start + 20 + i * step),
      by: random.pick(['owner', 'manager'] as const),
      place,
      comments: points < 0 ? 'Points were given twice' : random.pick(GOODWILL),
      do: async (scope, made) => {
        const card = await lockCard(scope, number)
        return card.points + points < 0 ? undefined : adjustPoints(scope, number, { ...made, Points: points })
      },
    }
  })
}

const replacements = ({ members }: World): Deed[] =>
  members.flatMap(({ number, place, replaced }, i) =>
    replaced
      ? [
          {
            day: replaced.on,
            by: 'manager' as const,
            place,
            comments: LOST[i % LOST.length] ?? '',
            do: (scope, made) => replaceCard(scope, number, replaced.by, made),
          } satisfies Deed,
        ]
      : [],
  )

/** Couples who want their points on one card. */
const households = (world: World): Deed[] => {
  const random = randomFor(world.seed, 'households')
  const rich = world.members.filter(({ kind, opening, spending }) => kind === 'occasional' && opening >= 150 && spending === 'never')
  return Array.from({ length: 6 }, (_, i) => {
    const [from, to] = [rich[i * 9], rich[i * 9 + 4]]
    return {
      day: world.start + 40 + i * 61 + random.between(0, 5),
      by: 'owner',
      place: from?.place ?? 0,
      comments: 'One card for the household',
      do: async (scope, made) => from && to && transferPoints(scope, from.number, to.number, { ...made, Points: 100 }),
    }
  })
}

/** The abuse of moving points on from card to card until nobody asks where they came from. */
const chain = (world: World): Deed[] => {
  const cards = (['chain1', 'chain2', 'chain3', 'chain4'] as const).map((role) => planted(world, role).number)
  return CHAIN_BEFORE.map((before, i) => ({
    day: openDay(world, before),
    by: 'manager',
    place: 0,
    comments: 'Member asked for it',
    do: (scope, made) => transferPoints(scope, cards[i] ?? '', cards[i + 1] ?? '', { ...made, Points: CHAIN_POINTS }),
  }))
}

/** Points of a sale that was rung up on somebody else's card, taken back by hand: they explain a difference between sales and cards. */
const takenBack = (world: World): Deed[] =>
  REVERSED_BEFORE.map((before) => ({
    day: world.anchor - before,
    by: 'manager',
    place: 0,
    comments: 'Swiped on the bill of another guest',
    do: async (scope, made) => {
      const [sale] = await scope.sql<{ id: string }[]>`
        select m.movement_id::text as id from loyalty_movement m join loyalty_card c on c.venue_id = ${scope.venueId} and c.card_id = m.card_id
        where m.venue_id = ${scope.venueId} and m.location_id = ${made.LocationId} and m.business_date < ${dayOf(world.anchor - before)}::date
          and m.kind = 1 and m.reverses is null and m.points between 15 and 60 and c.points > 200 and c.number = any(${steady(world).map(({ number }) => number)}::text[])
        order by m.business_date desc, m.movement_id desc limit 1`
      return sale && reverseMovement(scope, sale.id, { Comments: made.Comments })
    },
  }))

/** Adjustments above the venue's limit, which wait for a second person. */
const waiting = (world: World): Deed[] => {
  const [winner, host] = steady(world).filter(({ place }) => place === 0)
  const ask = (by: Deed['by'], member: Member | undefined, points: number, comments: string): Deed => ({
    day: world.anchor - LAST_BEFORE,
    by,
    place: 0,
    comments,
    do: async (scope, made) => member && adjustPoints(scope, member.number, { ...made, Points: points }),
  })
  return [ask('manager', winner, 1500, 'Won the summer raffle'), ask('owner', host, 1200, 'Brought a wedding of sixty guests')]
}
