import { nameKey } from '#shared/name-key.ts'

/** What headings are usually called, by field, most telling first; spaces, case and underscores do not count. */
export type HeadingWords<F extends string> = readonly (readonly [field: F, words: string])[]

/** The columns of a file by what their headings are called; each heading once. */
export const columnsByHeading = <F extends string>(words: HeadingWords<F>, headings: readonly string[]): Partial<Record<F, string>> => {
  const columns: Partial<Record<F, string>> = {}
  const taken = new Set<string>()
  for (const [field, usual] of words) {
    const heading = usual
      .split(' ')
      .map((word) => headings.find((candidate) => !taken.has(candidate) && plainHeading(candidate) === word))
      .find((found) => found !== undefined)
    if (heading === undefined) continue
    columns[field] = heading
    taken.add(heading)
  }
  return columns
}

/** A heading as it is compared. */
export const plainHeading = (heading: string): string => nameKey(heading).replace(/[\s_\-./()#]/g, '')
