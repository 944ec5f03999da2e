import { messages } from '#shared/messages.ts'

/** What the first figure of a mailed report is compared with, in words. */
export const headlineWords = messages(
  {
    none: 'not compared',
    previous: 'vs previous period',
    'same-days-last-week': 'vs same days last week',
    'same-weeks-last-year': 'vs same weeks last year',
    'same-holidays-last-year': 'vs same weeks and holidays last year',
    'four-week-average': 'vs 4-week average',
    target: 'vs target',
    custom: 'vs {range}',
    'last-week': 'vs last week',
    noData: 'No data before {day}',
  },
  {
    none: '比較なし',
    previous: '前の期間との比較',
    'same-days-last-week': '先週の同じ曜日との比較',
    'same-weeks-last-year': '前年の同じ週との比較',
    'same-holidays-last-year': '前年の同じ週・祝日との比較',
    'four-week-average': '4週間平均との比較',
    target: '目標との比較',
    custom: '{range}との比較',
    'last-week': '先週との比較',
    noData: '{day}より前のデータはありません',
  },
)
