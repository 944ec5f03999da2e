import { type Part, type Spec, type Specs, specOn } from './spec.rules.ts'

/** What is said anew of a product; what is left out stays. */
export type SpecChange = Partial<Omit<Spec, 'fromDay'>>

/** From where a product's oldest values are kept once an earlier day than its first row changes something. */
const BEGINNING = '0001-01-01'

// How it is drawn before what it comes in: by the latter is told whether anybody spoke of the former.
const FIELDS = ['unit', 'stocked', 'volume', 'abv', 'beverage', 'draught', 'container', 'tariffItem', 'sticks', 'tobacco', 'parts'] as const
type Field = (typeof FIELDS)[number]

/** Fields of which nobody may have told anything yet: what is told of them first contradicts nothing and holds of the past too. */
const MAY_BE_MISSING: readonly Field[] = ['unit', 'volume', 'abv', 'beverage', 'container']

/**
 * The rows of a product after a change from a day on. A value that was missing is filled in wherever it was missing around that day, in the
 * past too; another one holds from that day until the day from which something else had been said.
 */
export const changedRows = (rows: readonly Spec[], productId: number, fromDay: string, change: SpecChange): Spec[] => {
  if (rows.length === 0) return [{ ...specOn(new Map(), productId, fromDay), ...told(change), fromDay }]
  return FIELDS.reduce<Spec[]>((all, field) => (change[field] === undefined ? all : withField(all, fromDay, field, change[field])), [...rows])
}

/** Whether a change says nothing that was not so before. */
export const saysNothingNew = (rows: readonly Spec[], after: readonly Spec[]): boolean =>
  rows.length === after.length && after.every((row, i) => isSameSpec(row, rows[i] as Spec))

export const isSameSpec = (one: Spec, other: Spec): boolean => one.fromDay === other.fromDay && FIELDS.every((field) => isSame(one[field], other[field]))

/** Specs with the rows of one product in place of those it had. */
export const withRows = (specs: Specs, productId: number, rows: readonly Spec[]): Specs => new Map(specs).set(productId, rows)

const told = (change: SpecChange): SpecChange => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

const withField = (rows: Spec[], fromDay: string, field: Field, value: Spec[Field]): Spec[] => {
  const at = Math.max(
    rows.findLastIndex((row) => row.fromDay <= fromDay),
    0,
  )
  const before = rows[at] as Spec
  if (isSame(before[field], value)) return rows
  const isLikeBefore = (row: Spec) => isSame(row[field], before[field])
  const end = runEnd(rows, at, isLikeBefore)
  if (isMissing(field, before, rows)) {
    const start = rows.slice(0, at).findLastIndex((row) => !isLikeBefore(row)) + 1
    return rows.map((row, i) => (i >= start && i < end ? { ...row, [field]: value } : row))
  }
  const changed = rows.map((row, i) => (i >= at && i < end && row.fromDay >= fromDay ? { ...row, [field]: value } : row))
  if (before.fromDay === fromDay) return changed
  const from = { ...before, fromDay, [field]: value }
  // The first row held of all days before it; now these need a row of their own.
  if (before.fromDay > fromDay) return [{ ...before, fromDay: BEGINNING }, from, ...changed]
  return [...changed.slice(0, at + 1), from, ...changed.slice(at + 1)]
}

const runEnd = (rows: readonly Spec[], at: number, isLikeBefore: (row: Spec) => boolean): number => {
  const next = rows.findIndex((row, i) => i > at && !isLikeBefore(row))
  return next === -1 ? rows.length : next
}

/** Nobody said how it is drawn as long as nobody said what it comes in, nor how much tobacco it holds as long as neither sticks nor a weight were ever told. */
const isMissing = (field: Field, spec: Spec, rows: readonly Spec[]): boolean => {
  if (field === 'draught') return spec.container === '' && !spec.draught
  if (field === 'sticks' || field === 'tobacco') return rows.every(({ sticks, tobacco }) => sticks === null && tobacco === null)
  return MAY_BE_MISSING.includes(field) && (spec[field] === null || spec[field] === '')
}

const isSame = (one: Spec[Field], other: Spec[Field]): boolean => one === other || (isParts(one) && isParts(other) && isSameParts(one, other))

const isParts = (value: Spec[Field]): value is readonly Part[] => typeof value === 'object' && value !== null

const isSameParts = (one: readonly Part[], other: readonly Part[]): boolean =>
  one.length === other.length && one.every((part, i) => (['productId', 'volume', 'qty', 'loss'] as const).every((field) => part[field] === other[i]?.[field]))
