import type { FieldError } from '#shared/failure.ts'
import { MILLILITRE, type Part, type Spec, type Specs, specOn, WHOLE } from './spec.rules.ts'
import { changedRows, type SpecChange, withRows } from './spec-change.rules.ts'

/** Ten cubic metres: nothing a venue buys is larger. */
const MOST_VOLUME = 10_000_000_000
/** More of one thing than this goes into no sale. */
const MOST_QTY = 1_000_000_000
const MOST_PARTS = 30
/** A container of cigarettes, and a tonne of tobacco. */
const MOST_STICKS = 10_000_000
const MOST_TOBACCO = 1_000_000_000

/** What is to hold of a product, and from which day. */
export interface SpecSaid {
  productId: number
  fromDay: string
  change: SpecChange
}

/** What a change is judged by: what every product is, and what products are called; a product without a name does not exist. */
export interface SpecJudge {
  specs: Specs
  nameOf: (productId: number) => string | undefined
}

type Complain = (FieldName: string, Message: string, ErrorCode?: string) => void

/**
 * Everything that is wrong with what is said of a product, by itself and beside the products it takes or is taken by.
 * Fields are named as on the wire: Abv, VolumeMl, Sticks, TobaccoGrams, Parts, Stocked.
 */
export const wrongInSpec = ({ productId, fromDay, change }: SpecSaid, { specs, nameOf }: SpecJudge): FieldError[] => {
  const wrong: FieldError[] = []
  const complain: Complain = (FieldName, Message, ErrorCode = 'Invalid') => {
    if (!wrong.some((one) => one.FieldName === FieldName && one.Message === Message)) wrong.push({ FieldName, ErrorCode, Message })
  }
  judgeValues(change, complain)
  if (wrong.length > 0) return wrong
  const rows = changedRows(specs.get(productId) ?? [], productId, fromDay, change)
  const after = withRows(specs, productId, rows)
  if (rows.some(({ sticks, tobacco }) => sticks !== null && tobacco !== null))
    complain(change.sticks == null ? 'TobaccoGrams' : 'Sticks', 'Tobacco has either sticks or a weight, not both.')
  if (change.parts !== undefined && change.parts.length > 0) judgeParts(productId, change.parts, { specs: after, nameOf }, complain)
  if (wrong.length > 0) return wrong
  if (change.parts !== undefined) judgeSizes(productId, rows, { specs: after, nameOf }, complain)
  if (change.volume !== undefined || change.stocked !== undefined || change.parts !== undefined)
    judgeTakers(productId, change, { specs: after, nameOf }, complain)
  return wrong
}

const judgeValues = ({ abv, volume, sticks, tobacco, parts = [] }: SpecChange, complain: Complain): void => {
  if (abv !== undefined && abv !== null && !(abv >= 0 && abv <= WHOLE)) complain('Abv', 'Alcohol by volume must be from 0 to 100 percent.')
  if (abv !== undefined && abv !== null && !Number.isInteger(abv)) complain('Abv', 'Alcohol by volume can have at most two decimals.')
  if (volume !== undefined && volume !== null && !(volume > 0 && volume <= MOST_VOLUME))
    complain('VolumeMl', 'A volume must be more than 0 ml and at most 10,000 litres.')
  if (volume !== undefined && volume !== null && !Number.isInteger(volume)) complain('VolumeMl', 'A volume in millilitres can have at most three decimals.')
  if (sticks != null && !(Number.isInteger(sticks) && sticks > 0 && sticks <= MOST_STICKS))
    complain('Sticks', 'The number of sticks must be a whole number from 1 to 10,000,000.')
  if (tobacco != null && !(tobacco > 0 && tobacco <= MOST_TOBACCO)) complain('TobaccoGrams', 'A tobacco weight must be more than 0 g and at most 1 tonne.')
  if (tobacco != null && !Number.isInteger(tobacco)) complain('TobaccoGrams', 'A weight in grams can have at most three decimals.')
  if (parts.length > MOST_PARTS) complain('Parts', `A product can have at most ${MOST_PARTS} parts.`)
  for (const { volume: taken, qty, loss } of parts) {
    if ((taken === null) === (qty === null)) complain('Parts', 'A part has either a volume or a number of units, not both.')
    if (taken !== null && !(Number.isInteger(taken) && taken > 0 && taken <= MOST_VOLUME)) complain('Parts', 'The volume of a part must be more than 0 ml.')
    if (qty !== null && !(Number.isInteger(qty) && qty > 0 && qty <= MOST_QTY))
      complain('Parts', 'The quantity of a part must be more than 0 and at most 100,000, with at most four decimals.')
    if (!(Number.isInteger(loss) && loss >= 0 && loss < WHOLE)) complain('Parts', 'The loss of a part must be at least 0 and less than 100 percent.')
  }
}

