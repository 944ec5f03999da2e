import { MARKS, STAGE } from './cast.ts'

/** What an answer says that its reader may not see: other venues, places not granted, by name or by id. */
export const leaksIn = (answer: unknown, text: string): string[] => [...MARKS.filter((mark) => text.includes(mark)), ...idsOutside(answer)]

const idsOutside = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(idsOutside)
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'LocationId' && typeof inner === 'number' && !STAGE.locations.some((granted) => granted === inner)) return [`LocationId ${inner}`]
    if (name === 'VenueId' && typeof inner === 'number' && inner !== STAGE.venueId) return [`VenueId ${inner}`]
    return idsOutside(inner)
  })
}
