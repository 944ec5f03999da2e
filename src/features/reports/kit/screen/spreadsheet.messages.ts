import { messages } from '#shared/messages.ts'

/** A report read from a spreadsheet. */
export const spreadsheetWords = messages(
  {
    title: '{report} in a spreadsheet',
    about: 'Each line reads this report with its filters. Put your token in place of YOUR_TOKEN.',
    toTokens: 'Make a token in Preferences',
    moves: 'The dates move with time: each refresh reads the period that is chosen on this screen, as it is on that day.',
    fixed: 'The dates stay as they are. Choose a period such as “Last week” on this screen for dates that move with time.',
    format: 'Format',
    address: 'Address',
    curl: 'Command line (curl)',
    excel: 'Excel (Power Query)',
    excelHow: 'In Excel: Data, Get Data, From Other Sources, Blank Query. Paste the line into the formula bar, and connect as Anonymous.',
    sheets: 'Google Sheets (Apps Script)',
    sheetsHow: 'In Google Sheets: Extensions, Apps Script. Paste the line, save, and enter =DAYBOOK() in a cell.',
  },
  {
    title: '{report}を表計算ソフトで読む',
    about: '以下の各行で、このレポートを今の絞り込みのまま読めます。YOUR_TOKENを自分のトークンに置き換えてください。',
    toTokens: '設定でトークンを作成',
    moves: '日付は自動で進みます。更新するたびに、この画面で選んだ期間をその日の時点で読みます。',
    fixed: '日付は固定です。自動で進めるには、この画面で「先週」などの期間を選んでください。',
    format: '形式',
    address: 'アドレス',
    curl: 'コマンドライン(curl)',
    excel: 'Excel(Power Query)',
    excelHow: 'Excelで「データ」「データの取得」「その他のデータソースから」「空のクエリ」を開き、数式バーに貼り付けて「匿名」で接続してください。',
    sheets: 'Google スプレッドシート(Apps Script)',
    sheetsHow: 'Google スプレッドシートで「拡張機能」「Apps Script」を開き、貼り付けて保存してから、セルに =DAYBOOK() と入力してください。',
  },
)
