import { dayText } from '#shared/cell-text.ts'
import { everyDay, monthEnd } from '#shared/day.ts'
import type { Table } from '#shared/endpoint.ts'
import { decimalsOf } from '#shared/money.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Docket } from '#ui/docket.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import { useMonthText } from './month-text.part.ts'
import type { TargetsAnswer } from './targets.contract.ts'
import { targetsWords } from './targets.messages.ts'
import type { Place } from './year-cells.rules.ts'

interface Props {
  month: string
  targets: TargetsAnswer['Targets']
  places: readonly Place[]
  onClose: () => void
}

/** The days a month's targets are spread over, as they are saved. */
export const DaysDocket = ({ month, targets, places, onClose }: Props) => {
  const say = useSay(targetsWords)
  const { language } = useLanguage()
  const { long } = useMonthText()
  const own = places.flatMap((place) => {
    const target = targets.find(({ LocationId, Month }) => LocationId === place.LocationId && Month === month)
    return target ? [{ ...target, ...place }] : []
  })
  const when = useVenueMoment()
  return (
    <Docket title={say('daysOf', { month: long(month) })} onClose={onClose}>
      {own.length === 0 ? (
        <p className="note">{say('noDays')}</p>
      ) : (
        <>
          <DataTable
            table={tableOf(month, own, say)}
            caption={say('daysOf', { month: long(month) })}
            currency={own[0]?.Currency ?? 'AUD'}
            className="short"
            rowKey={(row) => String(row.Day)}
            totalsTitle={say('month')}
            cell={(row, { key }) => (key === 'Day' && row !== 'totals' ? dayText(String(row.Day), language, 'short') : undefined)}
          />
          <p className="note">{say('daysHint')}</p>
          {own.map(({ LocationId, Name, SetBy, SetAt }) => (
            <p className="note" key={LocationId}>
              {SetBy === null ? say('setByNobody', { location: Name, when: when(SetAt) }) : say('setBy', { location: Name, name: SetBy, when: when(SetAt) })}
            </p>
          ))}
        </>
      )}
    </Docket>
  )
}

type Own = TargetsAnswer['Targets'][number] & Place

const tableOf = (month: string, own: readonly Own[], say: (key: 'day' | 'all' | 'month') => string): Table => {
  const hasTotal = own.length > 1 && new Set(own.map(({ Currency }) => Currency)).size === 1
  const unit = 10 ** decimalsOf(own[0]?.Currency ?? 'AUD')
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + Math.round(amount * unit), 0) / unit
  const row = (read: (one: Own) => number) => ({
    ...Object.fromEntries(own.map((one) => [`at:${one.LocationId}`, read(one)])),
    ...(hasTotal ? { all: sum(own.map(read)) } : {}),
  })
  return {
    title: '',
    notes: [],
    columns: [
      { key: 'Day', title: say('day'), kind: 'text' },
      ...own.map(({ LocationId, Name }) => ({ key: `at:${LocationId}`, title: Name, kind: 'money' as const })),
      ...(hasTotal ? [{ key: 'all', title: say('all'), kind: 'money' as const }] : []),
    ],
    rows: everyDay(`${month}-01`, monthEnd(`${month}-01`)).map((Day, i) => ({ Day, ...row(({ Days }) => Days[i] ?? 0) })),
    totals: { Day: say('month'), ...row(({ Amount }) => Amount) },
  }
}
