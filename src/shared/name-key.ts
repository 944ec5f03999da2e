/**
 * What two names have in common that a reader would take for the same: compatibility forms (full-width letters), case,
 * invisible characters and runs of spaces do not count. User names and role names are unique by it.
 */
export const nameKey = (name: string): string =>
  fold(name.replace(INVISIBLE, '').normalize('NFKC')).replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().normalize('NFKC')

// Upper-casing first folds what lower-casing alone does not: ß and ss, final sigma, dotless i.
const fold = (text: string) => text.toUpperCase().toLowerCase()

/** Format and control characters, variation selectors, fillers: drawn as nothing. */
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}|[\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu

/** Whether a name would be taken for the reserved role Admin. */
export const isReservedRoleName = (name: string): boolean => nameKey(name) === 'admin'
