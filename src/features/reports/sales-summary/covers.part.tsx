import { CallTable } from '#ui/call-table.tsx'
import { useSay } from '#ui/language.tsx'
import { bistroCovers, type CoversAnswer } from '../bistro-covers/bistro-covers.contract.ts'
import { FileActs } from '../screen/file-acts.part.tsx'
import { trendScreenWords } from '../trend/trend-screen.messages.ts'

const COLUMNS = ['Location', 'LunchCovers', 'DinnerCovers', 'Covers', 'BookedCovers', 'Net', 'PerCover', 'FoodPerCover', 'BeveragePerCover']

/** How many were served, and what each spent. */
export const CoversPart = ({ query, currency, kept }: { query: Record<string, string>; currency: string; kept: boolean }) => {
  const say = useSay(trendScreenWords)
  if (!kept) {
    return (
      <section className="ledger">
        <div className="bar-head">
          <h2>{say('covers')}</h2>
        </div>
        <p className="note">{say('coversNotKept')}</p>
      </section>
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
      below={(answer) => <p className="note">{say(methodOf(answer))}</p>}
      empty={({ Totals }) => (Totals.Covers === 0 ? <p className="note">{say('noCovers')}</p> : undefined)}
    />
  )
}

const methodOf = ({ Locations }: CoversAnswer): 'coversByPatron' | 'coversByItem' | 'coversMixed' => {
  const methods = new Set(Locations.map(({ Method }) => Method))
  if (methods.size > 1) return 'coversMixed'
  return methods.has('item') ? 'coversByItem' : 'coversByPatron'
}
