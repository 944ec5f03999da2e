import { bistroCovers, type CoversAnswer } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { coversDrill } from '#features/reports/kit/covers-drill.rules.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { Explained } from '#features/reports/kit/screen/explained.part.tsx'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { FileActs } from '#features/reports/kit/screen/file-acts.part.tsx'
import { trendScreenWords } from '#features/reports/kit/trend-screen.messages.ts'
import { numberText } from '#shared/money.ts'
import { Beside } from '#ui/beside.tsx'
import { CallTable } from '#ui/call-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'

const COLUMNS = ['Location', 'LunchCovers', 'DinnerCovers', 'Covers', 'BookedCovers', 'Net', 'PerCover', 'FoodPerCover', 'BeveragePerCover']

/** How many were served, and what each spent. */
export const CoversPart = ({ query, currency, kept }: { query: Record<string, string>; currency: string; kept: boolean }) => {
  const say = useSay(trendScreenWords)
  if (!kept) {
    return (
      <Beside>
        <div className="bar-head">
          <h2>{say('covers')}</h2>
        </div>
        <p className="note">{say('coversNotKept')}</p>
      </Beside>
    )
  }
  return (
    <CallTable
      operation={bistroCovers.bistroCovers}
      query={query}
      title={say('covers')}
      columns={COLUMNS}
      currency={currency}
      acts={<FileActs path={bistroCovers.bistroCovers.path} query={query} />}
      target={(row, { key }) => {
        const drill = coversDrill(row === 'totals' ? undefined : Number(row.LocationId), key)
        return drill && { change: { drill: writeDrill(drill), receipt: undefined } }
      }}
      below={(answer) => <HowCounted answer={answer} currency={currency} />}
      empty={({ Totals }) => (Totals.Covers === 0 ? <p className="note">{say('noCovers')}</p> : undefined)}
    />
  )
}

/** By which method, and the figures worked out with those on screen. */
const HowCounted = ({ answer, currency }: { answer: CoversAnswer; currency: string }) => {
  const say = useSay(trendScreenWords)
  const { language } = useLanguage()
  const { money } = useFigureText(currency)
  const { Covers, Net, PerCover, BookedCovers, WalkInCovers } = answer.Totals
  const n = (value: number | null) => numberText(value ?? 0, language)
  return (
    <p className="note">
      {say(methodOf(answer))}
      <Explained label={say('whyCovers')} title={say('covers')}>
        <p>{say(methodOf(answer))}</p>
        {Net !== null && PerCover !== null && <p>{say('perCoverWorked', { net: money(Net), covers: n(Covers), perCover: money(PerCover) })}</p>}
        <p>{say('walkInWorked', { covers: n(Covers), booked: n(BookedCovers), walkIn: n(WalkInCovers) })}</p>
      </Explained>
    </p>
  )
}

const methodOf = ({ Locations }: CoversAnswer): 'coversByPatron' | 'coversByItem' | 'coversMixed' => {
  const methods = new Set(Locations.map(({ Method }) => Method))
  if (methods.size > 1) return 'coversMixed'
  return methods.has('item') ? 'coversByItem' : 'coversByPatron'
}
