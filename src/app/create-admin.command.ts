import * as z from 'zod/mini'
import { createAdmin as create, whyTaken } from '#features/membership/admins.sql.ts'
import { refuseWeakPassword } from '#platform/access/password-policy.ts'
import { hashPassword } from '#platform/access/passwords.ts'
import { isCleanText } from '#shared/fields.ts'
import { nameKey } from '#shared/name-key.ts'
import { argumentsOf, type Command, needed, WrongUsage } from './command.ts'
import { newPassword } from './password-prompt.ts'

const Email = z.email().check(z.maxLength(254))

/** The first person of a house, who sets up its venues. */
export const createAdmin: Command = {
  name: 'create-admin',
  summary: 'Create a person with the role Admin, who sets up venues. The command asks for the password.',
  usage: '--user <name> [--email <address>]',
  notes: [
    'The password needs 12 characters or more. The command asks for it twice, or reads it from standard input if that is not a terminal.',
    'It is not an argument, because others on this machine could see it.',
  ],
  async run(args, { database, tell, signal }) {
    const { values } = argumentsOf(args, { user: { type: 'string' }, email: { type: 'string' } })
    const userName = needed('user', values.user).trim()
    if (!isCleanText(userName) || userName.length > 200 || nameKey(userName) === '')
      throw new WrongUsage('--user needs a name of up to 200 visible characters.')
    const email = values.email?.trim() ?? null
    if (email !== null && !Email.safeParse(email).success) throw new WrongUsage(`"${email}" is not an e-mail address.`)
    const { house, inVenue } = await database()
    const taken = await whyTaken(house, userName, email)
    if (taken) throw new Error(taken)
    const password = await newPassword(signal)
    refuseWeakPassword(password, [userName, email ?? ''])
    const passwordHash = await hashPassword(password)
    await inVenue(0, (sql) => create(sql, { userName, email, passwordHash }))
    tell(`${userName} can now sign in and has the role Admin.`)
  },
}
