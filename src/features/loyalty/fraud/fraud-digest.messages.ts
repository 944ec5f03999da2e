import { messages } from '#shared/messages.ts'

/** The daily mail of the fraud check, and its switch. */
export const digestWords = messages(
  {
    'newCases.one': '{n} new case',
    'newCases.other': '{n} new cases',
    'olderCases.one': '{n} earlier case is still open.',
    'olderCases.other': '{n} earlier cases are still open.',
    location: 'Location',
    loyalty: 'Loyalty',
    because: 'You asked for this e-mail from {venue}. You can turn it off at the bottom of the {loyalty} fraud check.',
    heading: 'Daily e-mail',
    switch: 'E-mail me new cases once a day',
    explain: 'Sent after the nightly check when there is a new case at your locations. It shows only the last four digits of cards.',
    on: 'You will receive new cases by e-mail once a day.',
    off: 'You will no longer receive new cases by e-mail.',
  },
  {
    'newCases.one': '新しい案件 {n}件',
    'newCases.other': '新しい案件 {n}件',
    'olderCases.one': 'ほかに未決の案件が{n}件あります。',
    'olderCases.other': 'ほかに未決の案件が{n}件あります。',
    location: '店舗',
    loyalty: 'ロイヤルティ',
    because: '{venue}のこのメールは、ご本人の設定により送信しています。{loyalty}の不正利用チェック画面の下部で停止できます。',
    heading: '毎日のメール',
    switch: '新しい案件を1日1回メールで受信',
    explain: '夜間のチェックで担当店舗に新しい案件があるときに送信します。カード番号は下4桁だけを記載します。',
    on: '新しい案件を1日1回メールでお知らせします。',
    off: '新しい案件のメールを停止しました。',
  },
)
