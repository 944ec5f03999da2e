import { Client } from 'pg'
import { hasPassword, LOGIN_ROLES, type LoginRole, type Logins, loginsOf } from './logins.ts'
import { scramVerifier } from './scram.ts'
import type { Statements } from './sql.ts'

/** How the owner's work is done: alone, in a transaction, and again where another was at it at the same moment. */
type AsOwner = (work: (owner: Statements) => Promise<void>) => Promise<void>

/**
 * Sees to it that the server can sign in with its roles, and that these can become nothing else. A password that does not let a role in
 * is set anew, unless the logins were given: then whoever gave them sets the passwords.
 * @param given logins other than those that follow from the owner's address
 * @throws Error with a sentence that says what is to be done
 */
export const readyLogins = async (ownerUrl: string, asOwner: AsOwner, given?: Logins): Promise<void> => {
  const logins = given ?? loginsOf(ownerUrl)
  for (const role of LOGIN_ROLES) {
    if ((await whyRefused(logins[role], role)) === undefined) continue
    if (!given && hasPassword(ownerUrl)) await asOwner((owner) => setPassword(owner, role, logins[role]))
    const why = await whyRefused(logins[role], role)
    if (why !== undefined) throw new Error(`The server cannot sign in to the database as ${role}: ${why}. ${WHAT_TO_DO}`)
  }
}

const WHAT_TO_DO = 'Let it sign in with pg_hba.conf as the owner does. Or give both roles your own passwords and set DATABASE_APP_URL and DATABASE_REPORT_URL.'

/** Wrong password; not let in from here, or not allowed to sign in at all. */
const REFUSED = ['28P01', '28000']
/** The driver was asked for a password and has none. */
const NO_PASSWORD = /client password must be a string/

/**
 * What PostgreSQL says to a role that it does not let in.
 * @throws Error where the role is let in and may become something else
 */
const whyRefused = async (url: string, role: LoginRole): Promise<string | undefined> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseMore(client, role)
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!REFUSED.includes(code ?? '') && !NO_PASSWORD.test(message)) throw error
    return NO_PASSWORD.test(message) ? 'it needs a password, and DATABASE_URL has none' : message
  } finally {
    await client.end().catch(() => undefined)
  }
}

const refuseMore = async (client: Client, role: LoginRole): Promise<void> => {
  const { rows } = await client.query(`
    select session_user::text as name, rolsuper or rolbypassrls as above, rolcreaterole or rolcreatedb or rolreplication as makes,
      exists (select from pg_auth_members where member = r.oid) as member,
      exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o') as owns
    from pg_roles r where rolname = session_user`)
  const [found] = rows as { name: string; above: boolean; makes: boolean; member: boolean; owns: boolean }[]
  if (found?.name !== role) throw new Error(`The server signs in to the database as ${role}, and the address given for it names ${found?.name}.`)
  const more = [
    ...(found.above ? ['is a superuser or has BYPASSRLS'] : []),
    ...(found.makes ? ['has CREATEROLE, CREATEDB or REPLICATION'] : []),
    ...(found.member ? ['is a member of another role'] : []),
    ...(found.owns ? ['owns something'] : []),
  ]
  if (more.length === 0) return
  throw new Error(
    `The server signs in to the database as ${role}, which must not have more rights than it needs. ${role} ${more.join(', ')}. Remove that first.`,
  )
}

/** Kept with the role, whose password is one for all databases of the server. */
const MARK = 'The server of Daybook signs in with it; its password follows from that of the owner '

const setPassword = async (owner: Statements, role: LoginRole, url: string): Promise<void> => {
  // Another process was first.
  if ((await whyRefused(url, role)) === undefined) return
  const [found] = await owner<{ me: string; note: string | null }[]>`
    select current_user::text as me, shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = ${role}`
  const mark = `${MARK}${found?.me}.`
  if (found?.note?.startsWith(MARK) && found.note !== mark) throw new Error(`${OTHERS} ${found.note.slice(MARK.length, -1)}. ${ONE_FOR_ALL}`)
  const password = new URL(url).searchParams.get('password') ?? ''
  try {
    await owner.unsafe(`alter role ${role} login password '${scramVerifier(password)}'`)
    if (!found?.note) await owner.unsafe(`comment on role ${role} is '${mark.replaceAll("'", "''")}'`)
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    throw new Error(`The database does not let ${found?.me} set the password of ${role}. ${WHAT_TO_DO}`)
  }
}

const NOT_ALLOWED = '42501'
const OTHERS = 'On this PostgreSQL server the roles of Daybook already have passwords that follow from that of another owner,'
const ONE_FOR_ALL =
  'Roles belong to the whole server. Give both roles your own passwords, and set DATABASE_APP_URL and DATABASE_REPORT_URL for every Daybook on it.'
