import { messages } from '#shared/messages.ts'

export const dashboardMenu = messages(
  {
    dashboard: 'Dashboard',
    dashboardAbout: 'Today at a glance: sales by hour, the figures you chose, and what needs attention.',
  },
  { dashboard: 'ダッシュボード', dashboardAbout: '今日の状況を一目で。時間別の売上、選んだ指標、対応が必要なこと。' },
)
