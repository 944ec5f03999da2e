import { messages } from '#shared/messages.ts'

/** What the Deliverect screen is called where it is led to. */
export const deliverectMenu = messages(
  { deliverect: 'Deliverect', deliverectAbout: 'Online orders: the link, channels and products of each location, and orders that need attention.' },
  { deliverect: 'Deliverect', deliverectAbout: 'オンライン注文: 各店舗の連携、チャネル、商品、確認が必要な注文。' },
)
