import { messages } from '#shared/messages.ts'

/** Words of importing products. */
export const productImportWords = messages(
  {
    title: 'Import products',
    drop: 'Drop a file of products here',
    dropHint:
      'CSV or XLSX, up to 10,000 rows, with a PLU in each row. Compressed files (.gz) work too. You can change an exported file and import it again. You see what will change before anything is stored.',
    columnsHint: 'Choose what each column is. An empty cell changes nothing. Products that are not in the file stay as they are.',
    appliesFrom: 'Changes apply from {day}.',
    atLocation: 'Min and max are for {location}.',
    atAll: 'Min and max are for all of your locations.',
    decimalMark: 'Decimal mark',
    changes: 'All changes',
    product: 'Product',
    cell: 'Field',
    before: 'Before',
    after: 'After',
    'import.one': 'Import {n} product',
    'import.other': 'Import {n} products',
    openProducts: 'Show Products',
    NoColumn: 'A chosen column is not in the file.',
    NoPlu: 'Choose the column for the PLU.',
    NothingElse: 'Choose at least one more column.',
  },
  {
    title: '商品の取り込み',
    drop: '商品のファイルをここにドロップ',
    dropHint:
      'CSVまたはXLSX(gzip可)、10,000行まで。商品コード(PLU)の列が必要です。書き出したファイルを編集して取り込めます。保存する前に変更内容を確認できます。',
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
    NoPlu: '商品コード(PLU)の列を選んでください。',
    NothingElse: 'ほかに1列以上の内容を選んでください。',
  },
)

/** Why a row of products cannot be read, by code. In English the server's own sentence is shown. */
export const productErrorWords = messages(
  {
    RowWidth: 'The row has more or fewer cells than the header row.',
    Unstorable: 'It contains characters that cannot be stored.',
    TooLong: 'It is too long.',
    Missing: 'The PLU is empty.',
    NotUnderstood: '"{cell}" cannot be read in this column.',
    Repeated: 'This product is in the file twice. Keep one row.',
    ProductNotFound: 'There is no product "{cell}". Add a name to create it.',
  },
  {
    RowWidth: '見出しと列の数が違います。',
    Unstorable: '保存できない文字が含まれています。',
    TooLong: '長すぎます。',
    Missing: '商品コード(PLU)が入力されていません。',
    NotUnderstood: '「{cell}」を読み取れません。列の内容と書き方を確認してください。',
    Repeated: 'この商品はファイルに2回あります。1行にまとめてください。',
    ProductNotFound: '商品「{cell}」はありません。追加するには名前を入力してください。',
  },
)
