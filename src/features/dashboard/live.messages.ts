import { messages } from '#shared/messages.ts'

/** What the dashboard says of hearing sales as they happen. */
export const liveWords = messages(
  {
    live: 'Live',
    lastSale: 'last sale {time}, {location}',
    noSale: 'nothing sold yet',
    away: 'Live updates are interrupted. Figures are refreshed every minute.',
  },
  {
    live: 'ライブ',
    lastSale: '最終売上 {time} {location}',
    noSale: 'まだ売上はありません',
    away: '現在ライブ更新できません。数値は1分ごとに更新されます。',
  },
)
