type Difference = Record<string, [before: string, after: string]>

/** What differs between two states of the same thing, field by field as text, for the audit; empty where nothing does. */
export const differenceOf = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Difference => {
  const difference: Difference = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [asText(before[field]), asText(after[field])]
    if (was !== is) difference[field] = [was, is]
  }
  return difference
}

/** The fields that were sent, over those there are; what was not sent stays. */
export const withSent = <T extends object>(there: T, sent: { [K in keyof T]?: T[K] | undefined }): T => {
  const given = Object.entries(sent).filter(([field, value]) => value !== undefined && field in there)
  return { ...there, ...Object.fromEntries(given) }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value))
