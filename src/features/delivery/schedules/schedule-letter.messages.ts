import { messages } from '#shared/messages.ts'

/** What a mailed report says beside its figures. */
export const letterWords = messages(
  {
    subject: '{name}: {range} · {venue}',
    testSubject: 'Test: {name}: {range} · {venue}',
    nothing: 'Nothing was recorded on these days.',
    moreAttached: '{n:more row is|more rows are} in the attachment.',
    moreOnScreen: '{n:more row is|more rows are} on the screen.',
    open: 'Open in Daybook',
    because: '{owner} at {venue} scheduled this report for you.',
    leave: 'Stop receiving these e-mails',
  },
  {
    subject: '{name}: {range}・{venue}',
    testSubject: 'テスト: {name}: {range}・{venue}',
    nothing: 'この期間の記録はありません。',
    moreAttached: 'ほかに{n}行が添付ファイルにあります。',
    moreOnScreen: 'ほかに{n}行を画面で確認できます。',
    open: 'Daybook で開く',
    because: '{owner}が{venue}のこのレポートの配信を設定しました。',
    leave: '配信の停止',
  },
)
