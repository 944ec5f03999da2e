import { nameKey } from '#shared/name-key.ts'
import type { Tag } from '#shared/permissions.ts'

/** A recovery code as it is shown: four groups of four. */
export const newRecoveryCode = (letters: string): string => letters.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')

/** What was typed as a recovery code is written; undefined where it cannot be one. */
export const recoveryCodeIn = (typed: string): string | undefined => {
  const letters = typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z2-7]{16}$/.test(letters) ? newRecoveryCode(letters) : undefined
}

interface Holder {
  isAdmin: boolean
  isSample: boolean
  roles: readonly string[]
  tags: readonly string[]
}

/** Whether someone must have a second factor: Admin, and whoever is as strong as an Owner; people of the sample excepted. */
export const needsFactor = ({ isAdmin, isSample, ...held }: Holder): boolean => !isSample && (isAdmin || isStrongAsOwner(held))

const GIVES_AND_SETS = ['can_register', 'can_editsettings'] satisfies Tag[]
/** What the roles below an Owner begin without: acting under other people's names, and saying where card payments go. */
const OWNERS_ALONE = ['can_impersonate', 'can_linkpayment'] satisfies Tag[]

/**
 * Whether someone may do what an Owner may: give access, change settings, and one thing that only Owners begin with. Own tags and those of
 * roles count alike, at however many locations, since none of these ends at a location. An Owner by name is one in any case.
 */
export const isStrongAsOwner = ({ roles, tags }: Pick<Holder, 'roles' | 'tags'>): boolean =>
  roles.some((role) => nameKey(role) === 'owner') || (GIVES_AND_SETS.every((tag) => tags.includes(tag)) && OWNERS_ALONE.some((tag) => tags.includes(tag)))
