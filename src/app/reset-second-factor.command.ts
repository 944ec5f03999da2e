import { removeFactor, tellOfFactor } from '#features/membership/second-factor.sql.ts'
import { endSessionsOf } from '#platform/access/sessions.ts'
import { nameKey } from '#shared/name-key.ts'
import { argumentsOf, type Command } from './command.ts'

/** For whoever lost both the app and the recovery codes, and has nobody who could reset it. */
export const resetSecondFactor: Command = {
  name: 'reset-second-factor',
  summary: "Remove a person's second factor, so that they can sign in with the password and set up a new one.",
  usage: '<user name>',
  notes: ['Their sessions end, and they get an e-mail. Admin and Owners must set up a new one before they open a venue.'],
  async run(args, { database, tell }) {
    const [userName = ''] = argumentsOf(args, {}, ['user name']).words
    const { house, inVenue } = await database()
    const [person] = await house<{ user_id: number; user_name: string }[]>`select user_id, user_name from app_user where user_name_key = ${nameKey(userName)}`
    if (!person) throw new Error(`There is no person named "${userName}".`)
    const wasOn = await inVenue(0, async (sql) => {
      if (!(await removeFactor(sql, person.user_id))) return false
      await endSessionsOf(sql, person.user_id, 'second factor reset')
      await tellOfFactor(sql, person.user_id, { what: 'reset', actorUserId: null, subject: person.user_name })
      return true
    })
    tell(wasOn ? `${person.user_name} now signs in with only the password.` : `${person.user_name} had no second factor.`)
  },
}
