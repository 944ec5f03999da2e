import { isSeenEmployee } from '#platform/access/seen-employees.ts'
import { loginEmails } from '#platform/access/user-names.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { failure } from '#shared/failure.ts'

type Fragment = Query<readonly unknown[]>

/** Lower-case first name and surname of a row `e` of employee. */
const fullName = ({ sql }: VenueScope): Fragment => sql`lower(trim(e.first_name || ' ' || e.surname))`

const cardsOf = (scope: VenueScope, isWanted: Fragment, name = fullName(scope)): Fragment => {
  const { sql, venueId } = scope
  const match = (on: Fragment) => sql`
    select c.card_id as card, e.display_name, ${name} as full_name
    from employee e join loyalty_card c on c.venue_id = ${venueId} and ${on} where e.venue_id = ${venueId} and c.card_id = c.member_id and ${isWanted}`
  return sql`
    ${match(sql`c.email_key = lower(e.email)`)}
    union ${match(sql`c.phone_reversed = reverse(regexp_replace(e.phone, '\\D', '', 'g')) and length(c.phone_reversed) >= 6`)}
    union ${match(sql`c.card_id in (select p.card_id from loyalty_name_part p where p.venue_id = ${venueId} and p.part = left(${name}, 24))
      and c.name_key = ${name} and position(' ' in c.name_key) > 0`)}`
}

/** Cards of members whose e-mail, phone or name is that of an employee the user may see. */
export const staffCards = (scope: VenueScope): Fragment => cardsOf(scope, isSeenEmployee(scope))

/** The signed-in user as employee, till operator and member. */
export interface OwnPerson {
  userIds: number[]
  employeeIds: number[]
  /** Keys of dimension_key of the till operators with a name of the user, or matched to the user. */
  clerkKeys: number[]
  /** Cards with an e-mail, the phone or a name of the user, earlier ones included. */
  cardIds: string[]
}

const CLERK = 3
/** Where roster_person has a person from the tills. */
const TILL = 1

/** @throws OwnCard where one of the cards is the user's or the impersonator's */
export const refuseOwnCard = async (scope: VenueScope, cardIds: readonly (string | null)[]): Promise<void> => {
  const own = await ownPerson(scope)
  if (cardIds.some((cardId) => cardId !== null && own.cardIds.includes(cardId))) throw failure('OwnCard')
}

/** Returns the identities of the signed-in user, and of the impersonator; none for jobs and keys. */
export const ownPerson = async (scope: VenueScope): Promise<OwnPerson> => {
  const { sql, venueId, holder } = scope
  if (holder.kind !== 'person') return { userIds: [], employeeIds: [], clerkKeys: [], cardIds: [] }
  const people = [holder, ...(holder.impersonator ? [holder.impersonator] : [])]
  const userIds = people.map(({ userId }) => userId)
  const employeeIds = people.map(({ employeeId }) => employeeId)
  const isOwn = sql`e.employee_id = any(${numbers(employeeIds)}::int[])`
  const emails = await loginEmails(sql, userIds)
  const nickname = sql`lower(trim(e.nickname || ' ' || e.surname))`
  const [row] = await sql<{ clerkKeys: number[]; cardIds: string[] }[]>`
    select
      (select coalesce(array_agg(distinct k.key), '{}') from employee e join dimension_key k on k.venue_id = ${venueId} and k.dim = ${CLERK}
        and (k.name <> '' and lower(trim(k.name)) in (${fullName(scope)}, lower(e.display_name), lower(trim(e.nickname)), ${nickname}) or k.code in (
          select p.code from roster_person p left join roster_person s on s.venue_id = ${venueId} and s.person_id = p.same_as
          where p.venue_id = ${venueId} and p.source = ${TILL} and coalesce(p.employee_id, s.employee_id) = e.employee_id))
        where e.venue_id = ${venueId} and ${isOwn}) as "clerkKeys",
      (select coalesce(array_agg(distinct c.card_id::text), '{}') from (
          select card from (${cardsOf(scope, isOwn)}) as listed
          union select card from (${cardsOf(scope, sql`${isOwn} and trim(e.nickname) <> ''`, nickname)}) as called
          union select c.member_id from loyalty_card c where c.venue_id = ${venueId} and c.email_key = any(${texts(emails)}::text[])) as own
        join loyalty_card c on c.venue_id = ${venueId} and c.member_id = own.card) as "cardIds"`
  return { userIds, employeeIds, clerkKeys: row?.clerkKeys ?? [], cardIds: row?.cardIds ?? [] }
}
