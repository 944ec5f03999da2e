import { refuseUserName } from '#features/membership/new-password.sql.ts'
import { makeVenueIn, nameIsTaken } from '#platform/access/new-venue.ts'
import { refuseWeakPassword } from '#platform/access/password-policy.ts'
import { hashPassword } from '#platform/access/passwords.ts'
import { makeLogin } from '#platform/access/people.ts'
import { hashSecret, isTokenNow, sharedSigningKey, tokenUntil } from '#platform/access/secrets.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import type { Caller, PublicScope, Service } from '#platform/web/implement.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import type { beginning } from './begin.contract.ts'

const PURPOSE = 'begin'
const LINK_HOURS = 24

/** The address by which whoever reads it begins this house; nothing once somebody is here. The sample's people do not count. */
export const linkToBegin = async (house: Sql, publicUrl: string, now: Date): Promise<string | undefined> => {
  if (await isLivedIn(house)) return undefined
  const until = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  return `${publicUrl}/membership/begin#${tokenUntil(await sharedSigningKey(house), PURPOSE, until)}`
}

/**
 * Makes the first person and their venue. The link needs no mark of its being used: with the first person it is good for nothing.
 * @throws LinkNotValid once somebody is here, too; PasswordTooShort, PasswordTooLong, PasswordTooCommon; ValidationFailed, also where the venue's name is taken
 */
export const begin = async (service: Service, once: PublicScope['once'], caller: Caller, asked: BodyOf<typeof beginning.beginHouse>): Promise<void> => {
  const { Token, Password, Venue } = asked
  if (!isTokenNow(service.signingKey, PURPOSE, Token, service.now())) throw failure('LinkNotValid')
  const email = asked.Email.trim()
  const userName = asked.UserName.trim()
  const displayName = `${asked.FirstName.trim()} ${asked.Surname?.trim() ?? ''}`.trim()
  refuseUserName(userName, email)
  refuseWeakPassword(Password, [userName, displayName, email, Venue.Name])
  const hash = await hashPassword(Password)
  await once(`${PURPOSE}:${hashSecret(Token).toString('hex')}`, async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('the first person of a house', 0))`
    if (await isLivedIn(sql)) throw failure('LinkNotValid')
    if (await nameIsTaken(sql, Venue.Name)) throw fieldFailure('Venue.Name', `There is already a venue "${Venue.Name.trim()}".`, 'Taken')
    const { userId } = await makeLogin(sql, { userName, displayName, email })
    await sql`update app_user set password_hash = ${hash}, password_changed_at = now() where user_id = ${userId}`
    const { Name, Country, Currency, Language, WeekStart, FinancialYearStart } = Venue
    const venue = { name: Name.trim(), currency: Currency, country: Country, language: Language, weekStart: WeekStart, financialYearStart: FinancialYearStart }
    await makeVenueIn(sql, { ...venue, ownerId: userId, madeBy: 'first person' }, { actorUserId: userId, ip: caller.ip })
  })
}

/** Whether anybody but the sample's people is here. */
const isLivedIn = async (house: Sql | Transaction): Promise<boolean> => (await (house as Sql)`select from app_user where not is_sample limit 1`).length > 0
