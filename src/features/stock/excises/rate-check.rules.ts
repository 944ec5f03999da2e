import { WHOLE } from '#features/stock/spec.rules.ts'
import type { FieldError } from '#shared/failure.ts'
import type { Rate } from './excise.rules.ts'

type Judged = Omit<Rate, 'enteredBy'>

/** Everything that is wrong with a rate, by itself and beside the others. */
export const wrongInRate = (rate: Judged, others: readonly Rate[]): FieldError[] => {
  const wrong: FieldError[] = []
  const complain = (FieldName: string, Message: string, ErrorCode = 'Invalid') => wrong.push({ FieldName, ErrorCode, Message })
  if (rate.toDay !== null && rate.toDay < rate.fromDay) complain('ToDay', 'The last day is before the first.')
  if (rate.rate < 0) complain('Rate', 'A rate cannot be less than 0.')
  if ([rate.freeAbv, rate.aboveAbv ?? 0, rate.upToAbv ?? 0].some((abv) => abv < 0 || abv > WHOLE))
    complain('AboveAbv', 'A strength must be from 0 to 100 percent.')
  if (rate.aboveAbv !== null && rate.upToAbv !== null && rate.aboveAbv >= rate.upToAbv) complain('UpToAbv', 'The upper strength must be above the lower one.')
  if (rate.containerFrom !== null && rate.containerUpTo !== null && rate.containerFrom > rate.containerUpTo)
    complain('ContainerUpTo', 'The largest container must not be smaller than the smallest.')
  if (rate.freeAbv > 0 && rate.basis !== 'lal') complain('FreeAbv', 'Only a rate per litre of alcohol can have a duty-free strength.')
  if ((rate.basis === 'stick' || rate.basis === 'kg') && saysWhichDrinks(rate))
    complain('Beverages', 'A tobacco rate cannot have a drink, strength or container.')
  const other = others.find((one) => one.rateId !== rate.rateId && isSameItem(one, rate) && overlaps(one, rate))
  if (other)
    complain(
      'FromDay',
      `Item ${other.tariffItem} has a rate from ${other.fromDay} ${other.toDay === null ? 'on' : `to ${other.toDay}`} already. End that one first.`,
      'Overlaps',
    )
  return wrong
}

const isSameItem = (one: Judged | Rate, other: Judged): boolean => one.jurisdiction === other.jurisdiction && one.tariffItem === other.tariffItem

const saysWhichDrinks = ({ beverages, aboveAbv, upToAbv, containerFrom, containerUpTo, draught }: Judged): boolean =>
  beverages.length > 0 || [aboveAbv, upToAbv, containerFrom, containerUpTo, draught].some((bound) => bound !== null)

const overlaps = (one: Pick<Rate, 'fromDay' | 'toDay'>, other: Pick<Rate, 'fromDay' | 'toDay'>): boolean =>
  (one.toDay === null || other.fromDay <= one.toDay) && (other.toDay === null || one.fromDay <= other.toDay)
