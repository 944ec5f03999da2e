import { messages } from '#shared/messages.ts'

/** What the Tyro screen is called where it is led to. */
export const tyroMenu = messages(
  { tyro: 'Tyro', tyroAbout: 'Card terminals: the merchant ID of each location, and its payments and settlements.' },
  { tyro: 'Tyro', tyroAbout: 'カード端末: 各店舗の加盟店IDと、取得した集計。' },
)
