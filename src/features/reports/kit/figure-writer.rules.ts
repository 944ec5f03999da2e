import { DecimalLists, DecimalMembers } from '#shared/json-decimals.ts'
import type { JsonWriter } from '#shared/json-text.ts'
import { decimalsOf } from '#shared/money.ts'
import type { SumRows } from './figure-steps.rules.ts'
import { FIGURE_NAMES, type FigureName } from './figures.rules.ts'
import { AT, decimalsFor, figureSteps, NOT_ADDED } from './figures-of.rules.ts'

/** Writes the figures of sums into an object that has others before them, and nothing else of it. */
export class FigureWriter {
  readonly #json: JsonWriter
  readonly #written: Written
  readonly #blank: readonly number[]
  readonly #places: readonly number[] | undefined

  /**
   * @param mixed of several currencies: what is money is null
   * @param only where not all figures are told, those that are, in their order
   * @param known where not all figures are known, those that are: the others are null
   */
  constructor(json: JsonWriter, currency: string, mixed = false, only?: readonly FigureName[], known?: readonly FigureName[]) {
    this.#json = json
    this.#written = writtenIn(decimalsOf(currency), only)
    this.#blank = [...(mixed ? NOT_ADDED_PLACES : []), ...(known ? FIGURE_NAMES.filter((name) => !known.includes(name)).map((name) => AT[name]) : [])]
    this.#places = only?.map((name) => AT[name])
  }

  /** The figures of the sums that begin at `at`, a member each. */
  write(sums: Float64Array, at: number): void {
    const steps = scratchOf(FIGURE_NAMES.length)
    this.#putSteps(steps, 0, 0, sums, at)
    this.#json.decimals(this.#written.members, steps)
  }

  /** The figures of many sums, a list each: `,"ByPeriod":{…}`. */
  byPeriod({ sums, first, stride, count }: SumRows): void {
    const width = FIGURE_NAMES.length
    const size = this.#places?.length ?? width
    const steps = scratchOf(count * width)
    for (let i = 0; i < count; i += 1) this.#putSteps(steps, i * width, i * size, sums, first + i * stride)
    this.#json.name('ByPeriod')
    this.#json.decimalLists(this.#written.lists, steps, count)
  }

  /** @param at where there is room for all of them @param to where those that are told go: not behind it, since there are no more of them than of all */
  #putSteps(steps: Float64Array, at: number, to: number, sums: Float64Array, from: number): void {
    figureSteps(steps, at, sums, from)
    for (const place of this.#blank) steps[at + place] = Number.NaN
    const places = this.#places
    if (places) for (let i = 0; i < places.length; i += 1) steps[to + i] = steps[at + (places[i] as number)] as number
  }
}

const NOT_ADDED_PLACES = NOT_ADDED.map((name) => AT[name])

let scratch = new Float64Array(FIGURE_NAMES.length)

/** Room for steps that are written at once: the same every time, since a report by day over years has thirty thousand for each place. */
const scratchOf = (length: number): Float64Array => {
  if (scratch.length < length) scratch = new Float64Array(length)
  return scratch
}

/** Figures ready to be written: of one row, and of many. */
interface Written {
  members: DecimalMembers
  lists: DecimalLists
}

const known = new Map<string, Written>()

/** The figures whose money has so many decimals. */
const writtenIn = (moneyDecimals: number, names: readonly FigureName[] = FIGURE_NAMES): Written => {
  const name = `${moneyDecimals} ${names}`
  const decimals = decimalsFor(moneyDecimals)
  const own = names.map((one) => decimals[AT[one]] as number)
  const written = known.get(name) ?? { members: new DecimalMembers(names, own), lists: new DecimalLists(names, own) }
  known.set(name, written)
  return written
}
