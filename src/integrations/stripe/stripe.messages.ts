import { messages } from '#shared/messages.ts'

export const stripeMenu = messages(
  { stripe: 'Stripe', connectAbout: 'Connect the card payment provider of a venue or location. See what is linked, by whom, and when it last synced.' },
  { stripe: 'Stripe', connectAbout: '決済会社との連携を事業者または店舗ごとに設定します。連携先、設定者、最終同期を確認できます。' },
)
