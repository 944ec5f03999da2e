import { nameKey } from '#shared/name-key.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace } from './import-places.rules.ts'

/** Whether a mapping names one of these locations: where no column does, or as what a cell means. */
export const namesPlace = ({ Defaults = {}, Values = {} }: ImportMapping, places: readonly Pick<ImportPlace, 'name' | 'code'>[]): boolean => {
  const named = (['Location', 'LocationCode'] as const).flatMap((field) => [Defaults[field] ?? '', ...Object.values(Values[field] ?? {})])
  const keys = new Set(named.map(nameKey))
  return places.some(({ name, code }) => keys.has(nameKey(name)) || (code !== null && keys.has(nameKey(code))))
}
