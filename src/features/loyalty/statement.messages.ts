import { messages } from '#shared/messages.ts'

/** A card's usage as a file and on paper. */
export const statementWords = messages(
  {
    statement: 'Card statement',
    date: 'Trading day',
    otherCard: 'Other card',
    total: 'Total',
    noteCard: 'Card: {card}, {holder}',
    noteShown: 'Entries: {shown}',
    unknown: 'card holder not known',
    printStatement: 'Print statement',
    share: 'Export',
  },
  {
    statement: 'カード利用明細',
    date: '営業日',
    otherCard: '相手のカード',
    total: '合計',
    noteCard: 'カード: {card}、{holder}',
    noteShown: '表示した明細: {shown}',
    unknown: '会員不明',
    printStatement: '明細を印刷',
    share: '書き出し',
  },
)
