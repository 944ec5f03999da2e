import { FIGURE_NAMES, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { headlineWords } from '#features/reports/kit/headline.messages.ts'
import { lateWords } from '#features/reports/kit/late-days.messages.ts'
import { lateText } from '#features/reports/kit/late-text.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { differenceIn, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { inOrder, orderIn, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { dayText } from '#shared/cell-text.ts'
import type { Table, TableWords } from '#shared/endpoint.ts'
import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import type { WeeklyAnswer, WeeklyQuery, WeeklyRow } from './weekly-summary.contract.ts'
import { weeklyWords } from './weekly-summary.messages.ts'

/** What of the week says whether what was sold has a cost. */
export const costedWeek = ({ Blocks }: Pick<WeeklyAnswer, 'Blocks'>) => {
  const totalOf = (key: string) => Blocks.flatMap(({ Rows }) => Rows).find(({ Key }) => Key === key)?.Total
  return { Cost: totalOf('Cost'), Gross: totalOf('Gross'), Net: totalOf('Net') }
}

/** What a row is called. */
export const weeklyName = ({ Key, Name }: Pick<WeeklyRow, 'Key' | 'Name'>, block: string, { say }: Pick<TableWords, 'say'>): string => {
  if (Name !== null) return Name === '' ? say(weeklyWords, 'unassigned') : Name
  if (Key === 'Wastage') return say(weeklyWords, 'wastage')
  if (Key === 'StockAdjustments') return say(weeklyWords, 'stockAdjustments')
  if (block === 'wages') return say(weeklyWords, Key as 'Wages')
  if (block === 'banking') return say(weeklyWords, Key as 'Banked')
  if (Key === 'PointsAccrued' || Key === 'PointsRedeemed') return say(weeklyWords, Key)
  if (Key === 'Total') return say(weeklyWords, block === 'media' ? 'allMedia' : 'allGroups')
  return (FIGURE_NAMES as string[]).includes(Key) ? say(tableWords, Key as FigureName) : Key
}

/** Blocks whose every row has a change. */
const TOLD_AS_NEW: readonly string[] = ['sales', 'groups', 'people', 'wastage', 'media']

/** Whether there was nothing of a row in the week beside this one, though there was trade. */
export const isNew = ({ Locations, ...answer }: WeeklyAnswer, { Total, ...row }: WeeklyRow, block: string, than: 'LastWeek' | 'LastYear'): boolean =>
  TOLD_AS_NEW.includes(block) && row[than] === 0 && (Total ?? 0) !== 0 && noDataBefore([answer[than]], Locations) === undefined

/** What the week is more or less than the one beside it, in the row's own unit; nothing where it has no change in percent either. */
export const weekChange = (answer: WeeklyAnswer, row: WeeklyRow, block: string, than: 'LastWeek' | 'LastYear'): number | null =>
  row[`On${than}`] !== null || isNew(answer, row, block, than) ? differenceIn('Net', row.Total, row[than]) : null

const BESIDE = ['Item', 'Total', 'LastWeek', 'OverLastWeek', 'OnLastWeek', 'LastYear', 'OverLastYear', 'OnLastYear']

/** The order as this week has it: an address may keep a day of another week. */
export const weekOrder = ({ Days }: Pick<WeeklyAnswer, 'Days'>, asked: string | undefined): string | undefined =>
  orderIn(
    [...BESIDE, ...Days.map(({ Date: day }) => day)].map((key) => ({ key })),
    asked,
  )

type Block = WeeklyAnswer['Blocks'][number]

/** The blocks with their rows in the order of a column. A sum stays beneath the rows that add up to it, and they stay above it. */
export const sortedBlocks = (answer: WeeklyAnswer, sort: string | undefined, texts: Pick<TableWords, 'say'>): readonly Block[] => {
  if (!sort) return answer.Blocks
  const order = rowOrder(sort)
  return answer.Blocks.map(({ Block: block, Rows }) => {
    const read = (row: WeeklyRow) => (order.key === 'Item' ? weeklyName(row, block, texts) : weekValue(answer, row, block, order.key))
    return {
      Block: block,
      Rows: parted(Rows).flatMap((rows) => [
        ...inOrder(
          rows.filter(({ Sum }) => !Sum),
          order,
          read,
        ),
        ...rows.filter(({ Sum }) => Sum),
      ]),
    }
  })
}

/** The rows in parts, each with the sum that ends it. */
const parted = (rows: readonly WeeklyRow[]): WeeklyRow[][] => {
  const parts: WeeklyRow[][] = [[]]
  for (const row of rows) {
    parts.at(-1)?.push(row)
    if (row.Sum) parts.push([])
  }
  return parts
}

/** What a row has in a column, by the column's name in files. */
const weekValue = (answer: WeeklyAnswer, row: WeeklyRow, block: string, key: string): number | null => {
  const day = answer.Days.findIndex(({ Date: date }) => date === key)
  if (day >= 0) return row.Days[day] ?? null
  if (key === 'OverLastWeek') return weekChange(answer, row, block, 'LastWeek')
  if (key === 'OverLastYear') return weekChange(answer, row, block, 'LastYear')
  return (row as unknown as Record<string, number | null>)[key] ?? null
}

/** A sentence for each day that changed after it was told. */
export const lateNotes = ({ Days }: WeeklyAnswer, currency: string, texts: Pick<TableWords, 'language' | 'say'>): string[] =>
  Days.flatMap(({ Date: day, Late }) =>
    Late ? texts.say(lateWords, 'dayChanged', { day: dayText(day, texts.language), changed: lateText(Late, currency, texts) }) : [],
  )

/** The net sales of the week beside last week's; the rows of the mail are the first of the page. */
const headlineOf = ({ Blocks }: WeeklyAnswer, texts: TableWords): Pick<Table, 'headline'> => {
  const net = Blocks.flatMap(({ Rows }) => Rows).find(({ Key }) => Key === 'Net')
  if (!net) return {}
  const compared = { against: texts.say(headlineWords, 'last-week'), base: net.LastWeek }
  const beside = ['Unit', 'Total', 'LastWeek', 'OverLastWeek', 'OnLastWeek']
  return { headline: { title: texts.say(tableWords, 'Net'), kind: 'money', value: net.Total, beside, ...compared } }
}

/** The rows of the Weekly Summary: what is told, seven days, the week and the weeks beside it. A row says its unit, since money, counts and shares stand under each other. */
export const weeklyTable = (answer: WeeklyAnswer, query: Partial<WeeklyQuery>, texts: TableWords): Table => {
  const say = (key: keyof (typeof weeklyWords)['en'], values?: Record<string, string | number>) => texts.say(weeklyWords, key, values)
  const weekday = dayFormat(LOCALES[texts.language], { weekday: 'short' })
  const number = (key: string, title: string) => ({ key, title, kind: 'quantity' as const })
  const { LastWeek, LastYear } = answer
  return {
    title: texts.say(reportsMenu, 'weeklySummary'),
    notes: [
      ...reportNotes({ ...answer, Totals: costedWeek(answer) }, {}, texts),
      say('noteWeek', { from: answer.FromDate, to: answer.ToDate, week: LastWeek.FromDate, year: LastYear.FromDate }),
      ...lateNotes(answer, answer.Currency ?? '', texts),
      say('ratios'),
      say('notKept'),
    ],
    ...headlineOf(answer, texts),
    columns: [
      { key: 'Item', title: say('item'), kind: 'text' },
      { key: 'Unit', title: say('unit'), kind: 'text' },
      ...answer.Days.map(({ Date: day }) => number(day, `${weekday.format(Date.parse(day))} ${day}`)),
      number('Total', say('week')),
      number('LastWeek', say('lastWeek')),
      number('OverLastWeek', say('overLastWeek')),
      { key: 'OnLastWeek', title: say('onLastWeek'), kind: 'percent' },
      number('LastYear', say('lastYear')),
      number('OverLastYear', say('overLastYear')),
      { key: 'OnLastYear', title: say('onLastYear'), kind: 'percent' },
    ],
    rows: sortedBlocks(answer, query.Sort, texts).flatMap(({ Block, Rows }) =>
      Rows.map((row) => ({
        Block,
        Key: row.Key,
        Item: weeklyName(row, Block, texts),
        Unit: row.Kind === 'money' ? (answer.Currency ?? '') : row.Kind === 'percent' ? '%' : '',
        ...Object.fromEntries(answer.Days.map(({ Date: day }, i) => [day, row.Days[i] ?? null])),
        Total: row.Total,
        LastWeek: row.LastWeek,
        OverLastWeek: weekChange(answer, row, Block, 'LastWeek'),
        OnLastWeek: row.OnLastWeek,
        LastYear: row.LastYear,
        OverLastYear: weekChange(answer, row, Block, 'LastYear'),
        OnLastYear: row.OnLastYear,
      })),
    ),
  }
}
