import { messages } from '#shared/messages.ts'

export const stockMenu = messages(
  {
    counts: 'Stock counts',
    countsAbout: 'Counting stock by hand with a phone, and what earlier counts differed by.',
  },
  {
    counts: '棚卸',
    countsAbout: 'スマートフォンでの棚卸と、これまでの棚卸の差異。',
  },
)
