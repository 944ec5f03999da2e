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
  summary: 'Make a person with the role Admin, who sets up venues; the password is asked for.',
  usage: '--user <name> [--email <address>]',
  notes: [
    'The password has 12 characters or more. It is asked for twice, or read from standard input where that is no terminal;',
    'as an argument others on this machine could see it.',
  ],
  async run(args, { database, tell, signal }) {
    const { values } = argumentsOf(args, { user: { type: 'string' }, email: { type: 'string' } })
    const userName = needed('user', values.user).trim()
    if (!isCleanText(userName) || userName.length > 200 || nameKey(userName) === '')
      throw new WrongUsage('--user takes a name of up to 200 characters that can be seen.')
    const email = values.email?.trim() ?? null
    if (email !== null && !Email.safeParse(email).success) throw new WrongUsage(`"${email}" is no e-mail address.`)
    const { house, inVenue } = await database()
    const taken = await whyTaken(house, userName, email)
    if (taken) throw new Error(taken)
    const password = await newPassword(signal)
    refuseWeakPassword(password, [userName, email ?? ''])
    const passwordHash = await hashPassword(password)
    await inVenue(0, (sql) => create(sql, { userName, email, passwordHash }))
    tell(`${userName} can sign in now and has the role Admin.`)
  },
}
