import { messages } from '#shared/messages.ts'

/** What stands above and below long lists of the cellar. */
export const listToolsWords = messages(
  { search: 'Product or PLU', show: 'Show', showMore: 'Show {n} more of {all}' },
  { search: '商品名・商品コード', show: '表示', showMore: 'さらに{n}件を表示(全{all}件)' },
)
