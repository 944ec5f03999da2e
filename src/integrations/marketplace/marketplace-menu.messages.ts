import { messages } from '#shared/messages.ts'

export const marketplaceMenu = messages(
  { marketplace: 'Marketplace', marketplaceAbout: 'What each location sells on its marketplace: opening hours, menu and prices, and pausing it.' },
  { marketplace: 'マーケットプレイス', marketplaceAbout: '店舗ごとの営業時間、公開するメニューと価格、一時停止の設定。' },
)
