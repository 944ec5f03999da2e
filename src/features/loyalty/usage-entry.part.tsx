import { maskedNumber } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCardText } from './card-text.part.tsx'
import type { Movement } from './loyalty.contract.ts'
import { useMoment } from './moment.part.ts'
import { moveWords } from './moves.messages.ts'
import { entryOf } from './usage.rules.ts'

/** What an entry of the ledger says: its name, what kind, who and why, and when. */
export const useEntryText = (movements: readonly Movement[]) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const { language } = useLanguage()
  const moment = useMoment()
  const timeOf = ({ At, LocationId }: Movement) => moment.time(At, LocationId)
  return (movement: Movement) => {
    const entry = entryOf(movement)
    const name = say(entry === 'replaced' ? 'replacedEntry' : entry)
    const kind = movement.Kind === 'Sale' ? say(movement.PointsSource === 'Computed' ? 'computed' : 'sale') : ''
    const taken = movement.Reverses === null ? undefined : movements.find(({ MovementId }) => MovementId === movement.Reverses)
    const other = movement.OtherCard ? maskedNumber(movement.OtherCard) : ''
    const notes = [
      entry === 'earnedAndSpent' ? say('both', { accrued: text.points(movement.Accrued), redeemed: text.points(movement.Redeemed) }) : '',
      entry === 'transferIn' ? say('fromCardNo', { card: other }) : entry === 'transferOut' ? say('toCardNo', { card: other }) : '',
      entry === 'replaced' && other ? say('fromCardNo', { card: other }) : '',
      movement.Reverses !== null ? (taken ? say('reverses', { time: timeOf(taken) }) : say('reversesOlder')) : '',
      movement.Comments,
      byHandOf(movement, say),
      reversedOf(movement, say, text.points),
      movement.Owed > 0 ? say('owedUp', { points: text.points(movement.Owed) }) : '',
      movement.Owed < 0 ? say('owedDown', { points: text.points(-movement.Owed) }) : '',
    ]
    const when = `${dayText(movement.Day, language)}, ${timeOf(movement)}`
    return { name, kind, notes: notes.filter(Boolean).join(' · '), when, about: say('reverseOf', { entry: name, when }) }
  }
}

type Say = ReturnType<typeof useSay<keyof typeof moveWords.en>>

const byHandOf = ({ By, OnBehalfOf, Kind, Provider }: Movement, say: Say): string => {
  if (Provider) return say('fromProvider', { provider: Provider })
  const who = By && OnBehalfOf ? say('onBehalf', { by: By, other: OnBehalfOf }) : (By ?? '')
  return Kind === 'Adjustment' ? [say('byHand'), who].filter(Boolean).join(' · ') : who
}

const reversedOf = ({ Reversed, Points }: Movement, say: Say, points: (value: number) => string): string => {
  if (Reversed === 0) return ''
  return Reversed >= Math.abs(Points) ? say('reversedWhole') : say('reversedPart', { points: points(Reversed) })
}
