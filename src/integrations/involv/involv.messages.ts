import { messages } from '#shared/messages.ts'

export const involvMenu = messages(
  { involv: 'Involv', connectAbout: 'Connect the loyalty system of a venue or location, so that members and points stay the same on both sides.' },
  { involv: 'Involv', connectAbout: 'ポイントサービスとの連携。会員とポイントを常に一致させます。' },
)
