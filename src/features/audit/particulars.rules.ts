import { fieldWords } from './particulars.messages.ts'

/** What kept numbers stand for; the server answers names in their place. */
type Kind = 'user' | 'employee' | 'location' | 'supplier' | 'keyHolder'
/** Names by number. */
export type Names = Readonly<Record<Kind, ReadonlyMap<number, string>>>

/** A row as far as its names go. */
interface Told {
  action: string
  subject: string
  detail: Readonly<Record<string, unknown>>
}

/** One thing a row tells of what was done. */
export interface Particular {
  /** As it was written down. */
  Name: string
  /** The location whose field it is, where it is one's. */
  Of: string | null
  /** What it was before, where that is known: empty where it was nothing. */
  Before: string[] | null
  Values: string[]
}

/** Particulars that are numbers of something with a name. */
const NUMBERED: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    OwnerUserId: 'user',
    LocationId: 'location',
    Locations: 'location',
    AddedLocations: 'location',
    RemovedLocations: 'location',
    Employees: 'employee',
    People: 'employee',
    SupplierId: 'supplier',
    SupplierUser: 'keyHolder',
  } as const satisfies Record<string, Kind>),
)

/** Whom or what a row is about, where it keeps the number. */
const subjectKind = (action: string): Kind | undefined =>
  /^(employee|impersonation|invitation)\./.test(action) ? 'employee' : action === 'supplier.products' ? 'supplier' : undefined

/** What the subject says already. */
const isSaidAlready = (action: string, name: string) => name === 'UserId' || (name === 'SupplierId' && action === 'supplier.products')

/** Changes of a venue's or a storefront's settings, of what somebody is called and of where they belong, tell of each field what it was and what it is. */
const isPair = (action: string, value: unknown): value is [string, string] =>
  /^((venue\.[a-z]+|attendance\.rates|employee\.details)-changed|login\.changed|marketplace\.(changed|removed|paused|resumed))$/.test(action) &&
  Array.isArray(value) &&
  value.length === 2

/** The numbers of rows whose names are to be looked up, each once. */
export const namesWanted = (rows: readonly Told[]): Record<Kind, number[]> => {
  const wanted = {
    user: new Set<number>(),
    employee: new Set<number>(),
    location: new Set<number>(),
    supplier: new Set<number>(),
    keyHolder: new Set<number>(),
  }
  for (const { action, subject, detail } of rows) {
    const kind = subjectKind(action)
    if (kind && isNumber(subject)) wanted[kind].add(Number(subject))
    for (const [name, value] of Object.entries(detail)) {
      const of = NUMBERED.get(name)
      if (of) for (const id of numbersIn(value)) wanted[of].add(id)
    }
  }
  return Object.fromEntries(Object.entries(wanted).map(([kind, ids]) => [kind, [...ids]])) as Record<Kind, number[]>
}

/** What whoever or whatever a row is about is called; null where the row says it itself, or it is not known. */
export const subjectName = ({ action, subject }: Told, names: Names): string | null => {
  const kind = subjectKind(action)
  return (kind && isNumber(subject) && names[kind].get(Number(subject))) || null
}

/** A row's particulars with names in place of numbers; what is empty says nothing. */
export const particulars = ({ action, detail }: Pick<Told, 'action' | 'detail'>, names: Names): Particular[] =>
  Object.entries(detail)
    .filter(([name, value]) => !isSaidAlready(action, name) && (isPair(action, value) || partsOf(value).length > 0))
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([name, value]) => {
      const [, place, field] = (action === 'venue.locations-changed' && /^(\d+) (.+)$/.exec(name)) || []
      const named = { Name: field ?? name, Of: place === undefined ? null : nameIn(names.location, place) }
      if (isPair(action, value)) return { ...named, Before: partsOf(unpacked(value[0])), Values: partsOf(unpacked(value[1])) }
      const kind = NUMBERED.get(name)
      return { ...named, Before: null, Values: kind ? numbersIn(value).map((id) => nameIn(names[kind], String(id))) : partsOf(value) }
    })

/** The database keeps particulars in an order of its own; they are told in that of their words, and what has none comes last. */
const placeOf = (name: string): number => ORDER.get(name) ?? ORDER.size

const ORDER: ReadonlyMap<string, number> = new Map(Object.keys(fieldWords.en).map((name, at) => [name, at]))

const nameIn = (names: ReadonlyMap<number, string>, id: string) => names.get(Number(id)) ?? `#${id}`

const isNumber = (text: string) => /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31

/** Numbers as they were kept: one, several, or several in a text. */
const numbersIn = (value: unknown): number[] =>
  partsOf(value)
    .flatMap((part) => part.split(','))
    .filter(isNumber)
    .map(Number)

/** A value in its parts, each as text. */
const partsOf = (value: unknown): string[] => {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.flatMap(partsOf)
  return [
    typeof value === 'object'
      ? Object.entries(value)
          .map(([name, part]) => `${name}: ${partsOf(part).join(', ')}`)
          .join(', ')
      : String(value),
  ]
}

/** Lists and groups are kept as JSON among the fields of settings. */
const unpacked = (text: unknown): unknown => {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
