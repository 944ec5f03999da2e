import { messages } from '#shared/messages.ts'

/** Words of importing products. */
export const productImportWords = messages(
  {
    title: 'Import products',
    drop: 'Drop a file of products here',
    dropHint:
      'CSV or XLSX, gzipped or not, up to 10,000 rows, by PLU. An exported file can be changed and imported again. You will see what would change before anything is stored.',
    columnsHint: 'Say what each column is. An empty cell changes nothing. Products that are not in the file stay as they are.',
    appliesFrom: 'Changes apply from {day}.',
    atLocation: 'Min and max are for {location}.',
    atAll: 'Min and max are for all of your locations.',
    decimalMark: 'Decimals are written with',
    changes: 'Changes, cell by cell',
    product: 'Product',
    cell: 'What',
    before: 'Before',
    after: 'After',
    'import.one': 'Import {n} product',
    'import.other': 'Import {n} products',
    openProducts: 'Show Products',
    NoColumn: 'A column is not in the file.',
    NoPlu: 'Say which column is the PLU.',
    NothingElse: 'Say what at least one more column is.',
  },
  {
    title: '商品の取り込み',
    drop: '商品のファイルをここにドロップ',
    dropHint: 'CSVまたはXLSX(gzip可)、10,000行まで。PLUの列が必要です。書き出したファイルを編集して取り込めます。保存する前に変更内容を確認できます。',
    columnsHint: '各列の内容を選んでください。空欄は変更しません。ファイルにない商品はそのままです。',
    appliesFrom: '{day}から適用します。',
    atLocation: '最低・最大在庫は{location}に適用します。',
    atAll: '最低・最大在庫は担当の全店舗に適用します。',
    decimalMark: '小数点の書き方',
    changes: '項目ごとの変更',
    product: '商品',
    cell: '項目',
    before: '変更前',
    after: '変更後',
    'import.one': '{n}商品を取り込む',
    'import.other': '{n}商品を取り込む',
    openProducts: '商品を表示',
    NoColumn: 'ファイルにない列があります。',
    NoPlu: 'PLUの列を選んでください。',
    NothingElse: 'ほかに1列以上の内容を選んでください。',
  },
)

/** Why a row of products cannot be read, by code. In English the server's own sentence is shown. */
export const productErrorWords = messages(
  {
    RowWidth: 'The row has more or fewer cells than the heading.',
    Unstorable: 'It holds characters that cannot be stored.',
    TooLong: 'It is too long.',
    Missing: 'There is no PLU.',
    NotUnderstood: '"{cell}" cannot be read in this column.',
    Repeated: 'The product is in the file twice.',
    ProductNotFound: 'There is no product "{cell}". Give it a name to add it.',
  },
  {
    RowWidth: '見出しと列の数が違います。',
    Unstorable: '保存できない文字が含まれています。',
    TooLong: '長すぎます。',
    Missing: 'PLUが入力されていません。',
    NotUnderstood: '「{cell}」を読み取れません。列の内容と書き方を確認してください。',
    Repeated: 'この商品はファイルに2回あります。1行にまとめてください。',
    ProductNotFound: '商品「{cell}」はありません。追加するには名前を入力してください。',
  },
)