/**
 * What is named exists, is kept in stock, and is not made of other products itself, so that no recipe contains itself. A product may be poured from its own container: a
 * keg that is sold by the glass has one part, a volume of itself.
 */
const judgeParts = (productId: number, parts: readonly Part[], { specs, nameOf }: SpecJudge, complain: Complain): void => {
  const named = new Set<number>()
  for (const part of parts) {
    const name = nameOf(part.productId)
    if (named.has(part.productId)) complain('Parts', `${name ?? 'A part'} is in the recipe twice. Enter it once, with its whole amount.`)
    named.add(part.productId)
    const rows = specs.get(part.productId) ?? []
    if (part.productId === productId) {
      if (parts.length > 1 || part.volume === null || specs.get(productId)?.at(-1)?.stocked === false)
        complain(
          'Parts',
          'A recipe cannot contain itself. Only a product that is poured from its own keg or bottle can, and then it has no other parts.',
          'Circular',
        )
    } else if (name === undefined) complain('Parts', 'The venue does not have one of the parts.', 'ProductNotFound')
    else if (isMadeOfOthers(part.productId, rows)) complain('Parts', `${name} has its own parts. Enter those parts instead.`, 'Circular')
    else if (rows.at(-1)?.stocked === false) complain('Parts', `${name} is not kept in stock, so it cannot be a part.`)
  }
}

const isMadeOfOthers = (productId: number, rows: readonly Spec[]): boolean => rows.some(({ parts }) => parts.some((part) => part.productId !== productId))

/** No glass is larger than its keg, on any day. */
const judgeSizes = (productId: number, rows: readonly Spec[], { specs, nameOf }: SpecJudge, complain: Complain): void => {
  for (const item of new Set(rows.flatMap(({ parts }) => parts.map((part) => part.productId)))) {
    const found = tooLarge(specs, productId, item)
    if (found) complain('Parts', `It takes ${ml(found.taken)} of ${nameOf(item) ?? 'a part'}, which holds only ${ml(found.whole)}.`, 'LargerThanItem')
  }
}

/** What others take of a product must stay possible. */
const judgeTakers = (productId: number, change: SpecChange, { specs, nameOf }: SpecJudge, complain: Complain): void => {
  for (const [taker, rows] of specs) {
    if (taker === productId || !rows.some(({ parts }) => parts.some((part) => part.productId === productId))) continue
    const name = nameOf(taker) ?? 'Another product'
    if (change.parts?.some((part) => part.productId !== productId)) complain('Parts', `${name} has it as a part, so it cannot have parts.`, 'Circular')
    if (change.stocked === false) complain('Stocked', `${name} takes it from stock, so it has to be kept in stock.`)
    const found = change.volume === undefined ? undefined : tooLarge(specs, taker, productId)
    if (found) complain('VolumeMl', `${name} takes ${ml(found.taken)} of it, which is more than ${ml(found.whole)}.`, 'LargerThanItem')
  }
}

/** A volume that one product takes of another on a day on which it holds less. */
const tooLarge = (specs: Specs, taker: number, item: number): { taken: number; whole: number } | undefined => {
  for (const { fromDay } of [...(specs.get(taker) ?? []), ...(specs.get(item) ?? [])]) {
    const taken = specOn(specs, taker, fromDay).parts.find(({ productId }) => productId === item)?.volume ?? null
    const whole = specOn(specs, item, fromDay).volume
    if (taken !== null && whole !== null && taken > whole) return { taken, whole }
  }
  return undefined
}

const ml = (volume: number): string => `${volume / MILLILITRE} ml`
