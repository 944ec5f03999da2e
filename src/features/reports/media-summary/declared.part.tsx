import { FileActs } from '#features/reports/kit/screen/file-acts.part.tsx'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useTableTexts } from '#features/reports/kit/screen/table-texts.part.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { declaredTable } from './declared-table.rules.ts'
import { type MediaAnswer, mediaSummary } from './media-summary.contract.ts'
import { mediaWords } from './media-summary.messages.ts'

interface Props {
  answer: MediaAnswer
  screen: ReportScreen
  config: VenueConfig
  query: Record<string, string>
}

/** What was counted beside what the system says, for each kind of payment; nothing for those who see no control sheets. */
export const Declared = ({ answer, screen, config, query }: Props) => {
  const say = useSay(mediaWords)
  const texts = useTableTexts(config)
  const { Told, SheetCount, CountedSheets, Totals } = answer.Declared
  if (Told === 'not-permitted') return null
  const table = declaredTable(answer, {}, texts)
  const total = Totals[0]
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {say('declaredTitle')} <small>{screen.currency}</small>
        </h2>
        {total && <FileActs path={mediaSummary.mediaSummary.path} query={{ ...query, View: 'declared' }} />}
      </div>
      {total && (
        <DataTable
          table={table}
          caption={say('declaredTitle')}
          currency={total.Currency}
          className="short"
          rowKey={({ Media, Currency }) => `${Media} ${Currency}`}
          target={(row, { key }) => (row === 'totals' && key === 'OverShort' ? TO_SHEETS : undefined)}
          {...(table.totals ? { totalsTitle: String(table.totals.Media) } : {})}
        />
      )}
      <p className="note">
        {Told === 'too-long' && say('declaredTooLong')}
        {Told === 'by-time' && say('declaredByTime')}
        {Told === 'told' && SheetCount === 0 && say('noSheets')}
        {Told === 'told' && SheetCount > 0 && say.count('sheetsCounted', SheetCount, { counted: CountedSheets })}{' '}
        {Told === 'told' && SheetCount > 0 && <Go {...TO_SHEETS}>{say('openSheets')}</Go>}
      </p>
      {total && <p className="note">{say(total.System === null ? 'declaredBlind' : 'declaredHint')}</p>}
    </section>
  )
}

const TO_SHEETS = { to: '/reports/control-sheets', change: { drill: undefined, receipt: undefined, told: undefined, view: undefined } }
