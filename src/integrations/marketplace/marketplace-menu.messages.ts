import { messages } from '#shared/messages.ts'

export const marketplaceMenu = messages(
  {
    marketplace: 'Marketplace',
    marketplaceAbout: 'Opening hours, menu and prices that each location publishes on the marketplace. You can pause orders here.',
  },
  { marketplace: 'マーケットプレイス', marketplaceAbout: '店舗ごとの営業時間、公開するメニューと価格、一時停止の設定。' },
)
