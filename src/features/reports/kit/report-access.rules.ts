import { type AnyOperation, isSupplierKeyAccess, ruleOf } from '#shared/endpoint.ts'
import { satisfies, type TagRule } from '#shared/permissions.ts'

/** Whether an operation is a report, and one that somebody of a venue with these tags may ask for. */
export const maySeeReport = ({ table, access }: AnyOperation, tags: readonly string[]): boolean => {
  if (table === undefined || isSupplierKeyAccess(access)) return false
  const rule = ruleOf(access)
  return typeof rule === 'string' ? rule === 'signed-in' : satisfies(rule as TagRule, tags)
}
