import { messages } from '#shared/messages.ts'

export const deputyMenu = messages(
  { deputy: 'Deputy', connectAbout: 'Connect the rostering system of a venue or location, so that rosters and timesheets arrive in Daybook.' },
  { deputy: 'Deputy', connectAbout: 'シフト管理サービスとの連携。シフトと勤務表が自動で届きます。' },
)
