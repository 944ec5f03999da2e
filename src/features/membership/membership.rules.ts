import { isReservedRoleName } from '#shared/name-key.ts'

/**
 * The page a password link leads to: the one asked for, if it lies under an allowed address; none asked for, our own
 * (undefined). The request's own headers never decide.
 */
export const passwordPage = (asked: string | undefined, allowed: readonly string[]): string | undefined | 'refused' => {
  if (asked === undefined || asked === '') return undefined
  return allowed.some((one) => liesUnder(asked, one)) ? asked : 'refused'
}

/** Same origin, and the same path or one below it; no name or password in it, no query, no fragment. */
const liesUnder = (asked: string, allowed: string): boolean => {
  const url = URL.canParse(asked) ? new URL(asked) : undefined
  const base = URL.canParse(allowed) ? new URL(allowed) : undefined
  if (!url || !base || url.username || url.password || url.search || url.hash || !/^https?:$/.test(url.protocol)) return false
  if (url.href !== asked && url.href !== `${asked}/`) return false
  const folder = base.pathname.replace(/\/$/, '')
  return url.origin === base.origin && (url.pathname === folder || url.pathname.startsWith(`${folder}/`))
}

/** The roles a person is shown to hold. Admin is held by id and never by a venue's role of that name. */
export const rolesShown = (isAdmin: boolean, roles: readonly string[]): string[] => (isAdmin ? ['Admin'] : roles.filter((name) => !isReservedRoleName(name)))
