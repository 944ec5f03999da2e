import { messages } from './messages.ts'

/** How long or large something may be, as the server's refusals have it and as a Japanese reader is told. The first that fits serves. */
export const limits = messages(
  {
    hours: '{n} days by hour',
    days: '{n} days by day',
    weeks: '{n} years by week',
    months: '{n} years by month',
    years: '{n} years by year',
    rows: '{n} rows in one file',
    receipts: '{n} receipts in one file',
    span: '{n} years',
  },
  {
    hours: '時間別では{n}日',
    days: '日別では{n}日',
    weeks: '週別では{n}年',
    months: '月別では{n}年',
    years: '年別では{n}年',
    rows: '1ファイルにつき{n}行',
    receipts: '1ファイルにつきレシート{n}件',
    span: '{n}年',
  },
)
