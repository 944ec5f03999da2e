import { messages } from '#shared/messages.ts'

/** What a wall screen says: its code while nobody claimed it, then its dashboard. */
export const wallWords = messages(
  {
    title: 'Wall screen',
    lede: 'Show a dashboard on this screen.',
    step1: 'On a phone or computer, open {address} and sign in.',
    step2: 'Choose “Show on a wall screen”.',
    step3: 'Type the code on this screen, and give the screen a name.',
    code: 'Code of this screen',
    codeWaits: 'Waiting for a code',
    codeNote: 'The code changes every ten minutes. This screen only shows figures. Nothing can be changed here.',
    noCode: 'This screen could not get a code: {why} It tries again in a minute.',
    asAt: 'As at {time}',
    late: 'No new figures since {time}',
    empty: 'This dashboard has no figures yet.',
    emptyWhy: 'The person whose dashboard this is can add figures under Dashboard, Edit layout.',
    otherLanguage: '日本語',
  },
  {
    title: '壁掛け画面',
    lede: 'ダッシュボードを表示します。',
    step1: 'スマートフォンまたはパソコンで{address}を開き、サインインします。',
    step2: '「壁掛け画面に表示」を選びます。',
    step3: 'この画面のコードと画面の名前を入力します。',
    code: 'この画面のコード',
    codeWaits: 'コードを取得中',
    codeNote: 'コードは10分ごとに変わります。この画面では数値の表示だけができ、変更はできません。',
    noCode: 'コードを取得できませんでした: {why} 1分後に自動で再試行します。',
    asAt: '{time}現在',
    late: '{time}から更新されていません',
    empty: 'このダッシュボードにはまだ指標がありません。',
    emptyWhy: '表示した人が「ダッシュボード」の「レイアウトを編集」で追加できます。',
    otherLanguage: 'English',
  },
)
