import { messages } from '#shared/messages.ts'

/** What a mailed report says beside its figures. */
export const letterWords = messages(
  {
    subject: '{name}: {range} · {venue}',
    testSubject: 'Test: {name}: {range} · {venue}',
    nothing: 'Nothing was recorded in these days.',
    topOf: 'Top {n} of {of} by {figure}',
    firstOf: 'First {n} of {of} rows',
    allAttached: 'All {n} rows are in the attached file.',
    allOnScreen: 'All {n} rows are in Daybook.',
    open: 'Open the report in Daybook',
    because: '{owner} set up this report of {venue} to be sent to you.',
    leave: 'Stop these mails',
  },
  {
    subject: '{name}: {range}・{venue}',
    testSubject: 'テスト: {name}: {range}・{venue}',
    nothing: 'この期間の記録はありません。',
    topOf: '{figure}の上位{n}件(全{of}件)',
    firstOf: '全{of}行のうち最初の{n}行',
    allAttached: '全{n}行は添付ファイルにあります。',
    allOnScreen: '全{n}行は Daybook で確認できます。',
    open: 'Daybook でレポートを開く',
    because: '{owner}が{venue}のこのレポートの配信を設定しました。',
    leave: 'このメールの配信を停止する',
  },
)
