import { messages } from '#shared/messages.ts'

export const involvMenu = messages(
  { involv: 'Involv', connectAbout: "Connecting the programme's provider per venue or location, so that members and points stay in step." },
  { involv: 'Involv', connectAbout: 'ポイントサービスとの連携。会員とポイントを常に一致させます。' },
)
