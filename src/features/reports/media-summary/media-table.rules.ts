import { headline } from '#features/reports/kit/headline.rules.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { changePercent, differenceIn, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import { declaredTable } from './declared-table.rules.ts'
import type { MediaAnswer, MediaQuery } from './media-summary.contract.ts'
import { mediaWords } from './media-summary.messages.ts'

type Row = Table['rows'][number]

const FIGURES = ['Count', 'Tendered', 'Change', 'CashOut', 'Refunds', 'Net', 'Tips', 'Surcharges', 'Share'] as const
/** The columns a manager wants first, of all media and of those of each group. */
export const MEDIA = { table: 'media', usual: ['Net', 'Difference', 'ChangePercent', 'Share', 'Count', 'Refunds', 'Tips', 'Surcharges'] } as const
export const MEDIA_DETAIL = { table: 'media-detail', heads: 2, usual: ['Net', 'Share', 'Count', 'Refunds', 'Tips', 'CashOut', 'Tendered'] } as const
type Figure = (typeof FIGURES)[number]
type Cells = Record<Figure, number | null>

const kindOf = (figure: Figure): ColumnKind => (figure === 'Count' ? 'count' : figure === 'Share' ? 'percent' : 'money')

/** The rows of the Media Summary: one for each media, or for each location, till or period and media. */
export const mediaTable = (answer: MediaAnswer, query: Partial<MediaQuery>, texts: TableWords): Table => {
  if (query.View === 'declared') return declaredTable(answer, query, texts)
  const say = (key: keyof (typeof mediaWords)['en']) => texts.say(mediaWords, key)
  const isDetail = query.View === 'detail'
  const isMixed = answer.Totals.length > 1
  const columns: Column[] = [
    ...(isDetail
      ? [{ key: 'Group', title: say(`group.${answer.By}`), kind: answer.By === 'day' || answer.By === 'week' ? ('date' as const) : ('text' as const) }]
      : []),
    { key: 'Media', title: say('media'), kind: 'text' },
    ...(isMixed ? [{ key: 'Currency', title: texts.say(tableWords, 'currency'), kind: 'text' as const }] : []),
    ...FIGURES.map((figure) => ({ key: figure, title: say(figure), kind: kindOf(figure) })),
    ...(answer.Compare && !isDetail ? comparedColumns(answer, texts) : []),
  ]
  const [only] = answer.Totals
  const total = (one: MediaAnswer['Totals'][number], title: string): Row => ({
    ...(isDetail ? { Group: title, Media: null } : { Media: title }),
    Currency: one.Currency,
    ...cells(one),
    ...(isDetail ? {} : changes(answer, one)),
  })
  const title = texts.say(tableWords, 'total')
  return {
    title: texts.say(reportsMenu, 'mediaSummary'),
    notes: [...reportNotes({ ...answer, Currency: isMixed ? null : (only?.Currency ?? null) }, query, texts), say('netOf')],
    columns,
    ...(only && !isMixed
      ? {
          headline: headline(
            { title: say('Net'), kind: 'money', value: only.Net, by: 'Net', beside: ['Net', 'Compared', 'ChangePercent', 'Share'] },
            answer.Compare,
            only.Compared,
            texts,
            answer.Locations,
          ),
        }
      : {}),
    rows: isDetail ? detailRows(answer, say('allMedia')) : answer.Media.map((one) => ({ ...mediaRow(one), Currency: one.Currency, ...changes(answer, one) })),
    // Several currencies are not added up: each has a row of its own beneath.
    ...(only && !isMixed ? { totals: total(only, title) } : {}),
    ...(isMixed ? { beneath: answer.Totals.map((one) => total(one, `${title} ${one.Currency}`)) } : {}),
  }
}

const comparedColumns = ({ Compare }: MediaAnswer, texts: TableWords): Column[] => [
  { key: 'Compared', title: texts.say(tableWords, `row.${Compare?.Kind ?? 'none'}`), kind: 'money' },
  { key: 'Difference', title: texts.say(tableWords, 'changeBy'), kind: 'money' },
  { key: 'ChangePercent', title: texts.say(tableWords, 'change'), kind: 'percent' },
]

const cells = (from: Cells): Row => Object.fromEntries(FIGURES.map((figure) => [figure, from[figure]]))

const mediaRow = (one: Cells & { MediaKey: number; Name: string }): Row => ({ Media: one.Name, MediaKey: one.MediaKey, ...cells(one) })

/** Each group's media and what they came to together; by till, then what the location took on all of its tills, where it has several. */
const detailRows = ({ Groups, By, Places }: MediaAnswer, allMedia: string): Row[] =>
  Groups.flatMap((group, i) => {
    const head = { Group: By === 'day' || By === 'week' ? group.Key : group.Name, GroupKey: group.Key, Currency: group.Currency }
    const isLast = Groups[i + 1]?.LocationId !== group.LocationId
    const hasSeveral = Groups[i - 1]?.LocationId === group.LocationId
    const place = isLast && hasSeveral ? Places.find(({ LocationId }) => LocationId === group.LocationId) : undefined
    return [
      ...group.Media.map((one) => ({ ...head, ...mediaRow(one) })),
      { ...head, Media: allMedia, MediaKey: null, Subtotal: 1, ...cells(group) },
      ...(place
        ? [{ Group: place.Name, GroupKey: String(place.LocationId), Currency: place.Currency, Media: allMedia, MediaKey: null, Subtotal: 2, ...cells(place) }]
        : []),
    ]
  })

/** Whether a percentage means anything, all tenders compared with say, as in the Weekly Summary. */
const changes = ({ Compare, Totals, Locations }: MediaAnswer, { Net: now, Compared: base, Currency }: Compared): Row => {
  const Sales = Totals.find((total) => total.Currency === Currency)?.ComparedCount ?? 0
  const known = comparableBase({ Takings: base, Sales }, Compare, Locations)
  return Compare
    ? {
        Compared: base,
        Difference: differenceIn('Takings', now, known?.Takings),
        ChangePercent: changePercent('Takings', { Takings: now }, known),
      }
    : {}
}

type Compared = Pick<MediaAnswer['Totals'][number], 'Net' | 'Compared' | 'Currency'>
