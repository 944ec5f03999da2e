import { messages } from '#shared/messages.ts'

export const deputyMenu = messages(
  { deputy: 'Deputy', connectAbout: 'Connecting the rostering provider per venue or location, so that rosters and timesheets arrive by themselves.' },
  { deputy: 'Deputy', connectAbout: 'シフト管理サービスとの連携。シフトと勤務表が自動で届きます。' },
)
