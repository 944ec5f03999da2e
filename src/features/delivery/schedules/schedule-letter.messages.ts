import { messages } from '#shared/messages.ts'

/** What a mailed report says beside its figures. */
export const letterWords = messages(
  {
    subject: '{name}: {range} · {venue}',
    testSubject: 'Test: {name}: {range} · {venue}',
    nothing: 'Nothing was recorded on these days.',
    topOf: 'Top {n} of {of} by {figure}',
    firstOf: 'First {n} of {of} rows',
    firstRows: 'First {n} rows',
    everyAttached: 'All rows are in the attached file.',
    everyOnScreen: 'All rows are in Daybook.',
    allAttached: 'All {n:row is|rows are} in the attached file.',
    allOnScreen: 'All {n:row is|rows are} in Daybook.',
    open: 'Open in Daybook',
    because: '{owner} at {venue} scheduled this report for you.',
    leave: 'Stop receiving these e-mails',
  },
  {
    subject: '{name}: {range}・{venue}',
    testSubject: 'テスト: {name}: {range}・{venue}',
    nothing: 'この期間の記録はありません。',
    topOf: '{figure}の上位{n}件(全{of}件)',
    firstOf: '全{of}行のうち最初の{n}行',
    firstRows: '最初の{n}行',
    everyAttached: 'すべての行は添付ファイルにあります。',
    everyOnScreen: 'すべての行は Daybook で確認できます。',
    allAttached: '全{n}行は添付ファイルにあります。',
    allOnScreen: '全{n}行は Daybook で確認できます。',
    open: 'Daybook でレポートを開く',
    because: '{owner}が{venue}のこのレポートの配信を設定しました。',
    leave: '配信の停止',
  },
)
