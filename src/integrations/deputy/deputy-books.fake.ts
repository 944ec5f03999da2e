/** A thing of a customer's server, by its id. */
export type Thing = { Id: number; Modified: string } & Record<string, unknown>

const KINDS = ['Company', 'OperationalUnit', 'Contact', 'Employee', 'Roster', 'Timesheet'] as const
export type Kind = (typeof KINDS)[number]
export const isKind = (name: string): name is Kind => (KINDS as readonly string[]).includes(name)

/** Fields that can be asked for, with the type of each: a condition on anything else is refused. */
const FIELDS: Record<string, 'number' | 'string'> = { Id: 'number', Date: 'string', Modified: 'string', Employee: 'number', OperationalUnit: 'number' }

interface Condition {
  field?: string
  type?: string
  data?: unknown
}

/** What a customer has at Deputy: companies, areas, people, rosters and timesheets. */
export class DeputyBooks {
  readonly things: Record<Kind, Map<number, Thing>> = {
    Company: new Map(),
    OperationalUnit: new Map(),
    Contact: new Map(),
    Employee: new Map(),
    Roster: new Map(),
    Timesheet: new Map(),
  }
  readonly #now: () => number
  #ids = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Puts something in, or over what has its id. @returns the thing as it is read */
  put(kind: Kind, given: Record<string, unknown>): Thing {
    this.#ids += 1
    const Id = typeof given.Id === 'number' ? given.Id : this.#ids
    this.#ids = Math.max(this.#ids, Id)
    const thing = { ...this.things[kind].get(Id), ...given, Id, Modified: new Date(this.#now() * 1000).toISOString() }
    this.things[kind].set(Id, thing)
    return thing
  }

  /** A planned shift, as Deputy writes it. @param at start and end on the wall clock with the offset, "2026-11-20T17:00:00+11:00" */
  roster(area: number, employee: number, [start, end]: [string, string], more: Record<string, unknown> = {}): Thing {
    return this.put('Roster', { ...spanOf(start, end), OperationalUnit: area, Employee: employee, Published: true, Open: employee === 0, Cost: null, ...more })
  }

  /** What somebody worked; without an end they are at it. */
  timesheet(area: number, employee: number, [start, end]: [string, string | null], more: Record<string, unknown> = {}): Thing {
    const span = end === null ? { ...spanOf(start, start), EndTime: null, TotalTime: 0, IsInProgress: true } : { ...spanOf(start, end), IsInProgress: false }
    const flags = { IsLeave: false, TimeApproved: false, TimeApprover: null, Discarded: false, Roster: null, Cost: null }
    return this.put('Timesheet', { ...span, ...flags, OperationalUnit: area, Employee: employee, ...more })
  }

  delete(kind: Kind, id: number): void {
    this.things[kind].delete(id)
  }

  /** What a question finds, or why it is refused. */
  find(kind: Kind, asked: { search?: Record<string, Condition>; sort?: Record<string, string>; start?: number; max?: number }): Thing[] | string {
    const { search = {}, sort = {}, start = 0, max = 500 } = asked
    if (!Number.isInteger(max) || max < 1 || max > 500) return 'max is at most 500'
    const conditions = Object.values(search)
    for (const { field = '', type = '', data } of conditions) {
      if (!(field in FIELDS)) return `Unknown field ${field}`
      if (!['eq', 'ne', 'gt', 'ge', 'lt', 'le'].includes(type)) return `Unknown operator ${type}`
      if (typeof data !== FIELDS[field]) return `${field} is a ${FIELDS[field]}`
    }
    const found = [...this.things[kind].values()].filter((thing) => conditions.every((condition) => meets(thing, condition)))
    for (const field of Object.keys(sort)) if (!(field in FIELDS)) return `Unknown field ${field}`
    if (sort.Id === 'asc') found.sort((a, b) => a.Id - b.Id)
    return found.slice(start, start + max)
  }
}

const spanOf = (start: string, end: string) => {
  const [from, to] = [Date.parse(start) / 1000, Date.parse(end) / 1000]
  return {
    Date: `${start.slice(0, 10)}T00:00:00${start.slice(19)}`,
    StartTime: from,
    EndTime: to,
    Mealbreak: null,
    TotalTime: Math.round(((to - from) / 3600) * 100) / 100,
  }
}

/** Days are compared as days, moments as moments. */
const meets = (thing: Thing, { field = '', type, data }: Condition): boolean => {
  const read = (value: unknown): number | string =>
    field === 'Date' ? String(value).slice(0, 10) : field === 'Modified' ? Date.parse(String(value)) : (value as number)
  const [has, asked] = [read(thing[field]), read(data)]
  if (type === 'eq') return has === asked
  if (type === 'ne') return has !== asked
  if (type === 'gt') return has > asked
  if (type === 'ge') return has >= asked
  return type === 'lt' ? has < asked : has <= asked
}
