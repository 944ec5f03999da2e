/** What of T & A is opened, as it stands in the address. */
export type Opened =
  /** A day of somebody: their shifts, timesheets and punches. */
  | { what: 'day'; locationId: number; who: number; day: string }
  /** The days behind a figure: of everybody or of one, of all weekdays or of one. */
  | { what: 'days'; locationId: number | undefined; who: number | undefined; weekday: number | undefined }
  /** People whom nobody has matched yet. */
  | { what: 'people' }
  /** What somebody costs, and where they belong. */
  | { what: 'pay'; who: number }

const part = (value: number | undefined): string => (value === undefined ? 'all' : String(value))

export const writeOpened = (opened: Opened): string =>
  opened.what === 'people'
    ? 'people'
    : opened.what === 'pay'
      ? `pay.${opened.who}`
      : opened.what === 'day'
        ? `day.${opened.locationId}.${opened.who}.${opened.day}`
        : `days.${part(opened.locationId)}.${part(opened.who)}.${part(opened.weekday)}`

/** Nothing where the address says nothing that can be opened. */
export const readOpened = (written: string | undefined): Opened | undefined => {
  const [what, place = '', who = '', when = ''] = (written ?? '').split('.')
  if (what === 'people') return { what }
  const number = (text: string): number | undefined => (/^-?\d{1,10}$/.test(text) ? Number(text) : undefined)
  const paid = number(place)
  if (what === 'pay' && paid !== undefined) return { what, who: paid }
  const isRead = (text: string) => text === 'all' || number(text) !== undefined
  if (what === 'days' && [place, who, when].every(isRead)) return { what, locationId: number(place), who: number(who), weekday: number(when) }
  const [locationId, one] = [number(place), number(who)]
  if (what === 'day' && locationId !== undefined && one !== undefined && /^\d{4}-\d\d-\d\d$/.test(when)) return { what, locationId, who: one, day: when }
  return undefined
}
