import { todayAt } from '#features/reports/kit/today.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { Figure } from './card-head.part.tsx'
import { useCardText } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import type { Details } from './loyalty.contract.ts'
import { loyaltyReports } from './loyalty-reports.contract.ts'
import { useMoment } from './moment.part.ts'

/** What the card earned this year, and when and where it was used last. */
export const CardYear = ({ card }: { card: Details }) => {
  const say = useSay(cardWords)
  const text = useCardText()
  const { language } = useLanguage()
  const moment = useMoment()
  const today = todayAt(useStoredUser()?.Config?.Locations ?? [], new Date())
  const query = { FromDate: `${today.slice(0, 4)}-01-01`, ToDate: today }
  const { data } = useCall(loyaltyReports.cardUse, { params: { card: card.CardNumber }, query }, { enabled: card.LastUsed !== null })
  const earned = data?.Locations.reduce((sum, { Accrued }) => sum + Accrued, 0)
  const last = data?.Locations.flatMap(({ LocationId, Name, History }) => History.map(({ Day, At }) => ({ LocationId, Name, Day, At })))
    .toSorted((a, b) => (a.At < b.At ? -1 : 1))
    .findLast(({ Day }) => Day === card.LastUsed)
  const day = card.LastUsed === today ? say('today') : card.LastUsed && dayText(card.LastUsed, language)
  return (
    <>
      {(earned !== undefined || card.LastUsed === null) && (
        <Figure label={say('thisYear')} unit={say('earned')}>
          {text.signed(earned ?? 0)}
        </Figure>
      )}
      <Figure label={say('lastUsed')} {...(last ? { unit: [moment.time(last.At, last.LocationId), last.Name].join(', ') } : {})}>
        {day ?? <i>{say('never')}</i>}
      </Figure>
    </>
  )
}
