import { messages } from '#shared/messages.ts'

/** How it was ordered, wherever that is told. */
export const orderTypeWords = messages(
  {
    'dine-in': 'Dine-in',
    takeaway: 'Takeaway',
    delivery: 'Delivery',
    bar: 'Bar',
    online: 'Online',
  },
  {
    'dine-in': '店内飲食',
    takeaway: 'テイクアウト',
    delivery: 'デリバリー',
    bar: 'バー',
    online: 'オンライン',
  },
)
