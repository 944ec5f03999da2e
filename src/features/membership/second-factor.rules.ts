import { nameKey } from '#shared/name-key.ts'

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
}

/** Whether someone must have a second factor: Admin and Owners, people of the sample excepted. */
export const needsFactor = ({ isAdmin, isSample, roles }: Holder): boolean => !isSample && (isAdmin || isOwner(roles))

export const isOwner = (roles: readonly string[]): boolean => roles.some((role) => nameKey(role) === 'owner')
