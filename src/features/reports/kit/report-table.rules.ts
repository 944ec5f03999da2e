import { plainDayText } from '#shared/cell-text.ts'
import type { ColumnKind, TableWords } from '#shared/endpoint.ts'
import { dayFormat } from '#shared/formats.ts'
import type { Comparison } from './comparison.rules.ts'
import { changeOf, type FigureName, MONEY_FIGURES } from './figures.rules.ts'
import { isWithoutCost } from './no-cost.rules.ts'
import { noDataBefore } from './no-data.rules.ts'
import { tableWords as words } from './table.messages.ts'

type Cells = { [K in FigureName]?: number | null }

/** How a figure is written. */
export const kindOf = (figure: FigureName): ColumnKind => {
  if (figure === 'GrossProfitPercent') return 'percent'
  if (figure === 'Quantity') return 'quantity'
  return (MONEY_FIGURES as readonly FigureName[]).includes(figure) ? 'money' : 'count'
}

/** 3.9 for 3.9 %; null where the base is nothing or too small to mean anything. */
export const changePercent = (figure: FigureName, now: Cells, base: Cells | undefined): number | null => {
  const ratio = base && changeOf(figure, now[figure], base[figure], base.Sales)?.ratio
  return ratio === undefined ? null : Math.round(ratio * 1000) / 10
}

/** What a figure is more or less than its base, in its own unit; null where either is not kept. */
export const differenceIn = (figure: FigureName, now: number | null | undefined, base: number | null | undefined): number | null =>
  changeOf(figure, now, base, null)?.difference ?? null

/** What a report's notes are made of; each is left out where the report has no such thing. */
export interface Noted {
  FromDate: string
  ToDate: string
  Locations: readonly { Name: string; FirstSaleDay?: string | null }[]
  /** null: several currencies. */
  Currency: string | null
  /** The one figure that is shown. */
  Figure?: FigureName
  Compare?: { Kind: Comparison; Ranges: readonly { FromDate: string; ToDate: string }[]; SameElapsedPart: boolean } | null
  /** Locations for want of whose target all together have none. */
  WithoutTarget?: readonly string[]
  /** What it all comes to. */
  Totals?: object
  /** PLUs that were asked for and the venue does not have. */
  UnknownItems?: readonly string[]
  AsAt: string
}

interface Filtered {
  Weekdays?: readonly number[] | undefined
  Daypart?: string | undefined
  Items?: readonly string[] | undefined
}

/** Venue, range, filters and as-at in words, as they stand above a printed report and on a file's second sheet. */
export const reportNotes = (noted: Noted, filter: Filtered, { language, venueName, say: sayAll }: TableWords): string[] => {
  const say = (key: keyof (typeof words)['en'], values?: Record<string, string | number>) => sayAll(words, key, values)
  const { Compare, Currency, Figure } = noted
  const ranges = Compare?.Ranges.map(({ FromDate, ToDate }) => say('toRange', { from: FromDate, to: ToDate })).join(say('and')) ?? ''
  const unknown = noDataBefore(Compare?.Ranges, noted.Locations)
  return [
    say('noteVenue', { venue: venueName }),
    say('noteRange', { from: noted.FromDate, to: noted.ToDate }),
    say('noteLocations', { locations: noted.Locations.map(({ Name }) => Name).join(say('and')) }),
    Currency === null
      ? say('noteMixed')
      : Figure === undefined
        ? say('noteCurrency', { currency: Currency })
        : say('noteFigure', { figure: say(Figure), currency: Currency }),
    ...(filter.Weekdays ? [say('noteWeekdays', { weekdays: filter.Weekdays.map((weekday) => weekdayName(weekday, language)).join(say('and')) })] : []),
    ...(filter.Daypart ? [say('noteDaypart', { daypart: filter.Daypart })] : []),
    ...(filter.Items ? [say('noteItems', { items: filter.Items.join(say('and')) })] : []),
    ...(noted.UnknownItems?.length ? [say('noteUnknownItems', { items: noted.UnknownItems.join(say('and')) })] : []),
    ...(isWithoutCost(noted.Totals ?? {}) ? [say('noteNoCost')] : []),
    ...(Compare?.Kind === 'target' ? [say('noteTarget')] : []),
    ...(noted.WithoutTarget?.length ? [say('noteNoTarget', { locations: noted.WithoutTarget.join(say('and')) })] : []),
    ...(Compare && Compare.Kind !== 'target' ? [say('noteCompare', { what: say(Compare.Kind), ranges })] : []),
    ...(unknown ? [say('noteNoData', { day: plainDayText(unknown, language) })] : []),
    ...(Compare?.SameElapsedPart ? [say('noteElapsed')] : []),
    say('noteAsAt', { instant: noted.AsAt }),
  ]
}

/** What the row of a comparison is called: "Last week". */
export const comparedRowName = (kind: Comparison, { say }: Pick<TableWords, 'say'>): string => say(words, `row.${kind}`)

/** "Mon", 月. The first of January 2024 was a Monday. */
/** A weekday's short name, 1 = Monday. */
export const weekdayName = (weekday: number, language: 'en' | 'jp'): string =>
  dayFormat(language === 'jp' ? 'ja-JP' : 'en-AU', { weekday: 'short' }).format(Date.UTC(2024, 0, weekday))
