import { messages } from '#shared/messages.ts'

export const auditMenu = messages(
  {
    activity: 'Activity',
    activityAbout: 'Who did what and when: opening the venue, changes of access, points and settings, and exports.',
    houseAbout: 'What happened outside of any venue: sign-ins, passwords, two-step sign-in and API keys.',
  },
  {
    activity: '操作履歴',
    activityAbout: '事業者を開いた人、権限、ポイント、設定、出力などの操作を、誰がいつ行ったか。',
    houseAbout: '事業者の外で行われた操作。サインイン、パスワード、2段階認証、APIキー。',
  },
)
