import { messages } from '#shared/messages.ts'

/** The list of licensed buyers. */
export const buyerWords = messages(
  {
    title: 'Licensed buyers',
    about: 'Sales on the card of a licensed buyer are wholesale. The liquor return of a state lists its buyers alone.',
    readOnly: 'Buyers can be changed by people with the permission to edit stock at all locations.',
    none: 'No licensed buyer is kept yet.',
    Name: 'Name',
    Licence: 'Licence number',
    Postcode: 'Postcode',
    State: 'State',
    CardNumber: 'Card number',
    add: 'Keep buyer',
    sameCard: 'A card that is on the list already keeps its place: what is entered here replaces what was kept.',
    remove: 'Take off the list',
    removeNamed: 'Take {name} off the list',
    kept: 'Buyer kept',
    removed: 'Buyer taken off the list',
  },
  {
    title: '免許を持つ購入者',
    about: '免許を持つ購入者のカードでの販売は卸売です。各州の酒類販売報告には、その州の購入者への販売だけが記載されます。',
    readOnly: '購入者を変更できるのは、全店舗の在庫を編集する権限を持つ人です。',
    none: '購入者はまだ登録されていません。',
    Name: '名称',
    Licence: '免許番号',
    Postcode: '郵便番号',
    State: '州',
    CardNumber: 'カード番号',
    add: '購入者を登録',
    sameCard: '登録済みのカード番号を入力すると、その購入者の内容が置き換わります。',
    remove: '一覧から削除',
    removeNamed: '{name}を一覧から削除',
    kept: '購入者を登録しました',
    removed: '購入者を一覧から削除しました',
  },
)
